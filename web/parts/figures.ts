import { currencies, isCurrency } from '../../model/money.ts'

// Dot thousands and comma decimals in every language, whatever its own custom is.
const marks = 'de-DE'
const whole = new Intl.NumberFormat(marks, { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat(marks, { maximumFractionDigits: 1 })
const compactFrom = 100_000_000
const mostChange = 999
const suffixes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
] as const

export function count(value: number): string {
  return whole.format(value)
}

/** Plain below a hundred million, then 100M, 1,5B, 2T: there the figure matters more than its end. */
export function compact(value: number): string {
  const size = Math.abs(value)
  if (size < compactFrom) return signed(value, whole.format(size))
  const [unit, suffix] = suffixes.find(([least]) => size >= least) ?? [1e6, 'M']
  return signed(value, `${oneDecimal.format(size / unit)}${suffix}`)
}

/** Formats an amount for a field: no dots between thousands. */
export function plainAmount(value: number): string {
  return String(value).replace('.', ',')
}

/** Dots that part thousands, and either decimal mark; undefined for what is no amount. */
export function amountIn(text: string): number | undefined {
  const typed = text.trim()
  const plain = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(typed) ? typed.replaceAll('.', '') : typed
  const decimal = plain.replace(',', '.')
  return /^\d+(\.\d+)?$/.test(decimal) ? Number(decimal) : undefined
}

export function percent(value: number): string {
  return `${oneDecimal.format(value)} %`
}

/** "+12,5 %". Beyond tenfold the figure says little: then `beyond` words that it is, where it is given. */
export function change(value: number, beyond?: (most: string) => string): string {
  if (beyond && value > mostChange) return beyond(percent(mostChange))
  return `${value < 0 ? '−' : '+'}${percent(Math.abs(value))}`
}

/** An amount's figure and its currency's sign, which is drawn small after it. */
export function amount(value: number, currency: string): { figure: string; sign: string } {
  if (!isCurrency(currency)) return { figure: figure(value, 2), sign: currency }
  const { symbol, decimals } = currencies[currency]
  return { figure: figure(value, decimals), sign: symbol }
}

/** By decimals: a page of amounts would spend its time on making formatters. */
const amountFormats = new Map<number, Intl.NumberFormat>()

function amountFormat(decimals: number): Intl.NumberFormat {
  const known = amountFormats.get(decimals)
  if (known) return known
  const made = new Intl.NumberFormat(marks, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  amountFormats.set(decimals, made)
  return made
}

function figure(value: number, decimals: number): string {
  return signed(value, amountFormat(decimals).format(Math.abs(value)))
}

/** A true minus sign has the width of a figure. */
function signed(value: number, size: string): string {
  return value < 0 ? `−${size}` : size
}
