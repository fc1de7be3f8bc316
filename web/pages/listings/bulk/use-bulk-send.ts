import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { productKeys } from '../../../parts/queries/product-queries.ts'
import { showToast } from '../../../ui/toast.ts'

type Body = Required<BodyInput<'POST /products/bulk-changes'>>
export type Refusal = Reply<'POST /products/bulk-changes'>['meta']['refused'][number]

const rowsPerCall = 500
/** Descriptions may be long: a portion stays below the size that the server takes. */
const lettersPerCall = 250_000

type Handlers = {
  onSent: (refused: Refusal[]) => void
  /** Called after each portion: an error later on takes none of it back. */
  onPortion?: (sent: Body, refused: Refusal[]) => void
}

/** Requests changes of many listings and says how many are on their way. The list shows how each ends. */
export function useBulkSend({ onSent, onPortion }: Handlers) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ variants, products }: Body) => {
      let sent = 0
      const refused: Refusal[] = []
      for (const body of [
        ...portionsOf(variants).map((some) => ({ variants: some, products: [] })),
        ...portionsOf(products).map((some) => ({ variants: [], products: some })),
      ]) {
        const { data, meta } = await api('POST /products/bulk-changes', { once: true, body })
        sent += data.total
        refused.push(...meta.refused)
        onPortion?.(body, meta.refused)
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
              message: t('bulkEdit.refused', { count: refused.length, message: first.message }),
            },
      )
      onSent(refused)
    },
    onError: (error) => showToast({ tone: 'error', message: errorMessage(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: productKeys.lists }),
  })
  return {
    isPending,
    send: (variants: Body['variants'], products: Body['products']) => mutate({ variants, products }),
  }
}

function portionsOf<Row>(rows: readonly Row[]): Row[][] {
  const portions: Row[][] = []
  let letters = Infinity
  for (const row of rows) {
    const size = JSON.stringify(row).length
    const last = portions.at(-1)
    if (last && last.length < rowsPerCall && letters + size <= lettersPerCall) last.push(row)
    else {
      portions.push([row])
      letters = 0
    }
    letters += size
  }
  return portions
}
