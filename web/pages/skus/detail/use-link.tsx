import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { skusKey } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { hideToast, showToast } from '../../../ui/toast.ts'
import styles from './sku-page.module.css'

const undoMs = 8000
const toastId = 'sku-link'

type Link = { skuId: number; ids: number[]; move?: boolean }

/** Links and unlinks listings, says so, and offers to undo it. */
export function useLink() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()

  async function tell(message: string, undo: () => void) {
    hideToast(toastId)
    showToast({
      id: toastId,
      tone: 'success',
      shownMs: undoMs,
      message: (
        <span className={styles['told']}>
          {message}
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              hideToast(toastId)
              undo()
            }}
          >
            {t('action.undo')}
          </Button>
        </span>
      ),
    })
    await queries.invalidateQueries({ queryKey: skusKey })
  }
  const onError = (error: unknown) =>
    showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) })

  const link = useMutation({
    mutationFn: ({ skuId, ids, move = false }: Link) =>
      api('POST /sku-centers/{id}/listings', {
        params: { id: skuId },
        body: { product_sku_ids: ids, move },
      }),
    onSuccess: ({ data, meta: { moved } }, { ids }) => {
      const [first] = moved
      return tell(t('skus.linked', { name: data.name }), () => {
        if (first) return link.mutate({ skuId: first.from, ids: [first.product_sku_id], move: true })
        const linked = data.listings.data.find(({ id }) => ids.includes(id))
        if (linked) unlink.mutate({ skuId: data.id, productId: linked.product_id })
        return undefined
      })
    },
  })
  const unlink = useMutation({
    mutationFn: ({ skuId, productId }: { skuId: number; productId: number }) =>
      api('DELETE /sku-centers/{id}/product/{product_id}', {
        params: { id: skuId, product_id: productId },
      }),
    onSuccess: ({ data, meta: { product_sku_ids: ids } }) =>
      tell(t('skus.unlinked', { name: data.name }), () => link.mutate({ skuId: data.id, ids })),
    onError,
  })
  return { link, unlink, onError }
}
