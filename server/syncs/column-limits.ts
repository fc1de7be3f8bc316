/**
 * Holds what a connector read against what the columns take, so that one order of three billion pieces is refused by itself
 * instead of by PostgreSQL together with its page. The one place for all kinds: limits go by the names of model/.
 */
import { clean, hasNoNulBytes } from '../db/strip-nul-bytes.ts'
import { ourReason } from './sync-reason.ts'

/** `quantity integer`; also added up over an order's lines and over orders, hence far below the column's end. */
const mostPieces = 10_000_000
/** `channel_stock integer`; sellers enter 999,999,999 for "always there". */
const mostStock = 1_000_000_000
/** `bigint` amounts, added up over an account's orders in JavaScript's 53 bits. */
const mostMoney = 10_000_000_000_000
/** `position smallint`. */
const mostRows = 32_767
/** An index row takes 2,704 bytes, a letter up to four of them. */
const longestKey = 400
const longestText = 1_000_000
/** Days are counted one by one between the first and the last. */
const earliest = new Date('1970-01-01T00:00:00Z')
const latest = new Date('2100-01-01T00:00:00Z')

const indexed = /^(channel\w*Id|shortCode|shopSku|sellerSku|trackingNumber|phone|email)$/
/** Kept as JSON, in no column of their own. */
const isInJson = (path: string[]) => path.includes('package') || path.includes('specialPrice')

/** The report as it can be stored, or the reason why it cannot. */
export function fitColumns<T extends object>(report: T): { report: T } | { reason: string } {
  const found: Finding = { reason: null, isClean: true }
  look(report, [], found)
  if (found.reason !== null) return { reason: found.reason }
  return { report: found.isClean ? report : (clean(report) as T) }
}

type Finding = { reason: string | null; isClean: boolean }

function look(value: unknown, path: string[], found: Finding): void {
  if (found.reason !== null) return
  if (typeof value === 'string') {
    if (!hasNoNulBytes(value)) found.isClean = false
    const most = indexed.test(path.at(-1) ?? '') ? longestKey : longestText
    if (value.length > most) refuse('text_too_long', `${value.slice(0, 40)}…`)
  } else if (typeof value === 'number') {
    const fault = faultOfNumber(value, path)
    if (fault) refuse(fault, String(value))
  } else if (value instanceof Date) {
    const isIn = isInJson(path) ? !Number.isNaN(+value) : value >= earliest && value < latest
    if (!isIn) refuse('date_out_of_range', Number.isNaN(+value) ? 'no date' : value.toISOString())
  } else if (Array.isArray(value)) {
    if (value.length > mostRows) refuse('too_many_rows', String(value.length))
    for (const [at, part] of value.entries()) look(part, [...path, String(at)], found)
  } else if (value !== null && typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) look(part, [...path, key], found)
  }

  function refuse(rule: string, what: string): void {
    found.reason ??= ourReason(rule, `${path.join('.')}: ${what}`)
  }
}

function faultOfNumber(value: number, path: string[]): string | null {
  const key = path.at(-1)
  if (isInJson(path)) return Number.isFinite(value) ? null : 'not_a_number'
  if (!Number.isInteger(value)) return 'not_a_number'
  const most = key === 'quantity' ? mostPieces : key === 'stock' ? mostStock : mostMoney
  return Math.abs(value) > most ? 'number_too_large' : null
}
