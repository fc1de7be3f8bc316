import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../error-message.ts'
import { showToast } from '../../ui/toast.ts'
import { useUndoToast } from './use-undo-toast.tsx'

type Link = { skuId: number; ids: number[]; move?: boolean }

type Linked = {
  skuId: number
  name: string
  productId: number | undefined
  moved: Reply<'POST /sku-centers/{id}/listings'>['meta']['moved']
}

/** Links and unlinks listings, says so, and offers to undo it. */
export function useLink() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const tell = useUndoToast()
  const onError = (error: unknown) =>
    showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) })

  const send = ({ skuId, ids, move = false }: Link) =>
    api('POST /sku-centers/{id}/listings', {
      params: { id: skuId },
      body: { product_sku_ids: ids, move },
    })
  const onSuccess = ({ data, meta: { moved } }: Awaited<ReturnType<typeof send>>, { ids }: Link) => {
    const linked = data.listings.data.find(({ id }) => ids.includes(id))
    return tellLinked({ skuId: data.id, name: data.name, productId: linked?.product_id, moved })
  }
  const link = useMutation({ mutationFn: send, onSuccess })
  const linkBack = useMutation({
    mutationFn: send,
    onSuccess,
    onError: (error) => {
      // Somebody else was quicker.
      const isElsewhere = error instanceof ApiError && error.code === 'sku_linked_elsewhere'
      if (isElsewhere) showToast({ tone: 'error', message: t('skus.notUndone') })
      else onError(error)
    },
  })
  const unlink = useMutation({
    mutationFn: ({ skuId, productId }: { skuId: number; productId: number }) =>
      api('DELETE /sku-centers/{id}/product/{product_id}', {
        params: { id: skuId, product_id: productId },
      }),
    onSuccess: ({ data, meta: { product_sku_ids: ids } }) =>
      tell(t('skus.unlinked', { name: data.name }), () => linkBack.mutate({ skuId: data.id, ids })),
    onError,
  })

  /** Undoing takes the listing back to the SKU that it was moved from, or off this one. */
  function tellLinked({ skuId, name, productId, moved: [first] }: Linked) {
    return tell(t('skus.linked', { name }), () => {
      if (first) linkBack.mutate({ skuId: first.from, ids: [first.product_sku_id], move: true })
      else if (productId !== undefined) unlink.mutate({ skuId, productId })
    })
  }
  return { link, unlink, tellLinked, onError }
}
