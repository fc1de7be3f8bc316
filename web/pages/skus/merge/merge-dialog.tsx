import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api.ts'
import { count } from '../../../parts/figures.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import type { SkuRow } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FindSku } from '../../../parts/skus/find-sku.tsx'
import styles from './merge.module.css'
import { useMerge } from './use-merge.tsx'

export type MergedSku = Pick<SkuRow, 'id' | 'name' | 'prime_sku' | 'stock_total' | 'listing_count'> & {
  /** As its page has read it. */
  version?: string
}

const mostMerged = 51

type Props = {
  skus: MergedSku[]
  /** Others can be added by a search. */
  canAdd?: boolean
  onClose: () => void
  onMerged: (into: number) => void
}

/** Asks which SKU goes on, and says what happens to the others. */
export default function MergeDialog({ skus, canAdd = false, onClose, onMerged }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [added, setAdded] = useState<MergedSku[]>([])
  const [chosen, setChosen] = useState(skus[0]?.id ?? 0)
  const { merge } = useMerge()
  const all = [...skus, ...added]
  const into = all.find(({ id }) => id === chosen) ?? all[0]
  const others = all.filter((sku) => sku !== into)
  const { error } = merge
  const fields = error instanceof ApiError ? error.fields : {}
  const send = () =>
    into &&
    merge.mutate(
      { into: into.id, ids: others.map(({ id }) => id), ...(into.version && { updatedAt: into.version }) },
      { onSuccess: () => onMerged(into.id) },
    )
  return (
    <Dialog
      opened
      title={t('merge.title', { count: all.length, figure: count(all.length) })}
      onClose={onClose}
    >
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <fieldset className={styles['skus']}>
          <legend>{t('merge.goesOn')}</legend>
          {all.map((sku) => (
            <SkuChoice
              key={sku.id}
              sku={sku}
              checked={sku === into}
              error={fields[`sku_ids.${others.indexOf(sku)}`]}
              onChoose={() => setChosen(sku.id)}
              {...(added.includes(sku) && {
                onRemove: () => setAdded(added.filter((one) => one !== sku)),
              })}
            />
          ))}
        </fieldset>
        {canAdd && all.length < mostMerged && (
          <FindSku
            except={all.map(({ id }) => id)}
            action={t('skus.parts.add')}
            onPick={(sku) => setAdded([...added, sku])}
          />
        )}
        {into && others.length > 0 && <WhatHappens into={into} others={others} />}
        {error && !Object.keys(fields).some((name) => name.startsWith('sku_ids.')) && (
          <p className={styles['error']} role="alert">
            {fields['sku_ids'] ?? errorMessage(error)}
          </p>
        )}
        <div className={styles['end']}>
          <Button type="button" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={merge.isPending} disabled={others.length === 0}>
            {t('merge.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** In one sentence, what becomes of the stock and of the listings. */
function WhatHappens({ into, others }: { into: MergedSku; others: MergedSku[] }) {
  const { t } = useTranslation()
  const sum = (of: (sku: MergedSku) => number) => [into, ...others].reduce((all, sku) => all + of(sku), 0)
  const listings = sum(({ listing_count }) => listing_count)
  const isCounted = [into, ...others].some(({ stock_total: stock }) => stock !== null)
  const text = t(isCounted ? 'merge.what' : 'merge.whatUncounted', {
    count: listings,
    others: others.map(({ prime_sku: code }) => code).join(', '),
    name: into.name,
    listings: count(listings),
    onHand: count(sum(({ stock_total: stock }) => stock ?? 0)),
  })
  return <p className={styles['what']}>{text}</p>
}

type ChoiceProps = {
  sku: MergedSku
  checked: boolean
  error: string | undefined
  onChoose: () => void
  onRemove?: () => void
}

function SkuChoice({ sku, checked, error, onChoose, onRemove }: ChoiceProps) {
  const { t } = useTranslation()
  const { name, prime_sku: code, stock_total: stock, listing_count: listings } = sku
  const facts = [
    code,
    t('skus.listingCount', { count: listings, figure: count(listings) }),
    stock === null ? null : t('merge.onHand', { figure: count(stock) }),
  ]
  return (
    <div className={styles['row']}>
      <label>
        <input type="radio" name="goes-on" checked={checked} onChange={onChoose} />
        <span className={styles['lines']}>
          <span title={name}>{name}</span>
          <small>{facts.filter(Boolean).join(' · ')}</small>
          {error && (
            <small className={styles['error']} role="alert">
              {error}
            </small>
          )}
        </span>
      </label>
      {onRemove && (
        <Button type="button" size="small" aria-label={`${t('skus.remove')} · ${name}`} onClick={onRemove}>
          {t('skus.remove')}
        </Button>
      )}
    </div>
  )
}
