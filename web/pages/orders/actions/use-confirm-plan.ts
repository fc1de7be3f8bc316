import { useQueries } from '@tanstack/react-query'
import type { Reply } from '../../../../contract/endpoints.ts'
import { mostAtOnce } from '../../../../model/order-action.ts'
import { api } from '../../../api.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'

export type ConfirmPlan = Reply<'GET /orders/confirm-plan'>['data']

/** The plan of confirming these orders, asked for in parts of as many orders as one call takes. */
export function useConfirmPlan(ids: number[]) {
  return useQueries({
    queries: chunksOf(ids, mostAtOnce).map((some) => ({
      queryKey: ['confirm-plan', some],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api('GET /orders/confirm-plan', { query: { ids: some }, signal })).data,
      // Times to be picked up at pass.
      staleTime: 0,
      gcTime: 0,
      retry: false,
    })),
    combine: (parts) => ({
      error: parts.find(({ error }) => error)?.error ?? null,
      plan: parts.every(({ data }) => data) ? joined(parts.flatMap(({ data }) => data ?? [])) : undefined,
    }),
  })
}

function joined(parts: ConfirmPlan[]): ConfirmPlan {
  const byShop = Map.groupBy(
    parts.flatMap((part) => part.handovers),
    ({ shop, courier }) => `${shop.id}/${courier}`,
  )
  const byReason = Map.groupBy(
    parts.flatMap((part) => part.left_out),
    ({ reason, shop }) => `${reason}/${shop?.id}`,
  )
  return {
    handovers: withAllOrders([...byShop.values()]),
    to_print: parts.flatMap((part) => part.to_print),
    prints_alone: parts.flatMap((part) => part.prints_alone),
    left_out: withAllOrders([...byReason.values()]),
  }
}

function withAllOrders<One extends { order_ids: number[] }>(groups: One[][]): One[] {
  return groups
    .flatMap((group) => {
      const [first] = group
      return first ? [{ ...first, order_ids: group.flatMap((one) => one.order_ids) }] : []
    })
    .toSorted((a, b) => b.order_ids.length - a.order_ids.length)
}
