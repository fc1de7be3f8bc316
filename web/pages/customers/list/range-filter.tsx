import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountField } from '../../../parts/amount-field.tsx'
import { amountIn, amountRange, amountText, count, plainAmount } from '../../../parts/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './customer-list.module.css'

export type Range = { from: number | undefined; to: number | undefined }

/** "Orders: 2 – 5"; null: both ends are open. */
export function rangeText(label: string, { from, to }: Range, currency?: string): string | null {
  const text = (value: number) => (currency ? amountText(value, currency) : count(value))
  if (from === undefined) return to === undefined ? null : `${label}: ≤ ${text(to)}`
  if (to === undefined) return `${label}: ≥ ${text(from)}`
  return `${label}: ${currency ? amountRange(from, to, currency) : `${count(from)} – ${count(to)}`}`
}

const ends = ['from', 'to'] as const

type Props = {
  range: Range
  /** An amount has one; undefined: a count. */
  currency: string | undefined
  onApply: (range: Range) => void
}

/** A figure between two ends, of which either may be open. */
export function RangeForm({ range, currency, onApply }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ from: typedOf(range.from), to: typedOf(range.to) })
  const [wrong, setWrong] = useState<string[]>([])
  const read = (text: string) => {
    const value = amountIn(text)
    return currency || Number.isInteger(value) ? value : undefined
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const unread = ends.filter((end) => typed[end].trim() !== '' && read(typed[end]) === undefined)
    setWrong(unread)
    if (unread.length > 0) return
    const [from, to] = [read(typed.from), read(typed.to)]
    const isTurned = from !== undefined && to !== undefined && from > to
    onApply(isTurned ? { from: to, to: from } : { from, to })
  }

  return (
    <form className={styles['range']} noValidate onSubmit={submit}>
      {ends.map((end) => {
        const field = {
          label: t(end === 'from' ? 'customers.atLeast' : 'customers.atMost'),
          value: typed[end],
          optional: true,
          error: wrong.includes(end) ? t('customers.numberRule') : undefined,
          onChange: ({ target }: { target: { value: string } }) =>
            setTyped({ ...typed, [end]: target.value }),
        }
        return currency ? (
          <AmountField key={end} {...field} currency={currency} unit={currency} maxLength={12} />
        ) : (
          <TextField key={end} {...field} inputMode="numeric" autoComplete="off" maxLength={9} />
        )
      })}
      <Button type="submit" size="small">
        {t('range.apply')}
      </Button>
    </form>
  )
}

const typedOf = (value: number | undefined) => (value === undefined ? '' : plainAmount(value))
