/** Figures as the pages write them, for mails. */
import { languages, type Language } from '../../model/language.ts'
import { currencies, isCurrency } from '../../model/money.ts'
import type { NumberFormat } from '../../model/number-format.ts'

export type FigureFormat = { language: Language; numberFormat: NumberFormat }

export function countText(format: FigureFormat, value: number): string {
  return formatOf(format, {}).format(value)
}

/** The currency's sign stands behind the figure, or before it where the language does so. */
export function amountText(format: FigureFormat, value: number, currency: string): string {
  const { symbol, decimals } = isCurrency(currency) ? currencies[currency] : { symbol: currency, decimals: 2 }
  const figure = formatOf(format, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value)
  return isSignLeading(format) ? `${symbol}${figure}` : `${figure} ${symbol}`
}

/** "+12.5%", or "+12,5 %" among dots. */
export function changeText(format: FigureFormat, percent: number): string {
  const digits = { maximumFractionDigits: 1 }
  const size = Math.abs(percent)
  const text =
    format.numberFormat === 'dots'
      ? `${formatOf(format, digits).format(size)} %`
      : formatOf(format, { style: 'percent', ...digits }).format(size / 100)
  return `${percent < 0 ? '−' : '+'}${text}`
}

function isSignLeading(format: FigureFormat): boolean {
  const parts = formatOf(format, { style: 'currency', currency: 'USD' }).formatToParts(1)
  return (
    parts.findIndex(({ type }) => type === 'currency') < parts.findIndex(({ type }) => type === 'integer')
  )
}

function formatOf({ language, numberFormat }: FigureFormat, options: Intl.NumberFormatOptions) {
  return new Intl.NumberFormat(numberFormat === 'dots' ? 'de-DE' : languages[language].locale, options)
}
