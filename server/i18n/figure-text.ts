/** Figures as the pages write them, for mails. */
import { languages, type Language } from '../../model/language.ts'
import { currencies, isCurrency } from '../../model/money.ts'
import type { NumberFormat } from '../../model/number-format.ts'

export type FigureFormat = { language: Language; numberFormat: NumberFormat }

function write(format: FigureFormat, value: number, options: Intl.NumberFormatOptions): string {
  const locale = format.numberFormat === 'dots' ? 'de-DE' : languages[format.language].locale
  return new Intl.NumberFormat(locale, options).format(value)
}

export function countText(format: FigureFormat, value: number): string {
  return write(format, value, {})
}

export function amountText(format: FigureFormat, value: number, currency: string): string {
  if (!isCurrency(currency)) return `${write(format, value, {})} ${currency}`
  const { symbol, decimals } = currencies[currency]
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${write(format, value, digits)} ${symbol}`
}

/** "+12.5 %". */
export function changeText(format: FigureFormat, percent: number): string {
  const size = write(format, Math.abs(percent), { maximumFractionDigits: 1 })
  return `${percent < 0 ? '−' : '+'}${size} %`
}
