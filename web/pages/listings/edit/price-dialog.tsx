import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type Product, productKeys } from '../../../parts/queries/product-queries.ts'
import { useVersion } from '../../../parts/use-version.ts'
import { useClock } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './listing-actions.module.css'
import { priceChangesOf, pricesOf, type TypedPrices, wrongPrices } from './price-draft.ts'
import { PriceFields } from './price-fields.tsx'
import { SiblingTicks } from './sibling-ticks.tsx'

/** New prices of a listing's variants. Only what was typed is sent, so a price that the channel changed meanwhile stays. */
export function PriceDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation()
  const { timeZone } = useClock()
  const errorMessage = useErrorMessage()
  const [typed, setTyped] = useState<Record<number, TypedPrices>>({})
  const [also, setAlso] = useState<number[]>([])
  const [wrong, setWrong] = useState<Record<number, 'price' | 'special'>>({})
  const { mutate, error, isPending } = useRequestPrices(product, onClose)
  const variants = priceChangesOf(product, typed, timeZone)
  const version = useVersion(product.version, variants.length > 0, error)
  const fields = error instanceof ApiError ? error.fields : {}
  const errorsOf = (id: number): Record<string, string> => {
    const start = `variants.${variants.findIndex((one) => one.id === id)}.`
    const own = Object.entries(fields).filter(([path]) => path.startsWith(start))
    const said = Object.fromEntries(own.map(([path, text]) => [path.slice(start.length), text]))
    if (wrong[id] === 'price') return { price: t('listingEdit.priceRule') }
    return wrong[id] === 'special' ? { special_price: t('listingEdit.specialRule') } : said
  }
  const isShown = Object.keys(fields).some((path) => path.startsWith('variants.') || path.startsWith('also.'))
  const general = error && !isShown ? (fields['variants'] ?? errorMessage(error)) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = wrongPrices(product, typed, timeZone)
    setWrong(found)
    if (Object.keys(found).length === 0)
      mutate({ variants, updated_at: version, ...(also.length > 0 && { also }) })
  }

  return (
    <Dialog opened title={t('listingEdit.changePrices')} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        {product.product_skus.data.map((one) => (
          <PriceFields
            key={one.id}
            product={product}
            variant={one}
            typed={{ ...pricesOf(one, timeZone), ...typed[one.id] }}
            errors={errorsOf(one.id)}
            onChange={(prices) => setTyped({ ...typed, [one.id]: prices })}
          />
        ))}
        <SiblingTicks
          product={product}
          chosen={also}
          currency={product.currency}
          errors={fields}
          onChange={setAlso}
        />
        {general && (
          <p className={styles['error']} role="alert">
            {general}
          </p>
        )}
        <div className={styles['end']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={isPending} disabled={variants.length === 0}>
            {t('listingEdit.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
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
