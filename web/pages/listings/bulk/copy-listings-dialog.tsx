import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { publishingOrder } from '../../../../model/product-template.ts'
import { api } from '../../../api.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { isConnected, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { templateKeys } from '../../../parts/queries/template-queries.ts'
import type { ProductRow } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import buttons from '../../../ui/button.module.css'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import styles from './bulk-dialogs.module.css'

type Props = { products: ProductRow[]; onClose: () => void; onDone: () => void }
type Outcome = { created: number; incomplete: number; skipped: number; listed: number }

/** Drafts that one call makes: the channel of each is asked what it wants. */
const draftsPerCall = 25
const nothing: Outcome = { created: 0, incomplete: 0, skipped: 0, listed: 0 }

/** Makes a draft template of each chosen product for the shops that are ticked; nothing is published by it. */
export function CopyListingsDialog({ products, onClose, onDone }: Props) {
  const ids = products.map(({ id }) => id)
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data: shops, error, refetch } = useQuery(shopsQuery)
  const [chosen, setChosen] = useState<number[]>([])
  const [outcome, setOutcome] = useState(nothing)
  const isStopped = useRef(false)
  const copy = useMutation({
    mutationFn: async () => {
      let sum = outcome
      const productsPerCall = Math.max(1, Math.floor(draftsPerCall / chosen.length))
      for (const some of chunksOf(ids.slice(handledIn(outcome)), productsPerCall)) {
        if (isStopped.current) return
        const { data } = await api('POST /product-template/copy-listings', {
          once: true,
          body: { product_ids: some, shop_ids: chosen },
        })
        sum = {
          created: sum.created + data.created.length,
          incomplete: sum.incomplete + data.created.filter(({ problems }) => problems > 0).length,
          skipped: sum.skipped + data.skipped.length,
          listed: sum.listed + some.length - data.created.length - data.skipped.length,
        }
        setOutcome(sum)
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: templateKeys.lists }),
  })
  // A shop would list twice what it has: it is offered for the others alone.
  const offered = (shops ?? [])
    .filter((shop) => isConnected(shop) && publishingOrder.includes(shop.platform_id))
    .map((shop) => ({ ...shop, has: products.filter((product) => isListedIn(product, shop.id)).length }))
    .filter(({ has }) => has < products.length)
  /** The part that was sent comes to its end. */
  function leave() {
    isStopped.current = true
    if (copy.isPending) return
    if (outcome.created > 0) onDone()
    else onClose()
  }
  const drafts = products.filter(
    (product) => chosen.length === 0 || chosen.some((shopId) => !isListedIn(product, shopId)),
  ).length
  const figures = { count: ids.length, figure: count(ids.length) }
  if (copy.isSuccess)
    return (
      <Dialog opened title={t('bulkEdit.copied.title')} onClose={onDone}>
        <div className={styles['form']}>
          <OutcomeLines {...outcome} />
          <div className={styles['end']}>
            <Button onClick={onDone}>{t('action.close')}</Button>
            <Link
              className={`${buttons['button']} ${buttons['primary']}`}
              to={paths.templates()}
              data-autofocus
            >
              {t('bulkEdit.copied.open')}
            </Link>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog opened title={t('bulkEdit.copyTitle', figures)} onClose={leave}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          isStopped.current = false
          copy.mutate()
        }}
      >
        <p className={styles['muted']}>{t('bulkEdit.copyText')}</p>
        <fieldset className={styles['shops']} disabled={copy.isPending}>
          <legend>{t('bulkEdit.copyShops')}</legend>
          {error && !shops && <LoadError title={t('error.failed')} error={error} onRetry={refetch} />}
          {shops && offered.length === 0 && <p className={styles['muted']}>{t('bulkEdit.copyNowhere')}</p>}
          {offered.map(({ id, platform_id: platformId, system_name: name, has }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={() =>
                  setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
                }
              />
              <ChannelMark platformId={platformId} /> {name}
              {has > 0 && (
                <span className={styles['muted']}>{t('bulkEdit.copyListed', { figure: count(has) })}</span>
              )}
            </label>
          ))}
        </fieldset>
        {copy.isPending && (
          <ProgressBar percent={(100 * handledIn(outcome)) / ids.length} label={t('bulkEdit.copying')} />
        )}
        {copy.error && (
          <div role="alert" className={styles['error']}>
            {errorMessage(copy.error)}
            {outcome.created > 0 && <OutcomeLines {...outcome} />}
          </div>
        )}
        <div className={styles['end']}>
          <Button onClick={leave}>{t('action.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            busy={copy.isPending}
            {...(chosen.length === 0 && { refusal: t('bulkEdit.copyNone') })}
          >
            {t('bulkEdit.copyStart', { count: drafts, figure: count(drafts) })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function OutcomeLines({ created, incomplete, skipped, listed }: Outcome) {
  const { t } = useTranslation()
  const line = (key: keyof Outcome, all: number) =>
    all > 0 && <li>{t(`bulkEdit.copied.${key}`, { count: all, figure: count(all) })}</li>
  return (
    <ul className={styles['outcome']}>
      {line('created', created)}
      {line('incomplete', incomplete)}
      {line('listed', listed)}
      {line('skipped', skipped)}
    </ul>
  )
}

/** Products that a part of the copy has dealt with: a retry goes on behind them. */
const handledIn = ({ created, skipped, listed }: Outcome) => created + skipped + listed

/** Whether a shop sells the product, or another one of its SKUs, already. */
const isListedIn = ({ shop, also_in: others }: ProductRow, shopId: number) =>
  shop.data.id === shopId || others.some((other) => other.shop_id === shopId)
