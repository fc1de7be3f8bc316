import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayOf } from '../../parts/dates.ts'
import { count } from '../../parts/figures.ts'
import { InfoMark } from '../../parts/info-mark.tsx'
import { Money } from '../../parts/money-amount.tsx'
import { useClock, useNow } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import { Picture } from '../../ui/picture.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { CardError } from './card-error.tsx'
import { topProductsQuery } from './home-queries.ts'
import frame from './home-page.module.css'
import styles from './beside-work.module.css'

/** Best-selling products of today. */
export function TopProducts() {
  const { t } = useTranslation()
  const { timeZone } = useClock()
  const top = useQuery(topProductsQuery(dayOf(useNow(60_000), timeZone)))
  const { data } = top
  const { data: me } = useSuspenseQuery(meQuery)
  const mayOpen = allows(me, 'orders.view')
  if (top.error && !data) return <CardError title={t('home.topProducts')} failed={top} />
  return (
    <section className={frame['card']} aria-labelledby="home-top">
      <div className={frame['cardHead']}>
        <h2 id="home-top">{t('home.topProducts')}</h2>
        <InfoMark label={t('home.meaning', { figure: t('home.topProducts') })}>{t('home.topMeans')}</InfoMark>
        <Link to={paths.analytics('products')}>{t('area.products')}</Link>
      </div>
      {data?.products.length === 0 && (
        <EmptyState title={t('home.noTopProducts')} text={t('home.noTopProductsText')} />
      )}
      <ol>
        {data?.products.map(({ sku, name, image, pieces, revenue, others, ...product }) => (
          <li key={`${sku}/${name}`} className={styles['product']}>
            <Picture source={image} seed={sku} />
            <span className={styles['lines']}>
              <span>{name}</span>
              <span className={styles['small']}>{sku}</span>
            </span>
            <span className={styles['end']}>
              <strong>
                {mayOpen ? (
                  <Link to={paths.orders()} search={salesOf(product, data)}>
                    {t('home.pieces', { count: pieces, figure: count(pieces) })}
                  </Link>
                ) : (
                  t('home.pieces', { count: pieces, figure: count(pieces) })
                )}
              </strong>
              {(revenue > 0 || others.length === 0) && <Money value={revenue} currency={data.currency} />}
              {others.map(({ currency, total }) => (
                <Money key={currency} value={total} currency={currency} />
              ))}
            </span>
          </li>
        )) ??
          Array.from({ length: 5 }, (_, at) => (
            <li key={at} className={styles['product']}>
              <Skeleton width="100%" height={36} />
            </li>
          ))}
      </ol>
    </section>
  )
}

type Product = { sku_id: number | null; shop_id: number | null; shop_sku: string | null }

/** The orders that these pieces are of. */
function salesOf(
  { sku_id: skuId, shop_id: shopId, shop_sku: shopSku }: Product,
  { from, to }: { from: string; to: string },
) {
  const days = { date_field: 'sold', from, to } as const
  if (skuId !== null) return { ...days, sku_id: skuId }
  return {
    ...days,
    ...(shopId !== null && { shop_id: shopId }),
    ...(shopSku !== null && { shop_sku: shopSku }),
  }
}
