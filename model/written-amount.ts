/** An amount as pages and mails write it. */
import { currencies, isCurrency } from './money.ts'

/** Formats figures by one custom. */
type FormatOf = (options: Intl.NumberFormatOptions) => Intl.NumberFormat

export type WrittenAmount = { figure: string; sign: string; isSignFirst: boolean }

/** The currency's sign stands behind the figure, or before it where the custom does so. A minus leads both. */
export function writeAmount(value: number, currency: string, formatOf: FormatOf): WrittenAmount {
  const { symbol, decimals } = isCurrency(currency) ? currencies[currency] : { symbol: currency, decimals: 2 }
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const figure = formatOf(digits).format(Math.abs(value))
  // Sums of decimals may lie a hair below zero.
  const shown = /[1-9]/.test(figure) ? value : 0
  return isSignLeading(formatOf)
    ? { figure, sign: signed(shown, symbol), isSignFirst: true }
    : { figure: signed(shown, figure), sign: symbol, isSignFirst: false }
}

export function textOfAmount({ figure, sign, isSignFirst }: WrittenAmount): string {
  return isSignFirst ? `${sign}${figure}` : `${figure} ${sign}`
}

/** A count or a measure: signs as amounts have them, and none before zero. */
export function writeNumber(value: number, formatOf: FormatOf, options: Intl.NumberFormatOptions): string {
  return formatOf({ ...options, signDisplay: 'negative' })
    .format(value)
    .replace('-', '−')
}

/** A true minus sign has the width of a figure. */
export function signed(value: number, size: string): string {
  return value < 0 ? `−${size}` : size
}

function isSignLeading(formatOf: FormatOf): boolean {
  const parts = formatOf({ style: 'currency', currency: 'USD' }).formatToParts(1)
  const at = (type: Intl.NumberFormatPartTypes) => parts.findIndex((part) => part.type === type)
  return at('currency') < at('integer')
}
