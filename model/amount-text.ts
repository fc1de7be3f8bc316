/** Amounts and whole numbers as people and spreadsheets write them (D-63): either decimal mark, and nothing guessed. */

import { halfWidth } from './half-width.ts'
import { currencies, type Currency } from './money.ts'

export type AmountProblem = 'ambiguous' | 'not_amount' | 'too_fine' | 'not_above_zero'
export type ReadAmount = { amount: number } | { problem: AmountProblem; remedies: string[] }

/** Other signs of a currency than its symbol and its code. */
const otherSigns: Partial<Record<Currency, string[]>> = {
  // Shift_JIS has the yen sign in place of the backslash.
  JPY: ['￥', '円', '\\'],
  SGD: ['$'],
  TWD: ['$', '元'],
  VND: ['đ', 'vnđ'],
}

/**
 * A spreadsheet puts the sign of its currency beside an amount; another currency's makes it none.
 *
 * @param unit a currency, or the decimals of a measure
 */
export function readAmount(
  cell: string | number,
  unit: Currency | number,
  { mayBeZero = false } = {},
): ReadAmount {
  const decimals = typeof unit === 'number' ? unit : currencies[unit].decimals
  if (typeof cell === 'number')
    return mayBeZero && Math.abs(cell) < noise ? { amount: 0 } : limited(cell, decimals)
  const bare = halfWidth(cell).replaceAll(/\s/g, '')
  const text = typeof unit === 'number' ? bare : withoutSign(bare, unit)
  if (mayBeZero && /^0+(?:[.,]0+)?$/.test(text)) return { amount: 0 }
  if (/^[-\u2212]/.test(text) && isNumber(text.slice(1))) return { problem: 'not_above_zero', remedies: [] }
  // Letters that look like the figures 0 and 1.
  const mended = text.replaceAll(/[oO]/g, '0').replaceAll(/[lI]/g, '1')
  if (!isNumber(text)) return { problem: 'not_amount', remedies: isNumber(mended) ? [mended] : [] }
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark)
  const [first, last] = [marks[0], marks.at(-1)]
  const tail = text.split(/[.,]/).at(-1) ?? ''
  // Without decimals, a mark can only part thousands.
  if (decimals === 0 && isGrouped(text)) return limited(Number(text.replaceAll(/[.,]/g, '')), decimals)
  if (marks.length === 1 && tail.length === 3 && !/^0+[.,]/.test(text)) {
    const [whole = ''] = text.split(/[.,]/)
    const remedies = [whole + tail, ...(decimals > 0 ? [`${whole},${tail.slice(0, decimals)}`] : [])]
    return { problem: 'ambiguous', remedies }
  }
  const isParted = marks.length > 1 && first === last
  if (marks.length > 1 && !isGrouped(isParted ? text : text.slice(0, text.length - tail.length - 1)))
    return { problem: 'not_amount', remedies: [] }
  const plain = isParted
    ? text.replaceAll(/[.,]/g, '')
    : `${text.slice(0, marks.length > 0 ? -tail.length - 1 : undefined).replaceAll(/[.,]/g, '')}.${marks.length > 0 ? tail : '0'}`
  return limited(Number(plain), decimals)
}

/** Undefined: no whole number. Marks can only stand between thousands. */
export function readWhole(cell: string | number): number | undefined {
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? cell : undefined
  const text = halfWidth(cell)
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(/^\u2212/, '-')
  const digits = text.replace(/^-/, '')
  if (!/^\d{1,15}$/.test(digits) && !isGrouped(digits)) return undefined
  return Number(text.replaceAll(/[.,]/g, ''))
}

/** A whole number with something behind it, as "12 pcs", for a remedy. */
export function wholeWithin(cell: string | number): string[] {
  const found = /^\s*(\d{1,9})\s*\p{L}/u.exec(halfWidth(String(cell)))
  return found?.[1] ? [found[1]] : []
}

/** The figures of an amount, without the sign or the code of its currency. */
export function withoutSign(text: string, currency: Currency): string {
  const signs = [currencies[currency].symbol, currency, ...(otherSigns[currency] ?? [])]
  const lower = text.toLowerCase()
  // The longest first: "vnđ" ends with "đ".
  for (const sign of signs.map((one) => one.toLowerCase()).toSorted((a, b) => b.length - a.length)) {
    if (lower.startsWith(sign)) return text.slice(sign.length)
    if (lower.endsWith(sign)) return text.slice(0, -sign.length)
  }
  return text
}

function isNumber(text: string): boolean {
  return /^\d[\d.,]{0,24}$/.test(text) && /\d$/.test(text)
}

function isGrouped(text: string): boolean {
  return /^\d{1,3}(?:\.\d{3})+$/.test(text) || /^\d{1,3}(?:,\d{3})+$/.test(text)
}

/** A sheet keeps 12.9 as 12.900000000000000355, and what a formula leaves of 0 as 2.8e-17. */
const noise = 1e-9

function limited(value: number, decimals: number): ReadAmount {
  const rounded = Number(value.toFixed(decimals))
  if (!Number.isFinite(value) || value > 1_000_000_000) return { problem: 'not_amount', remedies: [] }
  if (value < noise) return { problem: 'not_above_zero', remedies: [] }
  if (Math.abs(rounded - value) > noise * Math.max(1, value))
    return { problem: 'too_fine', remedies: rounded > 0 ? [String(rounded)] : [] }
  return { amount: rounded }
}
