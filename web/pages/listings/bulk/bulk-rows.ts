/**
 * What bulk dialogs read of the chosen products, once for as long as they are open. A rule such as 10 per cent less is sent again when
 * its answer was lost; over rows that are read anew when the network is back, it would take another 10 per cent.
 */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'

const once = { staleTime: Infinity, gcTime: 0 }
const pricedPerCall = 200
const textsPerCall = 100

export function pricesToChange(ids: number[]) {
  return queryOptions({
    queryKey: ['products', 'variants', ids],
    queryFn: async () => {
      const pages = await Promise.all(
        chunksOf(ids, pricedPerCall).map((some) =>
          api('GET /products/variants', { query: { ids: some, limit: pricedPerCall } }),
        ),
      )
      const shops = pages.flatMap(({ meta }) => meta.shops)
      return {
        rows: pages.flatMap(({ data }) => data),
        locked: new Set(shops.flatMap(({ id, locks }) => (locks.price === null ? [] : [id]))),
      }
    },
    ...once,
  })
}

export function textsToChange(ids: number[]) {
  return queryOptions({
    queryKey: ['products', 'texts', ids],
    queryFn: async () => {
      const pages = await Promise.all(
        chunksOf(ids, textsPerCall).map((some) => api('GET /products/texts', { query: { ids: some } })),
      )
      return {
        rows: pages.flatMap(({ data }) => data),
        shops: new Map(pages.flatMap(({ meta }) => meta.shops.map((shop) => [shop.id, shop]))),
      }
    },
    ...once,
  })
}
