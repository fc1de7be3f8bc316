import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DateFilter } from '../../../parts/date-filter.tsx'
import { presetDays, presetOf } from '../../../parts/dates.ts'
import { Money } from '../../../parts/money-amount.tsx'
import {
  type PayoutDays,
  type Settlement,
  settlementsQuery,
} from '../../../parts/queries/settlement-queries.ts'
import { isCrm, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { useClock, When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { DrawerFrame } from '../../../ui/drawer-frame.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useFeeLabels } from './fee-labels.ts'
import sums from './order-payment.module.css'
import { EndlessCards } from '../../../parts/list/endless-cards.tsx'
import { OrderOfRow } from '../order-of-row.tsx'
import styles from '../returns/order-returns.module.css'
import { ordersSearch } from '../list/orders-search.ts'

/** Settlements of the channels, the latest first, in a drawer over the list of orders. */
export function SettlementsDrawer() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const params: { shopId?: string } = useParams({ strict: false })
  const shopId = params.shopId === undefined ? undefined : Number(params.shopId)
  const days = readPayoutDays(useSearch({ strict: false }))
  const { timeZone } = useClock()
  const { data: shops = [] } = useQuery(shopsQuery)
  const close = () => void navigate({ to: paths.orders(), search: ordersSearch.read, resetScroll: false })
  const choose = (shop: number | undefined, { from, to }: PayoutDays) =>
    void navigate({
      to: paths.settlements(shop),
      search: (now: Record<string, unknown>) => ({ ...now, paid_from: from, paid_to: to }),
      replace: true,
      resetScroll: false,
    })
  return (
    <DrawerFrame title={<h2>{t('settlements.title')}</h2>} onClose={close}>
      <SelectField
        label={t('settlements.shop')}
        value={params.shopId ?? ''}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : Number(value), days)}
      >
        <option value="">{t('settlements.allShops')}</option>
        {shops
          .filter((shop) => !isCrm(shop))
          .map((shop) => (
            <option key={shop.id} value={shop.id}>
              {shop.system_name}
            </option>
          ))}
      </SelectField>
      <div>
        <DateFilter
          range={presetOf(days, timeZone)}
          from={days.from}
          to={days.to}
          onChange={({ range: preset, from, to }) =>
            choose(shopId, preset ? presetDays(preset, new Date(), timeZone) : { from, to })
          }
        />
      </div>
      <List shopId={shopId} days={days} />
    </DrawerFrame>
  )
}

/** Beside the filters of the orders behind, which have days of their own. */
function readPayoutDays({ paid_from: from, paid_to: to }: Record<string, unknown>): PayoutDays {
  const day = (value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
  return { from: day(from), to: day(to) }
}

function List({ shopId, days }: { shopId: number | undefined; days: PayoutDays }) {
  const { t } = useTranslation()
  const isOfDays = days.from !== undefined || days.to !== undefined
  const labels = {
    failed: t('settlements.loadFailed'),
    none: t(isOfDays ? 'settlements.noneThen' : 'settlements.none'),
    noneText: t(isOfDays ? 'settlements.noneThenText' : 'settlements.noneText'),
    more: t('settlements.more'),
  }
  return (
    <EndlessCards
      pages={useInfiniteQuery(settlementsQuery(shopId, days))}
      labels={labels}
      help="payouts"
      keyOf={(one) => `${one.shop.data.id} ${one.order_code}`}
    >
      {(one) => <Entry one={one} />}
    </EndlessCards>
  )
}

function Entry({ one }: { one: Settlement }) {
  const { t } = useTranslation()
  const feeLabels = useFeeLabels()
  const { currency } = one
  const parts = [
    { key: 'goods', labels: t('settlements.goods'), value: one.goods_value },
    { key: 'shipping', labels: t('settlements.shipping'), value: one.shipping_value },
    { key: 'refund', labels: t('amount.refund'), value: -one.refund_value },
    { key: 'adjustment', labels: t('amount.adjustment'), value: one.adjustment_value },
  ].filter(({ key, value }) => key === 'goods' || value !== 0)
  const kept = [...one.fees, ...one.taxes]
  return (
    <>
      <div className={styles['entry']}>
        <OrderOfRow row={one} />
        <Money value={one.settled_value} currency={currency} strong />
      </div>
      <p className={styles['muted']}>
        {one.shop.data.system_name} · <When at={one.settled_at} />
      </p>
      <dl className={sums['sums']}>
        {parts.map(({ key, labels, value }) => (
          <div key={key} className={sums['muted']}>
            <dt>{labels}</dt>
            <dd>
              <Money value={value} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      {kept.length > 0 && (
        <details>
          <summary className={sums['kept']}>
            <span>{t('settlements.kept')}</span>
            <Money value={-one.fee_value - one.tax_value} currency={currency} />
          </summary>
          <dl className={sums['sums']}>
            {kept.map(({ code, amount }) => (
              <div key={code} className={sums['muted']}>
                <dt>{feeLabels(code)}</dt>
                <dd>
                  <Money value={-amount} currency={currency} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
