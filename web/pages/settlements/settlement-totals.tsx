import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../parts/figures.ts'
import { ShopName } from '../../parts/list/cells.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import { Money } from '../../parts/money-amount.tsx'
import { type SettlementTotals as Totals, settlementTotalsQuery } from './settlement-queries.ts'
import { pageAccess } from '../../page-access.ts'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session.ts'
import { Skeleton } from '../../ui/states.tsx'
import { useNarrow } from '../../ui/use-media.ts'
import { type SettlementSearch, useSettlementSearch } from './settlement-search.ts'
import styles from './settlements.module.css'

type Sums = Totals['currencies'][number]

/** Everything that matches, by shop and currency; each line leads to the list of it. */
export function SettlementTotals() {
  const { t } = useTranslation()
  const { search, query } = useSettlementSearch()
  const narrow = useNarrow()
  const { data, error, refetch, isPlaceholderData } = useQuery(settlementTotalsQuery(query))
  if (error && !data)
    return (
      <div className={styles['totals']}>
        <LoadError title={t('settlements.totalsFailed')} error={error} onRetry={refetch} />
      </div>
    )
  if (!data)
    return (
      <div className={styles['totals']}>
        <Skeleton width="100%" height={64} />
      </div>
    )
  if (data.shops.length === 0) return null
  const unmatched = data.currencies.reduce((sum, one) => sum + one.unmatched_count, 0)
  // A currency of one shop has its total in that shop's line.
  const totals = data.currencies.filter(
    ({ currency }) => data.shops.filter((one) => one.currency === currency).length > 1,
  )
  const isOfTwo = (shopId: number) => data.shops.filter(({ shop }) => shop.data.id === shopId).length > 1
  return (
    <section className={styles['totals']} aria-busy={isPlaceholderData}>
      <div className={styles['scroller']}>
        <table aria-label={t('settlements.totals')}>
          <thead>
            <tr>
              {!narrow && <th scope="col">{t('list.shop')}</th>}
              <th scope="col">{t('settlements.orders')}</th>
              {!narrow && <th scope="col">{t('settlements.kept')}</th>}
              <th scope="col">{t('settlements.paidOut')}</th>
              <th scope="col">{t('settlements.difference')}</th>
            </tr>
          </thead>
          {totals.length > 0 && (
            <tbody className={styles['whole']}>
              {totals.map((sums) => (
                <Line
                  key={sums.currency}
                  sums={sums}
                  to={{ ...search, currency: sums.currency as SettlementSearch['currency'] }}
                >
                  {t('settlements.allIn', { currency: sums.currency })}
                </Line>
              ))}
            </tbody>
          )}
          <tbody>
            {data.shops.map(({ shop: { data: shop }, ...sums }) => (
              <Line
                key={`${shop.id} ${sums.currency}`}
                sums={sums}
                to={{
                  ...search,
                  shop_id: [shop.id],
                  ...(isOfTwo(shop.id) && { currency: sums.currency as SettlementSearch['currency'] }),
                }}
              >
                <ShopName platformId={shop.platform_id} name={shop.system_name} />
              </Line>
            ))}
          </tbody>
        </table>
      </div>
      {(data.converted || unmatched > 0) && (
        <p className={styles['notes']}>
          {data.converted && <Together money={data.converted} currencies={data.currencies} />}
          {unmatched > 0 && (
            <span>{t('settlements.unmatched', { count: unmatched, figure: count(unmatched) })}</span>
          )}
        </p>
      )}
    </section>
  )
}

function Line({ sums, to, children }: { sums: Sums; to: SettlementSearch; children: ReactNode }) {
  const { currency, difference_count: differing } = sums
  const narrow = useNarrow()
  const name = (
    <th scope="row" colSpan={narrow ? 3 : undefined}>
      <Link to={paths.settlements()} search={to}>
        {children}
      </Link>
    </th>
  )
  return (
    <>
      {narrow && <tr>{name}</tr>}
      <tr>
        {!narrow && name}
        <td>{count(sums.order_count)}</td>
        {!narrow && (
          <td>
            <Money value={sums.fee_value} currency={currency} />
          </td>
        )}
        <td>
          <Money value={sums.settled_value} currency={currency} strong />
        </td>
        <td>
          {differing === 0 ? (
            <Money value={0} currency={currency} />
          ) : (
            <Link to={paths.settlements()} search={{ ...to, has_difference: 1 }}>
              <Money value={sums.difference_value} currency={currency} /> <small>({count(differing)})</small>
            </Link>
          )}
        </td>
      </tr>
    </>
  )
}

type TogetherProps = { money: NonNullable<Totals['converted']>; currencies: Totals['currencies'] }

/** Payouts of all currencies together, and what is not in the sum for want of a rate. */
function Together({ money, currencies }: TogetherProps) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { currency, without_rate: without } = money
  const withoutRate = new Map(without.map((one) => [one.currency, one.settled_value]))
  const isConverted = currencies.some(
    (one) => one.currency !== currency && one.settled_value !== withoutRate.get(one.currency),
  )
  // Nothing of it could be converted: zero would be a figure.
  const isNone = currencies.every((one) => one.settled_value === withoutRate.get(one.currency))
  return (
    <>
      <span title={t('settlements.convertedMeans')}>
        {t('settlements.together')}{' '}
        {!isNone && <Money value={money.settled_value} currency={currency} strong />}
        {isConverted && ` (${t('settlements.converted')})`}
      </span>
      {without.map((one, at) => (
        <span key={one.currency}>
          {!(isNone && at === 0) && t('settlements.besides')}{' '}
          <Money value={one.settled_value} currency={one.currency} /> ({t('settlements.withoutRate')})
        </span>
      ))}
      {without.length > 0 && pageAccess.rates(me) && (
        <Link to={paths.rates()}>{t('settlements.addRates')}</Link>
      )}
    </>
  )
}
