import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { type Order, orderKeys, type OrderPage } from '../../../parts/queries/order-queries.ts'
import { showToast } from '../../../ui/toast.ts'

const mostPerCall = 1000

type Change = { ids: number[]; is_star: 0 | 1 }

/** Stars or unstars at once and takes it back when the server refuses. */
export function useStar() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()

  function show({ ids, is_star }: Change) {
    const changed = new Set(ids)
    queries.setQueriesData<OrderPage>(
      { queryKey: orderKeys.lists },
      (page) =>
        page && { ...page, data: page.data.map((row) => (changed.has(row.id) ? { ...row, is_star } : row)) },
    )
    for (const id of ids) {
      queries.setQueryData<Order>([...orderKeys.details, id], (order) => order && { ...order, is_star })
    }
  }

  return useMutation({
    // One after the other: the last one is right.
    scope: { id: 'star' },
    mutationFn: async ({ ids, is_star }: Change) => {
      const data: { id: number }[] = []
      for (const some of chunksOf(ids, mostPerCall))
        data.push(...(await api('PUT /orders/star', { body: { ids: some, is_star } })).data)
      return { data }
    },
    onMutate: async (change) => {
      const wasReading = queries.isFetching({ queryKey: orderKeys.lists }) > 0
      await queries.cancelQueries({ queryKey: orderKeys.lists })
      // Some of them may have the star already.
      const details = change.ids.map((id) => [...orderKeys.details, id])
      const before = [
        ...queries.getQueriesData({ queryKey: orderKeys.lists }),
        ...details.map((key) => [key, queries.getQueryData(key)] as const),
      ]
      show(change)
      return { before, wasReading }
    },
    onError: (error, _change, context) => {
      for (const [key, data] of context?.before ?? []) queries.setQueryData(key, data)
      showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) })
    },
    // A call for many may have changed some of them, and what was being read is still wanted.
    onSettled: (reply, _error, { ids }, context) =>
      reply?.data.length === ids.length && !context?.wasReading
        ? undefined
        : queries.invalidateQueries({ queryKey: orderKeys.lists }),
  })
}

/** Stars or unstars many, and says how many were and how many were not, such as those of a shop that is no longer one's own. */
export function useStarChosen() {
  const { t } = useTranslation()
  const star = useStar()
  return (ids: number[], is_star: 0 | 1) =>
    star.mutate(
      { ids, is_star },
      {
        onSuccess: ({ data }) => {
          const left = ids.length - data.length
          const done = t(is_star === 1 ? 'orders.starDone' : 'orders.unstarDone', {
            count: data.length,
            figure: count(data.length),
          })
          const message = left > 0 ? `${done} ${t('orders.starLeft', { figure: count(left) })}` : done
          showToast({ tone: left > 0 ? 'warning' : 'success', message })
        },
      },
    )
}
