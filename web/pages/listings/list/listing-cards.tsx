import { useTranslation } from 'react-i18next'
import { CardTick } from '../../../parts/list/card-tick.tsx'
import cards from '../../../parts/list/cards.module.css'
import { Skeleton } from '../../../ui/states.tsx'
import {
  ListingShop,
  NextStep,
  Price,
  ProductName,
  ProductStatusCell,
  StockFigure,
  type ListingSelection,
  type OpenListing,
} from './listing-columns.tsx'
import type { ProductRow } from '../../../parts/queries/product-queries.ts'

type Props = {
  rows: ProductRow[] | undefined
  skeletons: number
  washed: ReadonlySet<number>
  stale: boolean
  selection: ListingSelection
  onOpen: OpenListing
}

/** The list on a phone. */
export function ListingCards({ rows, skeletons, washed, stale, selection, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={cards['cards']} aria-label={t('area.products')} aria-busy={rows === undefined || stale}>
      {rows?.map((row) => (
        <li
          key={row.id}
          data-row={row.id}
          className={cards['card']}
          data-washed={washed.has(row.id) || undefined}
          data-selected={selection.chosen.has(row.id) || undefined}
          data-stale={stale || undefined}
        >
          <div className={cards['head']}>
            <ProductName row={row} />
            <CardTick
              name={row.name}
              isChosen={selection.chosen.has(row.id)}
              onToggle={() => selection.toggle(row)}
            />
          </div>
          <div className={cards['sides']}>
            <ListingShop row={row} />
            <ProductStatusCell row={row} />
          </div>
          <div className={cards['sides']}>
            <Price row={row} />
            <StockFigure row={row} />
          </div>
          <NextStep row={row} onOpen={onOpen} />
        </li>
      ))}
      {!rows &&
        Array.from({ length: skeletons }, (_, at) => (
          <li key={at} className={cards['card']}>
            <Skeleton width="70%" height={36} />
            <Skeleton width="40%" />
            <Skeleton width="55%" />
          </li>
        ))}
    </ul>
  )
}
