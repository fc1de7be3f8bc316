import { useState } from 'react'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import type { OrdersSearch } from './orders-search.ts'

export type Selection = ReturnType<typeof useSelection>

/** Fields that dialogs show and send of a chosen order, whichever page of the list is on screen. */
export type ChosenOrder = Pick<OrderRow, 'code'> & { shop: OrderRow['shop']['data'] }

/** Chosen orders by id. Turning pages keeps them; other filters mean other orders. */
export function useSelection(search: OrdersSearch) {
  const key = JSON.stringify({ ...search, page: undefined, limit: undefined, sort: undefined })
  const [state, setState] = useState<{ key: string; chosen: ReadonlyMap<number, ChosenOrder> }>({
    key,
    chosen: new Map(),
  })
  const chosen = state.key === key ? state.chosen : none

  function set(next: ReadonlyMap<number, ChosenOrder>) {
    setState({ key, chosen: next })
  }

  return {
    chosen,
    size: chosen.size,
    clear: () => set(none),
    toggle: (row: OrderRow) => {
      const next = new Map(chosen)
      if (!next.delete(row.id)) next.set(row.id, chosenOf(row))
      set(next)
    },
    /** All of these, or none of them when all are chosen already. */
    toggleAll: (rows: OrderRow[]) => {
      const next = new Map(chosen)
      const all = rows.every((row) => next.has(row.id))
      for (const row of rows) {
        if (all) next.delete(row.id)
        else next.set(row.id, chosenOf(row))
      }
      set(next)
    },
  }
}

function chosenOf({ code, shop }: OrderRow): ChosenOrder {
  return { code, shop: shop.data }
}

const none: ReadonlyMap<number, ChosenOrder> = new Map()
