import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../error-message.ts'
import { showToast } from '../../ui/toast.ts'
import { useUndoToast } from './use-undo-toast.tsx'

/** `reopened`: suggestion whose acceptance it undoes. */
type Link = { skuId: number; ids: number[]; move?: boolean; from?: number; reopened?: number | undefined }
type Unlink = { skuId: number; productId: number; listingId?: number; reopened?: number | undefined }

type Linked = {
  skuId: number
  name: string
  /** The listing that was linked. */
  listing: { id: number; product_id: number } | undefined
  moved: Reply<'POST /sku-centers/{id}/listings'>['meta']['moved']
  /** The suggestion that was accepted. */
  suggestionId?: number
}

const lateCodes: ReadonlySet<string | undefined> = new Set([
  'sku_linked_elsewhere',
  'sku_link_changed',
  'not_found',
])

/** Links and unlinks listings, says so, and offers to undo it. */
export function useLink() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const tell = useUndoToast()
  const onError = (error: unknown) =>
    showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) })

  const onNotUndone = (error: unknown) => {
    // Somebody else was quicker.
    const isLate = error instanceof ApiError && lateCodes.has(error.code)
    if (isLate) showToast({ tone: 'error', message: t('skus.notUndone') })
    else onError(error)
  }

  const send = async ({ skuId, ids, move = false, from, reopened }: Link) => {
    const reply = await api('POST /sku-centers/{id}/listings', {
      params: { id: skuId },
      body: { product_sku_ids: ids, move, ...(from !== undefined && { from }) },
    })
    if (reopened !== undefined) await reopen(reopened)
    return reply
  }
  const onSuccess = ({ data, meta: { moved } }: Awaited<ReturnType<typeof send>>, { ids }: Link) => {
    const listing = data.listings.data.find(({ id }) => ids.includes(id))
    return tellLinked({ skuId: data.id, name: data.name, listing, moved })
  }
  const link = useMutation({ mutationFn: send, onSuccess })
  const linkBack = useMutation({ mutationFn: send, onSuccess, onError: onNotUndone })
  const unlinking = {
    mutationFn: async ({ skuId, productId, listingId, reopened }: Unlink) => {
      const reply = await api('DELETE /sku-centers/{id}/product/{product_id}', {
        params: { id: skuId, product_id: productId },
        query: listingId === undefined ? {} : { product_sku_id: String(listingId) },
      })
      if (reopened !== undefined) await reopen(reopened)
      return reply
    },
    onSuccess: ({
      data,
      meta: { product_sku_ids: ids },
    }: Reply<'DELETE /sku-centers/{id}/product/{product_id}'>) =>
      tell(t('skus.unlinked', { name: data.name }), () => linkBack.mutate({ skuId: data.id, ids })),
  }
  const unlink = useMutation({ ...unlinking, onError })
  const takeOff = useMutation({ ...unlinking, onError: onNotUndone })

  /** Undoing takes the listing back to the SKU that it was moved from, or off this one. */
  function tellLinked({ skuId, name, listing, moved: [first], suggestionId: reopened }: Linked) {
    return tell(t('skus.linked', { name }), () => {
      if (first)
        linkBack.mutate({
          skuId: first.from,
          ids: [first.product_sku_id],
          move: true,
          from: skuId,
          reopened,
        })
      else if (listing)
        takeOff.mutate({ skuId, productId: listing.product_id, listingId: listing.id, reopened })
    })
  }
  return { link, unlink, tellLinked, onError }
}

export const reopen = (id: number) => api('POST /sku-suggestions/{id}/reopen', { params: { id } })
