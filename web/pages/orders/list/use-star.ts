import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { showToast } from '../../../ui/toast.ts'
import { starOrders } from './star-orders.ts'

/** Stars or unstars at once, and says when the server refuses. */
export function useStar() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  return useMutation(
    starOrders(queries, (error) =>
      showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
    ),
  )
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
