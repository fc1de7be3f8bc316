import { useSuspenseQuery } from '@tanstack/react-query'
import { allows, meQuery } from '../../../session.ts'
import { DeadStockCard } from './dead-stock-card.tsx'
import { PairsCard } from './pairs-card.tsx'
import { StockCoverCard } from './stock-cover-card.tsx'

/** Cards below the charts of the products page, loaded after them. */
export function GoodsCards() {
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <>
      <PairsCard />
      {allows(me, 'sku.view') && (
        <>
          <StockCoverCard />
          <DeadStockCard />
        </>
      )}
    </>
  )
}
