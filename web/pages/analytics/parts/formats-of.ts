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

type InMoney = { others: readonly unknown[] }

/** None of its sales could be converted: zero would be a figure. */
export function isUnknown({ orders, revenue }: { orders: number; revenue: number }, { others }: InMoney) {
  return orders > 0 && revenue === 0 && others.length > 0
}

export const counted = (value: number) => count(value)
export const shortened = (value: number) => compact(value)
export const percentText = (value: number | null) => (value === null ? '–' : percent(value))
