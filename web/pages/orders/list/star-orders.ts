import { type InfiniteData, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { afterReading } from '../../../console-queries.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { type Order, orderKeys, type OrderPage } from '../../../parts/queries/order-queries.ts'
import type { QueuePage } from '../../../parts/queries/queue-queries.ts'

const mutationKey = ['star']
const mostPerCall = 1000

export type StarChange = { ids: number[]; is_star: 0 | 1 }
type Listed = OrderPage | InfiniteData<QueuePage>
type Starred = { id: number; is_star: number }

/** Stars or unstars at once and takes it back when the server refuses. */
export function starOrders(queries: QueryClient, onRefused: (error: Error) => void) {
  function show({ ids, is_star }: StarChange) {
    const changed = new Set(ids)
    const starred = <Row extends Starred>(rows: Row[]) =>
      rows.map((row) => (changed.has(row.id) ? { ...row, is_star } : row))
    queries.setQueriesData<Listed>({ queryKey: orderKeys.lists }, (list) => {
      if (!list) return list
      if (!('pages' in list)) return { ...list, data: starred(list.data) }
      return { ...list, pages: list.pages.map((page) => ({ ...page, data: starred(page.data) })) }
    })
    for (const id of ids) {
      queries.setQueryData<Order>([...orderKeys.details, id], (order) => order && { ...order, is_star })
    }
  }

  /** Orders that are not shown so yet: some of many may have the star already. */
  function unlike({ ids, is_star }: StarChange): number[] {
    const lists = queries
      .getQueriesData<Listed>({ queryKey: orderKeys.lists })
      .flatMap(([, list]) => list ?? [])
    const known: Starred[] = [
      ...lists.flatMap((list) => ('pages' in list ? list.pages.flatMap(({ data }) => data) : list.data)),
      ...ids.flatMap((id) => queries.getQueryData<Order>([...orderKeys.details, id]) ?? []),
    ]
    const others = new Set(known.flatMap((row) => (row.is_star === is_star ? [] : [row.id])))
    return ids.filter((id) => others.has(id))
  }

  /** Leaves out orders that a later change is about, which waits for this one. */
  function settledOf(change: StarChange, ids: number[]): number[] {
    const waiting = queries
      .getMutationCache()
      .findAll({ mutationKey, status: 'pending' })
      .flatMap(({ state: { variables } }) => (variables === change ? [] : (variables as StarChange).ids))
    return ids.filter((id) => !waiting.includes(id))
  }

  return mutationOptions({
    mutationKey,
    // One after the other: the last one is right.
    scope: { id: 'star' },
    mutationFn: async ({ ids, is_star }: StarChange) => {
      const data: { id: number }[] = []
      for (const some of chunksOf(ids, mostPerCall))
        data.push(...(await api('PUT /orders/star', { body: { ids: some, is_star } })).data)
      return { data }
    },
    onMutate: async (change) => {
      const wasReading = queries.isFetching({ queryKey: orderKeys.lists }) > 0
      await queries.cancelQueries({ queryKey: orderKeys.lists })
      const changed = unlike(change)
      show(change)
      return { changed, wasReading }
    },
    onSuccess: ({ data }, change) => {
      // A list may have been read anew since, while this one waited for another.
      show({
        ...change,
        ids: settledOf(
          change,
          data.map(({ id }) => id),
        ),
      })
      void queries.invalidateQueries(
        { queryKey: orderKeys.lists, type: 'inactive', refetchType: 'none' },
        afterReading,
      )
    },
    onError: (error, change, context) => {
      if (context) show({ ids: settledOf(change, context.changed), is_star: change.is_star === 1 ? 0 : 1 })
      onRefused(error)
    },
    // A call for many may have changed some of them, and what was being read is still wanted.
    onSettled: (reply, _error, { ids }, context) =>
      reply?.data.length === ids.length && !context?.wasReading
        ? undefined
        : queries.invalidateQueries({ queryKey: orderKeys.lists }),
  })
}
