import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFarOff } from '../../../../model/money.ts'
import { amountText, count } from '../../../parts/figures.ts'
import { LaterConfirmLeave } from '../../../parts/later-confirm-leave.tsx'
import { LoadError } from '../../../parts/load-error.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ConfirmPrices, type FarPrice } from '../edit/confirm-prices.tsx'
import { pricesToChange } from './bulk-rows.ts'
import { CurrencyOfAmount } from './currency-of-amount.tsx'
import { changeIn, currenciesFor, newPriceBy, type PriceRule, priceRuleKinds } from './price-rule.ts'
import styles from './bulk-dialogs.module.css'
import { useBulkSend } from './use-bulk-send.ts'

const mostShown = 5

/** New prices of all variants of the chosen products by one rule, with what comes of it before it is sent. */
export function BulkPricesDialog({
  ids,
  onClose,
  onSent,
}: {
  ids: number[]
  onClose: () => void
  onSent: () => void
}) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<PriceRule['kind']>('percent')
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const { data, error, refetch } = useQuery(pricesToChange(ids))
  const { send, isPending } = useBulkSend({ onSent })
  const value = changeIn(kind, typed)
  const offered = currenciesFor(kind, data?.rows ?? [])
  const currency = offered.includes(picked) ? picked : offered[0]
  const others = data?.rows.filter((row) => currency && row.currency !== currency).length ?? 0
  const changes = (data?.rows ?? []).flatMap((row) => {
    if (value === undefined || data?.locked.has(row.shop_id)) return []
    if (currency && row.currency !== currency) return []
    return [{ row, price: newPriceBy({ kind, value }, row.price, row.currency) }]
  })
  const good = changes.filter(({ row, price }) => price !== undefined && price !== row.price)
  const wrong = changes.filter(({ price }) => price === undefined)
  const locked = data?.rows.filter(({ shop_id: shop }) => data.locked.has(shop)).length ?? 0

  const far = good.flatMap(({ row, price = 0 }): FarPrice[] => {
    const name = nameOf(row)
    const { id, price: before, currency: unit } = row
    return isFarOff(before, price) ? [{ id, name, before, after: price, currency: unit }] : []
  })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (far.length > 0) setConfirming(true)
    else sendAll()
  }

  function sendAll() {
    setConfirming(false)
    const variants = good.map(({ row, price }) => ({
      id: row.id,
      price: price ?? 0,
      was: { price: row.price },
    }))
    if (variants.length > 0) send(variants, [])
  }

  return (
    <Dialog opened title={t('bulkEdit.prices')} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <div className={styles['rule']}>
          <SelectField
            label={t('bulkEdit.rule')}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as PriceRule['kind'])}
          >
            {priceRuleKinds.map((name) => (
              <option key={name} value={name}>
                {t(`bulkEdit.kind.${name}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('bulkEdit.value')}
            unit={kind === 'percent' ? '%' : (currency ?? '')}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            maxLength={20}
            value={typed}
            error={typed !== '' && value === undefined ? t('bulkEdit.valueRule') : undefined}
            {...(kind !== 'set' && { help: t('bulkEdit.valueHelp') })}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <CurrencyOfAmount
            label={t('bulkEdit.currency')}
            offered={offered}
            currency={currency}
            onChoose={setPicked}
          />
        </div>
        {error && !data && <LoadError title={t('products.failed')} error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton width="100%" height={90} />}
        {good.length > 0 && (
          <table className={styles['preview']}>
            <caption>{t('bulkEdit.preview', { count: good.length, figure: count(good.length) })}</caption>
            <tbody>
              {good.slice(0, mostShown).map(({ row, price }) => (
                <tr key={row.id}>
                  <th scope="row">{nameOf(row)}</th>
                  <td>{amountText(row.price, row.currency)}</td>
                  <td>→ {amountText(price ?? 0, row.currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {wrong.length > 0 && (
          <p className={styles['error']} role="alert">
            {t('bulkEdit.belowZero', { count: wrong.length })}
          </p>
        )}
        {others > 0 && <p className={styles['muted']}>{t('bulkEdit.otherCurrency', { count: others })}</p>}
        {locked > 0 && <p className={styles['muted']}>{t('bulkEdit.locked', { count: locked })}</p>}
        <LaterConfirmLeave when={typed.trim() !== ''} isSaving={isPending} text={t('bulkEdit.leaveText')} />
        <div className={styles['end']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={isPending} disabled={good.length === 0}>
            {t('bulkEdit.send', { count: good.length, figure: count(good.length) })}
          </Button>
        </div>
      </form>
      {isConfirming && (
        <ConfirmPrices prices={far} onConfirm={sendAll} onClose={() => setConfirming(false)} />
      )}
    </Dialog>
  )
}

const nameOf = (row: { product_name: string; variant: string }) =>
  [row.product_name, row.variant].filter(Boolean).join(' · ')
