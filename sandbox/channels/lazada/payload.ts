import { isRecord } from '../../kit/http.ts'
import { LazadaError, missing } from './wire.ts'

/** A payload without its outermost name: texts, lists and records of them. */
export type Tree = Record<string, unknown>

const badFormat = (): LazadaError => new LazadaError('5', 'E005: Invalid Request Format')

/** The product of a payload, which may be XML or JSON. */
export function readProduct(payload: string | undefined, name = 'payload'): Tree {
  if (!payload) throw missing(name)
  const whole = payload.trimStart().startsWith('{') ? parseJson(payload) : parseXml(payload)
  const request = isRecord(whole) ? whole['Request'] : undefined
  const product = isRecord(request) ? request['Product'] : undefined
  if (!isRecord(product)) throw badFormat()
  return product
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    throw badFormat()
  }
}

const TOKEN = /<!\[CDATA\[([^]*?)\]\]>|<\?[^]*?\?>|<!--[^]*?-->|<(\/?)([\w.-]+)[^<>]*?(\/?)>|([^<]+)/g

/** Elements become records, repeated ones lists, and what holds text alone that text. */
function parseXml(payload: string): unknown {
  const root: Tree = {}
  const stack: { name: string; tree: Tree; text: string }[] = [{ name: '', tree: root, text: '' }]
  const close = (name: string): void => {
    const done = stack.pop()
    const parent = stack.at(-1)
    if (!done || !parent || done.name !== name) throw badFormat()
    const value = Object.keys(done.tree).length > 0 ? done.tree : done.text.trim()
    const known = parent.tree[name]
    parent.tree[name] =
      known === undefined ? value : [...(Array.isArray(known) ? (known as unknown[]) : [known]), value]
  }
  for (const [, cdata, isEnd, name, isEmpty, text] of payload.matchAll(TOKEN)) {
    const top = stack.at(-1)
    if (!top) throw badFormat()
    if (name === undefined) top.text += cdata ?? unescape(text ?? '')
    else if (isEnd === '/') close(name)
    else {
      stack.push({ name, tree: {}, text: '' })
      if (isEmpty === '/') close(name)
    }
  }
  if (stack.length !== 1) throw badFormat()
  return root
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescape = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_all, name: string) => NAMED[name] ?? '')

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

/** One or several of a thing: `{ Sku: … }` and `{ Sku: […] }` say the same. */
export function listOf(parent: unknown, name: string): unknown[] | undefined {
  if (!isRecord(parent)) return undefined
  const found = parent[name]
  if (found === undefined || found === '') return []
  return Array.isArray(found) ? (found as unknown[]) : [found]
}

export const textsOf = (parent: unknown, name: string): string[] | undefined =>
  listOf(parent, name)?.flatMap((one) => textOf(one) ?? [])

export const recordsOf = (parent: unknown, name: string): Tree[] =>
  (listOf(parent, name) ?? []).filter((one) => isRecord(one))

/** The leaves of a record that are texts. */
export const leavesOf = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, leaf]) => {
          const text = Array.isArray(leaf) ? leaf.map((one) => textOf(one) ?? '').join(',') : textOf(leaf)
          return text === undefined ? [] : [[name, text]]
        }),
      )
    : {}
