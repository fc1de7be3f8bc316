import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { templateKeys } from '../../../parts/queries/template-queries.ts'
import { isChangedByOther } from '../../../parts/use-version.ts'
import { useFrame } from '../form/use-draft.ts'

/** Publishing a template to shops, and stopping it. What became of it is read again afterwards. */
export function useUploadActions(id: number) {
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { draft } = useFrame()
  const renew = async () => {
    await queries.invalidateQueries({ queryKey: templateKeys.details })
    void queries.invalidateQueries({ queryKey: templateKeys.lists })
  }
  const publish = useMutation({
    mutationFn: (shopIds: number[]) =>
      api('POST /product-template/{id}/upload-to-platform', {
        params: { id },
        body: { shop_ids: shopIds, updated_at: draft.get().version },
      }),
    onError: (error) => isChangedByOther(error) && draft.conflictWith(error),
    onSettled: renew,
  })
  /** Answers how many shops it came too late for. */
  async function cancel(shopIds: number[]): Promise<number> {
    try {
      const { data } = await api('POST /product-template/{id}/cancel-upload-to-platform', {
        params: { id },
        body: { shop_ids: shopIds },
      })
      return data.too_late.length
    } finally {
      await renew()
    }
  }
  return {
    publish: {
      ...publish,
      reason: publish.error && !isChangedByOther(publish.error) ? errorMessage(publish.error) : null,
    },
    cancel,
    renew,
  }
}
