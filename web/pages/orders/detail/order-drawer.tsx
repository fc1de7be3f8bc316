import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import Printer from 'lucide-react/icons/printer'
import ScanBarcode from 'lucide-react/icons/scan-barcode'
import { type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import { seesContact } from '../../../../model/see-contact.ts'
import { ApiError } from '../../../api.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { type Order, orderQuery, type OrderRow } from '../../../parts/queries/order-queries.ts'
import { usePageActions } from '../../../parts/page-actions.ts'
import { usePageTitle } from '../../../parts/page-title.ts'
import { StatusPill } from '../../../parts/status-pill.tsx'
import { paths } from '../../../paths.ts'
import { allows, meQuery, rightsOf } from '../../../session.ts'
import buttons from '../../../ui/button.module.css'
import { Button, IconButton, KeyCap } from '../../../ui/button.tsx'
import { Card, DrawerFrame } from '../../../ui/drawer-frame.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useDelayed } from '../../../ui/use-delayed.ts'
import { usePrint } from '../../../parts/run/use-print.ts'
import { useCopy } from '../../../parts/use-copy.ts'
import { nextStepOf, permissionOf } from '../list/next-step.tsx'
import { StarButton } from '../list/order-columns.tsx'
import { OrderActions } from '../actions/order-action-buttons.tsx'
import { OrderDetails } from './order-details.tsx'
import styles from './order-drawer.module.css'
import { OrderNote } from './order-note.tsx'
import { statusOf } from '../order-labels.ts'
import { PrintOne } from '../print/print-one.tsx'
import { ListedOrders } from '../list/listed-orders.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { useStar } from '../list/use-star.ts'

/** One order over the list, which keeps its place. */
export function OrderDrawer() {
  const { t } = useTranslation()
  const params: { orderId?: string } = useParams({ strict: false })
  const id = Number(params.orderId)
  const rows = use(ListedOrders)
  const { data: order, error, refetch } = useQuery(orderQuery(id))
  const { data: me } = useSuspenseQuery(meQuery)
  const known = order ?? rows.find((row) => row.id === id)
  usePageTitle(known ? `${t('orders.order')} ${known.code}` : t('orders.order'))

  if (error instanceof ApiError && error.status === 404) throw notFound({ routeId: rootRouteId })
  return (
    <Frame id={id} rows={rows} known={known} order={order}>
      {order ? (
        <>
          <OrderDetails order={order} />
          <OrderNote key={`note-${order.id}`} order={order} canEdit={allows(me, 'orders.mark')} />
        </>
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Frame>
  )
}

type FrameProps = {
  id: number
  rows: readonly OrderRow[]
  known: OrderRow | undefined
  order: Order | undefined
  children: ReactNode
}

function Frame({ id, rows, known, order, children }: FrameProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const star = useStar()
  const copy = useCopy()
  const nextButton = useNextButton(known)
  const toggleStar = allows(me, 'orders.mark')
    ? (row: OrderRow) => star.mutate({ ids: [row.id], is_star: row.is_star === 1 ? 0 : 1 })
    : null
  usePageActions(
    known && toggleStar
      ? [
          {
            name: 'star',
            label: `${t(known.is_star === 1 ? 'orders.unstarAll' : 'orders.starAll')} · ${known.code}`,
            key: 'f',
            run: () => toggleStar(known),
          },
        ]
      : [],
  )
  const at = rows.findIndex((row) => row.id === id)
  const previous = rows[at - 1]
  const next = at === -1 ? undefined : rows[at + 1]
  const go = (row: OrderRow | undefined) =>
    row && void navigate({ to: paths.order(row.id), search: true, replace: true, resetScroll: false })
  const close = () => void navigate({ to: paths.orders(), search: true, resetScroll: false })

  const title = known && (
    <>
      <ChannelMark platformId={known.shop.data.platform_id} />
      <h2 className={styles['code']}>{known.code}</h2>
      <StatusPill status={statusOf(known.status)} />
    </>
  )
  return (
    <DrawerFrame
      foot={order && <OrderActions key={order.id} order={order} next={nextButton} />}
      title={title ?? <Skeleton width={180} height={18} />}
      onClose={close}
      actions={
        <>
          {known && (
            <>
              <StarButton row={known} onStar={toggleStar} />
              {allows(me, 'orders.print') && seesContact(rightsOf(me), known.status.id) && (
                <PrintOne order={known} isNext={nextStepOf(known) === 'print'} />
              )}
              {order?.channel_url && (
                <a
                  href={order.channel_url}
                  target="_blank"
                  rel="noreferrer"
                  className={buttons['icon']}
                  aria-label={t('order.atStore')}
                  title={t('order.atStore')}
                >
                  <ExternalLink size={16} aria-hidden="true" />
                </a>
              )}
              <IconButton
                label={t('orders.copyCode')}
                onClick={() => void copy(known.code, t('orders.codesCopied', { count: 1 }))}
              >
                <Copy size={16} aria-hidden="true" />
              </IconButton>
            </>
          )}
          <IconButton label={t('orders.previous')} disabled={!previous} onClick={() => go(previous)}>
            <ChevronUp size={18} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('orders.next')} disabled={!next} onClick={() => go(next)}>
            <ChevronDown size={18} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      {children}
    </DrawerFrame>
  )
}

/** The button that prints the waybill or leads to the scan, whichever the order waits for. To confirm and to answer are actions of their own. */
function useNextButton(order: OrderRow | undefined): ReactNode {
  const { t } = useTranslation()
  const print = usePrint()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const step = order && nextStepOf(order)
  if (!order || (step !== 'print' && step !== 'scan') || !allows(me, permissionOf[step])) return null
  if (step === 'scan')
    return (
      <Button
        variant="primary"
        icon={<ScanBarcode size={15} aria-hidden="true" />}
        onClick={() => void navigate({ to: paths.scanOrders(), search: true, resetScroll: false })}
      >
        {t('scan.open')}
      </Button>
    )
  if (!seesContact(rightsOf(me), order.status.id)) return null
  return (
    <Button
      variant="primary"
      icon={<Printer size={15} aria-hidden="true" />}
      busy={print.isPending}
      onClick={() => print.mutate({ ids: [order.id], kind: 'waybill' })}
    >
      {t('print.waybill')}
      <KeyCap>P</KeyCap>
    </Button>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return <LoadError title={t('order.failed')} error={error} onRetry={onRetry} />
}

function Loading() {
  const shown = useDelayed(true)
  if (!shown) return null
  return [96, 110, 190, 120].map((height) => (
    <Card key={height}>
      <Skeleton width="30%" />
      <div style={{ height }} />
    </Card>
  ))
}
