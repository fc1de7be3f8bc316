import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { count, percent } from '../../parts/figures.ts'
import { usePageActions } from '../../parts/page-actions.ts'
import { ShopSummary } from '../../parts/shop-summary.tsx'
import {
  isConnected,
  isCrm,
  isLockedOut,
  type Shop,
  shopsKey,
  shopsQuery,
} from '../../parts/queries/shop-queries.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './channel-drawer.module.css'
import { FailingItems } from './failing-items.tsx'
import { LinkAgain } from './link-again.tsx'
import { SyncKinds } from './sync-kinds.tsx'
import { ShopSettings } from './shop-settings.tsx'
import { UnlinkShop } from './unlink-shop.tsx'
import { showToast } from '../../ui/toast.ts'

/** Poll interval: no event announces what is waiting and what the channel has accepted. */
const refetchMs = 5000

/** One linked shop: its link to the channel, its sync, and what could not be taken in. */
export function ChannelDrawer() {
  const params: { shopId?: string } = useParams({ strict: false })
  const navigate = useNavigate()
  const { data: shops } = useQuery({ ...shopsQuery, refetchInterval: refetchMs })
  const shop = shops?.find((one) => one.id === Number(params.shopId))
  const close = () => void navigate({ to: paths.channels() })
  const { data: me } = useSuspenseQuery(meQuery)
  const mayChange = allows(me, 'settings.channels')

  if (shops && !shop) throw notFound({ routeId: rootRouteId })
  return (
    <DrawerFrame
      title={<h2>{shop?.system_name ?? <Skeleton width={160} height={18} />}</h2>}
      onClose={close}
      actions={<>{shop && mayChange && <SyncNow shop={shop} />}</>}
    >
      {shop && (
        <>
          <Card>
            <ShopSummary shop={shop} link={false} />
            {mayChange && <LinkAgain shop={shop} />}
          </Card>
          <SyncFacts shop={shop} />
          <SyncKinds shop={shop} />
          {mayChange && <FailingItems shop={shop} />}
          {mayChange && <ShopSettings key={shop.id} shop={shop} />}
          {mayChange && <UnlinkShop shop={shop} />}
        </>
      )}
    </DrawerFrame>
  )
}

function SyncNow({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const sync = useMutation({
    mutationFn: () => api('POST /shops/{id}/sync', { params: { id: shop.id }, body: {} }),
    onSuccess: () => {
      showToast({ tone: 'success', message: t('channels.syncAsked') })
      void queries.invalidateQueries({ queryKey: shopsKey })
    },
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })
  // Products, customers and warehouses are followed also while orders are not wanted.
  const canSync = isConnected(shop)
  usePageActions(canSync ? [{ name: 'sync', label: t('channels.syncNow'), run: () => sync.mutate() }] : [])
  return (
    <Button
      icon={<RefreshCw size={15} aria-hidden="true" />}
      busy={sync.isPending}
      disabled={!canSync}
      onClick={() => sync.mutate()}
    >
      {t('channels.syncNow')}
    </Button>
  )
}

type ShopSync = NonNullable<Shop['sync']>['data']

/** A catalogue that is still on its way says so: a bare figure would look like all of it. */
function productsIn(t: TFunction, { products, products_percent: share }: ShopSync): string {
  if (share === null || share >= 100) return count(products)
  return t('channels.productsComing', { count: count(products), percent: percent(share) })
}

function SyncFacts({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const sync = shop.sync?.data
  const ofCustomers = isCrm(shop)
  const facts = [
    { text: t('channels.connectedAt'), at: shop.connected_at },
    { text: t('channels.lastChecked'), at: sync?.last_checked_at },
    { text: t('channels.lastEvent'), at: sync?.last_event_at },
    { text: t('channels.consentUntil'), at: isLockedOut(shop) ? null : shop.token_expired_at },
  ]
  return (
    <Card title={t('channels.sync')}>
      <dl className={styles['facts']}>
        {sync && (
          <div>
            <dt>{t(ofCustomers ? 'channels.firstSyncCustomers' : 'channels.firstSyncOrders')}</dt>
            <dd>{count(sync.orders)}</dd>
          </div>
        )}
        {sync && (
          <div>
            <dt>{t(ofCustomers ? 'channels.customersHere' : 'channels.waiting')}</dt>
            <dd>{count(sync.waiting)}</dd>
          </div>
        )}
        {sync && ofCustomers && (
          <div>
            <dt>{t('channels.customersSent')}</dt>
            <dd>{count(sync.customers_sent)}</dd>
          </div>
        )}
        {sync && ofCustomers && shop.is_customer_push && (
          <div>
            <dt>{t('channels.customersWaiting')}</dt>
            <dd>{count(sync.customers_waiting)}</dd>
          </div>
        )}
        {sync && !ofCustomers && (
          <div>
            <dt>{t('channels.products')}</dt>
            <dd>{productsIn(t, sync)}</dd>
          </div>
        )}
        {sync && shop.is_stock_sync && (
          <div>
            <dt>{t('channels.stockWaiting')}</dt>
            <dd>{count(sync.stock_waiting)}</dd>
          </div>
        )}
        {facts.map(
          ({ text, at }) =>
            at && (
              <div key={text}>
                <dt>{text}</dt>
                <dd>
                  <When at={at} />
                </dd>
              </div>
            ),
        )}
        {sync?.rate && (
          <div>
            <dt>{t('channels.callsLeft')}</dt>
            <dd>
              {sync.rate.calls_left > 0
                ? t('channels.callsOf', { left: count(sync.rate.calls_left), of: count(sync.rate.of) })
                : t('channels.callsInUse', { of: count(sync.rate.of) })}{' '}
              · <When at={sync.rate.at} relative />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
