import { useTranslation } from 'react-i18next'
import { CardTick } from '../../../parts/list/card-tick.tsx'
import cards from '../../../parts/list/cards.module.css'
import type { SkuRow } from '../../../parts/queries/sku-queries.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { Available, ListedIn, Price, SkuName, type Forecasts, type SkuSelection } from './sku-columns.tsx'
import styles from './sku-list.module.css'

type Props = {
  rows: SkuRow[] | undefined
  skeletons: number
  stale: boolean
  washed: ReadonlySet<number>
  forecasts: Forecasts
  selection: SkuSelection | null
}

/** The list on a phone. */
export function SkuCards({ rows, skeletons, stale, washed, forecasts, selection }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={cards['cards']} aria-label={t('area.skus')} aria-busy={rows === undefined || stale}>
      {rows?.map((row) => (
        <li
          key={row.id}
          data-row={row.id}
          className={`${cards['card']} ${styles['card']}`}
          data-washed={washed.has(row.id) || undefined}
          data-selected={selection?.chosen.has(row.id) || undefined}
          data-stale={stale || undefined}
        >
          <div className={cards['head']}>
            <span className={styles['what']}>
              <Picture source={row.image} seed={row.prime_sku} size={40} />
              <SkuName row={row} />
            </span>
            {selection && (
              <CardTick
                name={row.name}
                isChosen={selection.chosen.has(row.id)}
                onToggle={() => selection.toggle(row)}
              />
            )}
          </div>
          <div className={cards['sides']}>
            <span className={styles['listed']}>
              <ListedIn row={row} />
            </span>
            <Price row={row} />
          </div>
          <div className={cards['sides']}>
            <span className={styles['none']}>{t('skus.available')}</span>
            <Available row={row} forecast={forecasts?.get(row.id)} />
          </div>
        </li>
      ))}
      {!rows &&
        Array.from({ length: skeletons }, (_, at) => (
          <li key={at} className={cards['card']}>
            <Skeleton width="70%" height={40} />
            <Skeleton width="55%" />
          </li>
        ))}
    </ul>
  )
}
