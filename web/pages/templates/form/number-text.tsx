import { type ChangeEvent, type FocusEvent, type ReactNode, useState } from 'react'
import { amountIn, measureIn, plainAmount } from '../../../parts/figures.ts'

type Props = {
  value: number | null
  /** Decimals of the account's currency, for an amount. */
  decimals?: number | undefined
  isMeasure?: boolean
  onChange: (value: number | null) => void
  children: (input: {
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
    onBlur: (event: FocusEvent<HTMLInputElement>) => void
  }) => ReactNode
}

/** A number as it is typed: "12," is no other number than 12, and must not be tidied away under the pointer. */
export function NumberText({ value, decimals, isMeasure = false, onChange, children }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const stored = value === null ? '' : Number.isNaN(value) ? '' : written(value, decimals)
  const read = isMeasure ? measureIn : amountIn
  const isTyped = typed !== null && Object.is(numberOf(typed, read), value)
  return children({
    value: isTyped ? typed : stored,
    onChange: (event) => {
      setTyped(event.currentTarget.value)
      onChange(numberOf(event.currentTarget.value, read))
    },
    onBlur: () => {
      if (!Number.isNaN(value)) setTyped(null)
    },
  })
}

/** With the usual decimals, unless it has more of them. */
function written(value: number, decimals?: number): string {
  const isShort = decimals !== undefined && Number(value.toFixed(decimals)) === value
  return plainAmount(value, isShort ? decimals : undefined)
}

/** @returns null for nothing, NaN for what is no number */
export function numberOf(text: string, read = amountIn): number | null {
  return text.trim() === '' ? null : (read(text) ?? Number.NaN)
}
