import { Menu } from '@mantine/core'
import ChevronDown from 'lucide-react/icons/chevron-down'
import FileText from 'lucide-react/icons/file-text'
import Printer from 'lucide-react/icons/printer'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mostAtOnce } from '../../../../model/order-action.ts'
import { printKinds, waybillRefusal, type PrintKind } from '../../../../model/printing.ts'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import { usePageActions } from '../../../parts/page-actions.ts'
import { IconButton } from '../../../ui/button.tsx'
import { usePrint } from './use-print.ts'

/** For the chosen orders: the waybills at once, the other papers in a menu. */
export function PrintChoice({ ids }: { ids: number[] }) {
  const { t } = useTranslation()
  const print = usePrint()
  const tooMany = ids.length > mostAtOnce
  const start = (kind: PrintKind) => print.mutate({ ids, kind })
  const params: { orderId?: string } = useParams({ strict: false })
  // With an order open, the key and the palette mean that one.
  const isFree = params.orderId === undefined && !tooMany && !print.isPending
  usePageActions(
    isFree ? [{ name: 'print', label: t('print.waybills'), key: 'p', run: () => start('waybill') }] : [],
  )
  const why = tooMany ? { disabled: true, title: t('print.most', { count: mostAtOnce }) } : {}
  return (
    <>
      <button type="button" {...why} onClick={() => start('waybill')}>
        <Printer size={15} aria-hidden="true" />
        {t('print.waybills')}
      </button>
      <Menu position="top-end">
        <Menu.Target>
          <button type="button" {...why}>
            {t('print.more')}
            <ChevronDown size={15} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {printKinds
            .filter((kind) => kind !== 'waybill')
            .map((kind) => (
              <Menu.Item key={kind} onClick={() => start(kind)}>
                {t(`print.kind.${kind}`)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

type Printable = Pick<
  OrderRow,
  'id' | 'code' | 'status' | 'packed_at' | 'is_printed' | 'tracking_number' | 'cancel_requested_at'
> & { is_digital?: boolean }

/** For one order; a waybill that may not be printed says why. */
export function PrintOne({ order }: { order: Printable }) {
  const { t } = useTranslation()
  const print = usePrint()
  const refusal = waybillRefusal({
    status: order.status.id,
    isDigital: order.is_digital ?? false,
    packedAt: order.packed_at,
    printedAt: order.is_printed === 1 ? '' : null,
    trackingNumber: order.tracking_number,
    cancelRequestedAt: order.cancel_requested_at,
  })
  const printWaybill = () => print.mutate({ ids: [order.id], kind: 'waybill' })
  const printSlip = () => print.mutate({ ids: [order.id], kind: 'slip' })
  usePageActions([
    ...(refusal === null && !print.isPending
      ? [{ name: 'print', label: `${t('print.waybill')} · ${order.code}`, key: 'p', run: printWaybill }]
      : []),
    { name: 'slip', label: `${t('print.slip')} · ${order.code}`, run: printSlip },
  ])
  return (
    <>
      <IconButton
        label={refusal ? t(`print.refusal.${refusal}`) : t('print.waybill')}
        disabled={refusal !== null}
        onClick={printWaybill}
      >
        <Printer size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('print.slip')} onClick={printSlip}>
        <FileText size={16} aria-hidden="true" />
      </IconButton>
    </>
  )
}
