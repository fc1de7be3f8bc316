import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountField } from '../../../parts/amount-field.tsx'
import { amountIn, plainAmount } from '../../../parts/figures.ts'
import { TextField } from '../../../ui/text-field.tsx'

type Props<T> = {
  label: string
  help?: string
  optional?: boolean
  /** An amount has one; undefined: a whole number. */
  currency?: string | undefined
  /** NaN: what is typed is no number. */
  value: T
  refused: string | undefined
  onChange: (value: T) => void
}

/** A number as people write it, which may be empty while they do. */
export function NumberOfRule<T extends number | null>({
  value,
  currency,
  refused,
  onChange,
  ...field
}: Props<T>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => textOf(value))
  const read = (text: string): number | null => {
    if (field.optional && text.trim() === '') return null
    const number = amountIn(text)
    return number !== undefined && (currency || Number.isInteger(number)) ? number : Number.NaN
  }
  // Rules change places under their fields.
  const text = Object.is(read(typed), value) ? typed : textOf(value)
  const shared = {
    ...field,
    value: text,
    error: Number.isNaN(value) ? t(currency ? 'customers.numberRule' : 'segments.rule.wholeRule') : refused,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value)
      onChange(read(target.value) as T)
    },
  }
  return currency ? (
    <AmountField {...shared} currency={currency} maxLength={15} />
  ) : (
    <TextField {...shared} inputMode="numeric" autoComplete="off" maxLength={9} />
  )
}

const textOf = (value: number | null) => (value === null || Number.isNaN(value) ? '' : plainAmount(value))
