import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { isFarOff } from '../../../../model/money.ts'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type Product, productKeys } from '../../../parts/queries/product-queries.ts'
import { LaterConfirmLeave } from '../../../parts/later-confirm-leave.tsx'
import { useVersion } from '../../../parts/use-version.ts'
import { useClock } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './listing-actions.module.css'
import { ConfirmPrices, type FarPrice } from './confirm-prices.tsx'
import { priceChangesOf, pricesOf, type TypedPrices, type WantedPrice, wrongPrices } from './price-draft.ts'
import { PriceFields } from './price-fields.tsx'
import { SiblingTicks } from './sibling-ticks.tsx'
import { variantLabel } from './variant-label.ts'

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
  const look = useMutation({ mutationFn: () => farPricesOf(product, variants, also) })
  const [far, setFar] = useState<FarPrice[]>([])
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
  const refusal = error ?? look.error
  const general = refusal && !isShown ? (fields['variants'] ?? errorMessage(refusal)) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = wrongPrices(product, typed, timeZone)
    setWrong(found)
    if (Object.keys(found).length > 0) return
    look.mutate(undefined, { onSuccess: (prices) => (prices.length > 0 ? setFar(prices) : send()) })
  }

  function send() {
    setFar([])
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
            shown={{ ...pricesOf(one, timeZone), ...typed[one.id] }}
            errors={errorsOf(one.id)}
            onChange={(part) => setTyped({ ...typed, [one.id]: { ...typed[one.id], ...part } })}
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
        <LaterConfirmLeave
          when={variants.length > 0}
          isSaving={isPending || look.isPending}
          text={t('listingEdit.leaveText')}
        />
        <div className={styles['end']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            busy={isPending || look.isPending}
            disabled={variants.length === 0}
          >
            {t('listingEdit.send')}
          </Button>
        </div>
      </form>
      {far.length > 0 && <ConfirmPrices prices={far} onConfirm={send} onClose={() => setFar([])} />}
    </Dialog>
  )
}

/** Prices far off the present ones, also those of ticked listings of the same SKUs. */
async function farPricesOf(product: Product, wanted: WantedPrice[], also: number[]): Promise<FarPrice[]> {
  const prices = new Map(
    wanted.flatMap(({ id, price }) => (price === undefined ? [] : [[id, price] as const])),
  )
  const { currency } = product
  const own = product.product_skus.data.flatMap((one): FarPrice[] => {
    const after = prices.get(one.id)
    if (after === undefined) return []
    return [
      { id: one.id, name: variantLabel(one, product), before: one.product_sku_detail.price, after, currency },
    ]
  })
  return [
    ...own,
    ...(also.length > 0 && prices.size > 0 ? await pricesOfSiblings(product, prices, also) : []),
  ].filter(({ before, after }) => isFarOff(before, after))
}

async function pricesOfSiblings(
  { id, currency }: Product,
  prices: ReadonlyMap<number, number>,
  also: number[],
): Promise<FarPrice[]> {
  const { data, meta } = await api('GET /products/variants', { query: { ids: [id, ...also] } })
  const ofSku = new Map(
    data.map((row) => [row.sku_id, prices.get(row.id)] as const).filter(([, price]) => price !== undefined),
  )
  return data.flatMap((row): FarPrice[] => {
    const after = row.product_id === id || row.sku_id === null ? undefined : ofSku.get(row.sku_id)
    if (after === undefined) return []
    const shop = meta.shops.find((one) => one.id === row.shop_id)?.system_name
    const name = [shop, row.product_name, row.variant].filter(Boolean).join(' · ')
    return [{ id: row.id, name, before: row.price, after, currency }]
  })
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
