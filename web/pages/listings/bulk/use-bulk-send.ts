import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { productKeys } from '../../../parts/queries/product-queries.ts'
import { showToast } from '../../../ui/toast.ts'

type Body = Required<BodyInput<'POST /products/bulk-changes'>>

const rowsPerCall = 500

/** Requests changes of many listings and says how many are on their way. The list shows how each ends. */
export function useBulkSend(onSent: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ variants, products }: Body) => {
      let sent = 0
      const refused: string[] = []
      for (const body of [
        ...chunksOf(variants, rowsPerCall).map((some) => ({ variants: some, products: [] })),
        ...chunksOf(products, rowsPerCall).map((some) => ({ variants: [], products: some })),
      ]) {
        const { data, meta } = await api('POST /products/bulk-changes', { once: true, body })
        sent += data.total
        refused.push(...meta.refused.map(({ message }) => message))
      }
      return { sent, refused }
    },
    onSuccess: ({ sent, refused }) => {
      const message =
        sent > 0 ? t('bulkEdit.sent', { count: sent, figure: count(sent) }) : t('bulkEdit.nothing')
      const [first] = refused
      showToast(
        first === undefined
          ? { tone: 'success', message }
          : {
              tone: 'warning',
              title: message,
              message: t('bulkEdit.refused', { count: refused.length, message: first }),
            },
      )
      onSent()
    },
    onError: (error) => showToast({ tone: 'error', message: errorMessage(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: productKeys.lists }),
  })
  return {
    isPending,
    send: (variants: Body['variants'], products: Body['products']) => mutate({ variants, products }),
  }
}
