import { halfWidth } from '../../model/half-width.ts'
import {
  signed,
  textOfAmount,
  writeAmount,
  writeNumber,
  type WrittenAmount,
} from '../../model/written-amount.ts'

/** Dot thousands and comma decimals in every language, whatever its own custom is. */
const dots = 'de-DE'
const compactFrom = 100_000_000
const mostChange = 999
const suffixes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
] as const

/** The language whose custom figures follow; undefined: dots. The account sets it, before the first figure is drawn. */
let custom: string | undefined
/** By locale and options: a page of amounts would spend its time on making formatters. */
const formats = new Map<string, Intl.NumberFormat>()

export function writeNumbersAs(locale: string | undefined): void {
  custom = locale
}

export function count(value: number): string {
  return writeNumber(value, format, { maximumFractionDigits: 0 })
}

/** A measure, such as kilograms. */
export function decimal(value: number, most = 3): string {
  return writeNumber(value, format, { maximumFractionDigits: most })
}

/** Plain below a hundred million, then 100M, 1,5B, 2T: there the figure matters more than its end. */
export function compact(value: number): string {
  const size = Math.abs(value)
  if (size < compactFrom) return count(value)
  if (custom) return signed(value, format({ notation: 'compact', maximumFractionDigits: 1 }).format(size))
  // From here on the figure would be rounded to 1.000 of the unit below.
  const [unit, suffix] = suffixes.find(([least]) => size >= least * 0.999_95) ?? [1e6, 'M']
  return signed(value, `${format({ maximumFractionDigits: 1 }).format(size / unit)}${suffix}`)
}

/** Formats an amount for a field: no marks between thousands, and as many decimals as it has unless said. */
export function plainAmount(value: number, decimals?: number): string {
  const text = decimals === undefined ? String(value) : value.toFixed(decimals)
  return text.replace('.', markOf('decimal'))
}

/**
 * An amount, with either mark between thousands and either before decimals; undefined for what is none. Before three figures a mark
 * parts thousands, whatever the custom: no money has so many decimals, and 12,000 yen must not become 12.
 */
export function amountIn(text: string): number | undefined {
  const typed = halfWidth(text).trim()
  const [, group] = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?$/.exec(typed) ?? []
  return measureIn(group === undefined ? typed : typed.replaceAll(group, ''))
}

/** The same with a sign before it, for which a Japanese keyboard has several strokes. */
export function signedAmountIn(text: string): number | undefined {
  const [, sign = '', size = ''] = /^([-−‐ー+]?)\s*(.*)$/.exec(halfWidth(text).trim()) ?? []
  const value = amountIn(size)
  return value === undefined || sign === '' || sign === '+' ? value : 0 - value
}

/** A whole number up to 999,999, such as pieces; undefined for what is none. */
export function piecesIn(text: string): number | undefined {
  const read = amountIn(text)
  return Number.isInteger(read) && Number(read) < 1_000_000 ? read : undefined
}

/** A weight or a length: either decimal mark, and none between thousands. */
export function measureIn(text: string): number | undefined {
  const plain = halfWidth(text).trim().replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

export function percent(value: number): string {
  const digits = { maximumFractionDigits: 1 }
  if (custom) return writeNumber(value / 100, format, { style: 'percent', ...digits })
  return `${writeNumber(value, format, digits)} %`
}

/** "+12,5 %". Beyond tenfold the figure says little: then `beyond` words that it is, where it is given. */
export function change(value: number, beyond?: (most: string) => string): string {
  const size = changeSize(value, beyond)
  return beyond && value > mostChange ? size : `${value < 0 ? '−' : '+'}${size}`
}

/** The same without its sign, for a sentence that says more or fewer. */
export function changeSize(value: number, beyond?: (most: string) => string): string {
  return beyond && value > mostChange ? beyond(percent(mostChange)) : percent(Math.abs(value))
}

/** An amount's figure and its currency's sign, which is drawn small beside it. */
export function amount(value: number, currency: string): WrittenAmount {
  return writeAmount(value, currency, format)
}

export function amountText(value: number, currency: string): string {
  return textOfAmount(amount(value, currency))
}

/** "9,90 – 14,90 RM", and "RM9.90 – RM14.90" where the sign leads. */
export function amountRange(from: number, to: number, currency: string): string {
  return `${rangeStart(from, currency)} – ${amountText(to, currency)}`
}

/** The lower of two amounts, which has its sign where a reader looks for it: a sign behind stands behind both. */
export function rangeStart(from: number, currency: string): string {
  const first = amount(from, currency)
  return first.isSignFirst ? textOfAmount(first) : first.figure
}

function markOf(type: 'group' | 'decimal'): string {
  return (
    format({})
      .formatToParts(12_345.6)
      .find((part) => part.type === type)?.value ?? ''
  )
}

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${custom} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const created = new Intl.NumberFormat(custom ?? dots, options)
  formats.set(key, created)
  return created
}
