/** Requests made at random from the OpenAPI document: mostly of the right form, with something hostile here and there. */
import type { JsonSchema, OpenapiDocument, Operation } from '../../server/http/openapi.ts'
import { hostileTexts, hostileValues } from './hostile.ts'
import { pick } from './stored-orders.ts'
import { bodies } from './sample-requests.ts'

export type MadeRequest = {
  /** "GET /orders/5?page=1" */
  name: string
  /** A FormData is sent as one, everything else as JSON. */
  body: unknown
  headers: Record<string, string>
}

/** Ids of things that are there: of whoever asks, and of somebody else. */
export type KnownIds = { own: number[]; foreign: number[] }

type Maker = { random: () => number; ids: KnownIds }

export function randomRequest(
  random: () => number,
  { paths }: OpenapiDocument,
  ids: KnownIds = { own: [], foreign: [] },
): MadeRequest {
  const maker = { random, ids }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A stream has no end to wait for.
      .filter(([, { responses }]) => !JSON.stringify(responses).includes('text/event-stream'))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const { path, method, operation } = pick(random, operations)
  const query: string[] = []
  const headers: Record<string, string> = {}
  let filled = path
  for (const parameter of operation.parameters) {
    const value = asText(valueFor(maker, parameter.schema, parameter.name))
    if (parameter.in === 'path')
      filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value) || '0')
    else if (!parameter.required && random() >= 0.4) continue
    // No client can send another character in a header.
    else if (parameter.in === 'header') headers[parameter.name] = value.replaceAll(/[^\u0020-\u007e]/g, '')
    else
      query.push(
        `${parameter.name}${random() < 0.05 ? '[]' : ''}=${encodeURIComponent(value.slice(0, 1000).toWellFormed())}`,
      )
  }
  if (random() < 0.05) query.push(`${encodeURIComponent(pick(random, hostileTexts).toWellFormed())}=1`)
  const search = query.length > 0 ? `?${query.join('&')}` : ''
  return {
    name: `${method} ${filled}${search}`,
    body: bodyFor(maker, `${method} ${path}`, operation),
    headers,
  }
}

function bodyFor(maker: Maker, key: string, { requestBody }: Operation): unknown {
  const { random } = maker
  if (!requestBody || random() < 0.05) return undefined
  const sample = bodies[key]
  if (sample && random() < 0.5) return random() < 0.3 ? sample : corrupt(maker, sample)
  const { 'application/json': json, 'multipart/form-data': form } = requestBody.content
  if (json) return valueFor(maker, json.schema)
  const upload = new FormData()
  for (const field of Object.keys((form?.schema['properties'] ?? {}) as object))
    upload.set(
      field,
      new File([Buffer.from(pick(random, pictures), 'hex')], asText(pick(random, hostileTexts))),
    )
  return upload
}

/** Beginnings of pictures, and none. */
const pictures = [
  '',
  '89504e470d0a1a0a',
  '89504e470d0a1a0a0000000d49484452ffffffffffffffff',
  'ffd8ffe000104a4649460001',
  '00',
]

/** The same with one part of it exchanged, at any depth. */
function corrupt(maker: Maker, value: unknown, name = ''): unknown {
  const { random } = maker
  if (value === null || typeof value !== 'object' || random() < 0.15) return strangeValue(maker, name)
  if (Array.isArray(value)) {
    const parts = value as unknown[]
    const at = Math.floor(random() * parts.length)
    return random() < 0.2
      ? [...parts, ...parts]
      : parts.map((part, place) => (place === at ? corrupt(maker, part, name) : part))
  }
  const keys = Object.keys(value)
  if (keys.length === 0) return strangeValue(maker, name)
  const chosen = pick(random, keys)
  const { [chosen]: part, ...rest } = value as Record<string, unknown>
  return random() < 0.1 ? rest : { ...rest, [chosen]: corrupt(maker, part, chosen) }
}

function strangeValue(maker: Maker, name: string): unknown {
  const { random } = maker
  if (random() < 0.4) return idFor(maker)
  return random() < 0.1
    ? deep(random)
    : name.endsWith('s') && random() < 0.3
      ? [idFor(maker)]
      : pick(random, hostileValues)
}

/** Makes a value nested so deep that a parser may fail, or a list as long as a megabyte allows. */
function deep(random: () => number): unknown {
  const depth = Math.floor(random() * 2000)
  return random() < 0.5
    ? (JSON.parse('['.repeat(depth) + ']'.repeat(depth) || '0') as unknown)
    : Array.from({ length: depth }, (_, at) => at)
}

function idFor({ random, ids }: Maker): number {
  const pool = random() < 0.5 ? ids.own : ids.foreign
  return pool.length > 0 && random() < 0.9 ? pick(random, pool) : Math.floor(random() * 3000)
}

/** encodeURIComponent throws at half a character. */
function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}

function valueFor(maker: Maker, schema: JsonSchema, name = ''): unknown {
  const { random } = maker
  if (random() < 0.12) return pick(random, hostileValues)
  if (/(?:^|_)ids?$/.test(name) && schema['type'] !== 'array' && random() < 0.7) return idFor(maker)
  const { enum: choices, const: only, anyOf, type, properties, items, format, minLength, maxLength } = schema
  if (Array.isArray(choices)) return pick(random, choices)
  if (only !== undefined) return only
  if (Array.isArray(anyOf)) return valueFor(maker, pick(random, anyOf as JsonSchema[]), name)
  switch (type) {
    case 'object': {
      const parts = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
      return Object.fromEntries(
        parts.filter(() => random() < 0.9).map(([key, part]) => [key, valueFor(maker, part, key)]),
      )
    }
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () =>
        valueFor(maker, (items ?? {}) as JsonSchema, name),
      )
    case 'integer':
    case 'number':
      return numberFor(random, schema)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return textFor(random, { format, minLength, maxLength, pattern: schema['pattern'] })
  }
}

/** At an edge of what is allowed, a step beyond it, or somewhere in between. */
function numberFor(random: () => number, { minimum, maximum }: JsonSchema): number {
  const least = typeof minimum === 'number' ? minimum : 0
  const most = typeof maximum === 'number' ? maximum : least + 30
  const edges = [least, most, least - 1, most + 1, least + 0.5]
  return random() < 0.3 ? pick(random, edges) : Math.floor(least + random() * Math.min(most - least, 30))
}

function textFor(random: () => number, { format, minLength, maxLength, pattern }: JsonSchema): string {
  if (format === 'date') return `202${Math.floor(random() * 7)}-0${1 + Math.floor(random() * 9)}-15`
  if (format === 'email') return `someone${Math.floor(random() * 5)}@example.test`
  if (format === 'date-time') return '2026-03-05T04:00:00Z'
  if (typeof pattern === 'string' && pattern.includes('\\d')) return String(Math.floor(random() * 3000))
  if (random() < 0.3 && typeof maxLength === 'number')
    return pick(random, ['x', '🏮', '字']).repeat(maxLength + pick(random, [0, 0, 1, -1]))
  const text = pick(random, ['2603', 'tan', '田中', '1,2', '-1', 'pending', 'password', 'a b c'])
  return typeof minLength === 'number' ? text.padEnd(minLength, 'x') : text
}
