import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { amountIn, count } from '../../../parts/figures.ts'
import type { Sku } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './merge.module.css'
import { useMerge } from './use-merge.tsx'

type Props = { sku: Sku; onClose: () => void; onSplit: (id: number) => void }

/** Listings that become a new SKU, and how many pieces of each warehouse go with them. */
export default function SplitDialog({ sku, onClose, onSplit }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { undo, tell } = useMerge()
  const [name, setName] = useState(sku.name)
  const [code, setCode] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  // One that somebody unlinks meanwhile is no longer there to be chosen.
  const chosen = sku.listings.data.map(({ id }) => id).filter((id) => ticked.has(id))
  const [pieces, setPieces] = useState<Record<number, string>>({})
  const places = sku.warehouses.data
  const split = useMutation({
    mutationFn: () =>
      api('POST /sku-centers/{id}/split', {
        params: { id: sku.id },
        body: {
          name,
          prime_sku: code,
          product_sku_ids: chosen,
          updated_at: sku.updated_at,
          stock: places.map(({ warehouse_id: id }) => ({
            warehouse_id: id,
            quantity: quantityOf(pieces[id] ?? ''),
          })),
        },
      }),
    onSuccess: async ({ data, meta }) => {
      onSplit(data.id)
      await tell(t('split.done', { name: data.name }), () => undo.mutate(meta.merge.id))
    },
  })
  const { error } = split
  const fields = error instanceof ApiError ? error.fields : {}
  const isShown = Object.keys(fields).some((field) => /^(?:name|prime_sku|stock\.\d+\.quantity)$/.test(field))
  return (
    <Dialog opened title={t('split.title')} onClose={onClose}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          split.mutate()
        }}
      >
        <fieldset className={styles['skus']}>
          <legend>{t('split.listings')}</legend>
          {sku.listings.data.map((listing) => (
            <ListingChoice
              key={listing.id}
              listing={listing}
              checked={ticked.has(listing.id)}
              onToggle={() => setTicked(toggled(ticked, listing.id))}
            />
          ))}
        </fieldset>
        <TextField
          label={t('skus.code')}
          value={code}
          maxLength={100}
          autoComplete="off"
          error={fields['prime_sku']}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <TextField
          label={t('skus.name')}
          value={name}
          maxLength={255}
          autoComplete="off"
          error={fields['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {places.map(({ warehouse_id: id, name: warehouse, available }, at) => (
          <TextField
            key={id}
            label={t('split.pieces', { warehouse })}
            help={t('split.most', { figure: count(Math.max(0, available)) })}
            value={pieces[id] ?? ''}
            optional
            maxLength={7}
            inputMode="numeric"
            autoComplete="off"
            error={fields[`stock.${at}.quantity`]}
            onChange={(event) => setPieces({ ...pieces, [id]: event.currentTarget.value })}
          />
        ))}
        {places.length > 0 && places.every(({ warehouse_id: id }) => quantityOf(pieces[id] ?? '') === 0) && (
          <p className={styles['muted']}>{t('split.empty')}</p>
        )}
        <p className={styles['muted']}>{t('split.what', { name: sku.name })}</p>
        {error && !isShown && (
          <p className={styles['error']} role="alert">
            {fieldOf(fields, 'product_sku_ids') ?? errorMessage(error)}
          </p>
        )}
        <div className={styles['end']}>
          <Button type="button" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={split.isPending} disabled={chosen.length === 0}>
            {t('split.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The error of a list or of one of its entries. */
function fieldOf(fields: Record<string, string>, list: string): string | undefined {
  return Object.entries(fields).find(([name]) => name === list || name.startsWith(`${list}.`))?.[1]
}

/** Left empty: none. What is no number is sent as one that the server refuses. */
function quantityOf(typed: string): number {
  return typed.trim() === '' ? 0 : (amountIn(typed) ?? -1)
}

function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

type Listing = Sku['listings']['data'][number]

function ListingChoice(props: { listing: Listing; checked: boolean; onToggle: () => void }) {
  const { name, variant, shop, seller_sku: sellerSku, shop_sku: shopSku } = props.listing
  return (
    <div className={styles['row']}>
      <label>
        <input
          type="checkbox"
          checked={props.checked}
          aria-label={`${name} ${variant} · ${shop.data.system_name}`}
          onChange={props.onToggle}
        />
        <span className={styles['lines']}>
          <span>{variant ? `${name} · ${variant}` : name}</span>
          <small>
            {shop.data.system_name} · {sellerSku ?? shopSku}
          </small>
        </span>
      </label>
    </div>
  )
}
