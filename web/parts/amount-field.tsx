import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/text-field.tsx'
import { amountIn, amountText } from './figures.ts'

type Props = Omit<ComponentProps<typeof TextField>, 'inputMode' | 'autoComplete' | 'value' | 'help'> & {
  value: string
  currency: string
}

/**
 * A price. With a mark in it, the amount that it is read as stands beside: 1.234 is a thousand here and one elsewhere. Nothing stands
 * beside 1,2345, which the server refuses: it may be a slip for 12,345 as well as for 1.23.
 */
export function AmountField({ value, currency, ...field }: Props) {
  const { t } = useTranslation()
  const read = /[.,]\d{0,3}\s*$/.test(value) ? amountIn(value) : undefined
  return (
    <TextField
      {...field}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      {...(read !== undefined && { help: t('amount.readAs', { amount: amountText(read, currency) }) })}
    />
  )
}
