import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type Product, productKeys } from '../../../parts/queries/product-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './listing-actions.module.css'
import { PriceDialog } from './price-dialog.tsx'

/** Requests of changes at the channel, and how many are on their way. */
export function ListingActions({ product }: { product: Product }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const mayPrice = allows(me, 'products.edit')
  const mayShow = allows(me, 'products.status')
  const [isPricing, setPricing] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (status: 0 | 1) =>
      api('PATCH /products/{id}/status', { params: { id: product.id }, body: { status } }),
    onError: (error) => {
      const reason = error instanceof ApiError ? error.fields['status'] : undefined
      showToast({ tone: 'error', message: reason ?? errorMessage(error) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [...productKeys.details, product.id] }),
  })
  if (!mayPrice && !mayShow) return null

  return (
    <Card>
      <output>
        {product.pending > 0 && (
          <p className={styles['pending']}>{t('listingEdit.pending', { count: product.pending })}</p>
        )}
      </output>
      <div className={styles['buttons']}>
        {mayPrice && <Button onClick={() => setPricing(true)}>{t('listingEdit.changePrices')}</Button>}
        {mayShow && (
          <Button busy={isPending} onClick={() => mutate(product.is_active ? 0 : 1)}>
            {product.is_active ? t('listingEdit.hide') : t('listingEdit.show')}
          </Button>
        )}
      </div>
      {isPricing && <PriceDialog product={product} onClose={() => setPricing(false)} />}
    </Card>
  )
}
