import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { skusKey } from '../../../parts/queries/sku-queries.ts'
import { showToast } from '../../../ui/toast.ts'
import { useUndoToast } from '../../../parts/skus/use-undo-toast.tsx'

type Merge = { into: number; ids: number[]; updatedAt?: string }

/** Merges SKUs and undoes merges and splits, says so, and offers to undo it. */
export function useMerge() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const tell = useUndoToast()
  const undo = useMutation({
    mutationFn: (id: number) => api('POST /sku-merges/{id}/undo', { params: { id } }),
    onSuccess: async () => {
      showToast({ tone: 'success', message: t('merge.undone') })
      await queries.invalidateQueries({ queryKey: skusKey })
    },
    onError: (error: unknown) =>
      showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })
  const merge = useMutation({
    mutationFn: ({ into, ids, updatedAt }: Merge) =>
      api('POST /sku-centers/{id}/merge', {
        params: { id: into },
        body: { sku_ids: ids, ...(updatedAt && { updated_at: updatedAt }) },
      }),
    onSuccess: ({ data, meta }) =>
      tell(t('merge.done', { name: data.name }), () => undo.mutate(meta.merge.id)),
  })
  return { merge, undo, tell }
}
