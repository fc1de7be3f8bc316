import { amount, amountText, compact, count, percent } from '../../../parts/figures.ts'

/** Figures of a currency as texts. */
export function formatsOf(currency: string) {
  return {
    money: (value: number) => amountText(value, currency),
    /** Without the sign, where the head of the column has it. */
    bare: (value: number) => amount(value, currency).figure,
    sign: amount(0, currency).sign,
  }
}

export const counted = (value: number) => count(value)
export const shortened = (value: number) => compact(value)
export const percentText = (value: number | null) => (value === null ? '–' : percent(value))
