import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { orderKeys } from '../../parts/queries/order-queries.ts'
import { showToast } from '../../ui/toast.ts'

export type Rates = Reply<'GET /settings/exchange-rates'>['data']
export type Rate = Rates['rates'][number]
export type WrittenRate = BodyInput<'PUT /settings/exchange-rates'>['rates'][number]

export const ratesQuery = queryOptions({
  queryKey: ['exchange-rates'] as const,
  queryFn: async ({ signal }) => (await api('GET /settings/exchange-rates', { signal })).data,
})

export const isSameRate = (one: WrittenRate, other: WrittenRate) =>
  one.currency === other.currency && one.from === other.from

/** Writes all rates with one of them changed, added or left out, over the version that was read. */
export function useSaveRates(saved: Rates) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (rates: WrittenRate[]) =>
      api('PUT /settings/exchange-rates', {
        body: {
          rates: rates.map(({ currency, from, rate }) => ({ currency, from, rate })),
          updated_at: saved.updated_at,
        },
      }),
    onSuccess: ({ data }) => {
      queries.setQueryData(ratesQuery.queryKey, data)
      showToast({ tone: 'success', message: t('rates.saved') })
      void queries.invalidateQueries({ queryKey: orderKeys.figures })
    },
    // Somebody else was quicker: the next attempt is made over what is there now.
    onError: () => void queries.invalidateQueries({ queryKey: ratesQuery.queryKey }),
  })
  return { save: mutate, error, isSaving: isPending, reset }
}
