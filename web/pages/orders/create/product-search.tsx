import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../../console-queries.ts'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { useLive } from '../../../parts/live.ts'
import { Money } from '../../../parts/money-amount.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './manual-order.module.css'
import type { Product } from './manual-order.ts'

type Props = { shopId: number; error: string | undefined; onChoose: (product: Product) => void }

/** Finds what a shop sells. Enter takes the first that was found. */
export function ProductSearch({ shopId, error, onChoose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [text, setText] = useState('')
  const keyword = useDeferredValue(text.trim())
  const list = useId()
  const found = useQuery({
    queryKey: ['sellable', shopId, keyword],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/new/products', { query: { shop_id: shopId, keyword }, signal })).data,
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const queries = useQueryClient()
  const renew = () => void queries.invalidateQueries({ queryKey: ['sellable', shopId] }, afterReading)
  useLive('product.add', renew)
  useLive('product.sync', renew)
  const products = keyword === '' ? [] : (found.data ?? [])

  function choose(product: Product) {
    onChoose(product)
    setText('')
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Not the end of the form.
    event.preventDefault()
    const [first] = products
    if (first && !found.isPlaceholderData) choose(first)
  }

  return (
    <div>
      <TextField
        label={t('manualOrder.product')}
        help={t('manualOrder.productHelp')}
        value={text}
        optional
        type="search"
        maxLength={100}
        autoComplete="off"
        aria-controls={list}
        error={error ?? (found.error ? errorMessage(found.error) : undefined)}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <ul id={list} className={styles['found']} aria-label={t('manualOrder.found')}>
        {products.map((product) => (
          <li key={product.product_sku_id}>
            <button type="button" onClick={() => choose(product)}>
              <Picture source={product.image} seed={product.shop_sku} />
              <span className={styles['what']}>
                <span>{[product.name, product.variant_label].filter(Boolean).join(' · ')}</span>
                <small>
                  {product.seller_sku ?? product.shop_sku}
                  {product.stock !== null && ` · ${t('manualOrder.stock', { figure: count(product.stock) })}`}
                </small>
              </span>
              <Money value={product.price} currency={product.currency} />
            </button>
          </li>
        ))}
      </ul>
      <output className={styles['none']}>
        {keyword !== '' && found.data?.length === 0 && t('manualOrder.nothingFound')}
      </output>
    </div>
  )
}
