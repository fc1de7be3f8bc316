import { useSuspenseQuery } from '@tanstack/react-query'
import { allows, meQuery } from '../../../session.ts'
import { DeadStockCard } from './dead-stock-card.tsx'
import { PairsCard } from './pairs-card.tsx'
import { StockCoverCard } from './stock-cover-card.tsx'

/** What the products page shows below its charts, loaded after them. */
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
