/** Figures as the pages write them, for mails. */
import { languages, type Language } from '../../model/language.ts'
import type { NumberFormat } from '../../model/number-format.ts'
import { textOfAmount, writeAmount, writeNumber } from '../../model/written-amount.ts'

export type FigureFormat = { language: Language; numberFormat: NumberFormat }

export function countText(format: FigureFormat, value: number): string {
  return writeNumber(value, (options) => formatOf(format, options), {})
}

export function amountText(format: FigureFormat, value: number, currency: string): string {
  return textOfAmount(writeAmount(value, currency, (options) => formatOf(format, options)))
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

function formatOf({ language, numberFormat }: FigureFormat, options: Intl.NumberFormatOptions) {
  return new Intl.NumberFormat(numberFormat === 'dots' ? 'de-DE' : languages[language].locale, options)
}
