import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { api, ApiError } from '../../../api.ts'
import { AmountField } from '../../../parts/amount-field.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { amountIn, plainAmount } from '../../../parts/figures.ts'
import { type Product, productKeys } from '../../../parts/queries/product-queries.ts'
import { useVersion } from '../../../parts/use-version.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './listing-actions.module.css'

type Variant = Product['product_skus']['data'][number]

/** New prices of a listing's variants. Only what was typed is sent, so a price that the channel changed meanwhile stays. */
export function PriceDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [typed, setTyped] = useState<Record<number, string>>({})
  const [wrong, setWrong] = useState<number[]>([])
  const { mutate, error, isPending } = useRequestPrices(product, onClose)
  const changed = product.product_skus.data.filter(
    (one) => typed[one.id] !== undefined && typed[one.id] !== priceText(one),
  )
  const version = useVersion(product.version, changed.length > 0, error)
  const fields = error instanceof ApiError ? error.fields : {}
  const refused = new Map(
    changed.map(({ id }, at) => [id, fields[`variants.${at}.price`] ?? fields[`variants.${at}.id`]]),
  )
  const general =
    error && ![...refused.values()].some(Boolean) ? (fields['variants'] ?? errorMessage(error)) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const variants = changed.map(({ id }) => ({ id, price: amountIn(typed[id] ?? '') ?? 0 }))
    const noPrices = variants.flatMap(({ id, price }) => (price > 0 ? [] : [id]))
    setWrong(noPrices)
    if (noPrices.length === 0) mutate({ variants, updated_at: version })
  }

  return (
    <Dialog opened title={t('listingEdit.changePrices')} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        {product.product_skus.data.map((one) => (
          <AmountField
            key={one.id}
            label={labelOf(one, product)}
            unit={product.currency}
            currency={product.currency}
            maxLength={20}
            value={typed[one.id] ?? priceText(one)}
            error={wrong.includes(one.id) ? t('listingEdit.priceRule') : refused.get(one.id)}
            onChange={(event) => setTyped({ ...typed, [one.id]: event.currentTarget.value })}
          />
        ))}
        {general && (
          <p className={styles['error']} role="alert">
            {general}
          </p>
        )}
        <div className={styles['end']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={isPending} disabled={changed.length === 0}>
            {t('listingEdit.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const priceText = (one: Variant) => plainAmount(one.product_sku_detail.price)

function labelOf(one: Variant, { name }: Product): string {
  const values = one.attribute_simples.data.map(({ attribute_values: { name: value } }) => value)
  return [values.join(', ') || name, one.seller_sku].filter(Boolean).join(' · ')
}

function useRequestPrices({ id }: Product, onRequested: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<'PUT /products/{id}'>) =>
      api('PUT /products/{id}', { params: { id }, body }),
    onSuccess: onRequested,
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => queries.invalidateQueries({ queryKey: [...productKeys.details, id] }),
  })
}
