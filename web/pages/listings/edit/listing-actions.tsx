import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type Product, productKeys } from '../../../parts/queries/product-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { withTexts } from '../../../texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './listing-actions.module.css'
import { later } from '../../../later.tsx'

const loadPrices = withTexts(() => import('./price-dialog.tsx'), 'listing', 'farPrice')
const PriceDialog = later(async () => ({ default: (await loadPrices()).PriceDialog }))
const DeleteListing = later(async () => ({ default: (await import('./delete-listing.tsx')).DeleteListing }))

export type ListingDialog = 'prices' | 'delete'
type Props = {
  product: Product
  open: ListingDialog | null
  onOpen: (dialog: ListingDialog | null) => void
  onEdit: () => void
}

/** Requests of changes at the channel, and how many are on their way. A channel that takes one not says why. */
export function ListingActions({ product, open, onOpen: setOpen, onEdit }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const mayEdit = allows(me, 'products.edit')
  const mayShow = allows(me, 'products.status')
  const mayDelete = allows(me, 'products.delete')
  const { mutate, isPending } = useRequestStatus(product)
  const refusalOf = (field: 'price' | 'status') => {
    const reason = product.editable.reasons[field]
    return reason === undefined ? {} : { refusal: reason }
  }
  if (!mayEdit && !mayShow && !mayDelete) return null

  return (
    <Card>
      <output>
        {product.pending > 0 && (
          <p className={styles['pending']}>{t('listingEdit.pending', { count: product.pending })}</p>
        )}
      </output>
      <div className={styles['buttons']}>
        {mayEdit && <Button onClick={onEdit}>{t('listingEdit.edit')}</Button>}
        {mayEdit && (
          <Button onClick={() => setOpen('prices')} {...refusalOf('price')}>
            {t('listingEdit.changePrices')}
          </Button>
        )}
        {mayShow && (
          <Button busy={isPending} onClick={() => mutate(product.is_active ? 0 : 1)} {...refusalOf('status')}>
            {product.is_active ? t('listingEdit.hide') : t('listingEdit.show')}
          </Button>
        )}
        {mayDelete && <Button onClick={() => setOpen('delete')}>{t('listingEdit.delete')}</Button>}
      </div>
      <Suspense>
        {open === 'prices' && <PriceDialog product={product} onClose={() => setOpen(null)} />}
        {open === 'delete' && <DeleteListing product={product} onClose={() => setOpen(null)} />}
      </Suspense>
    </Card>
  )
}

function useRequestStatus({ id }: Product) {
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  return useMutation({
    mutationFn: (status: 0 | 1) => api('PATCH /products/{id}/status', { params: { id }, body: { status } }),
    onError: (error) => {
      const reason = error instanceof ApiError ? error.fields['status'] : undefined
      showToast({ tone: 'error', message: reason ?? errorMessage(error) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [...productKeys.details, id] }),
  })
}
