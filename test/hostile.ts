/** What a client may send by mistake or on purpose, and requests made at random from the OpenAPI document. */
import type { JsonSchema, OpenapiDocument } from '../server/openapi.ts'
import { pick } from './orders.ts'

export const hostileTexts = [
  '',
  ' ',
  'x',
  'x'.repeat(300),
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u202eabc',
  '🏮',
  '㌀'.repeat(255),
  "'; drop table orders; --",
  '\\',
  "\\'",
  '&|!:*()<->',
  "'a' & !b:* | (c",
  '%',
  '_',
  '-1',
  '0',
  '1.5',
  '1e3',
  '0x10',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '${1+1}',
  '<script>',
  '0001-01-01',
  '0000-00-00',
  '9999-12-31',
  '2026-02-30',
]

export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  [],
  [null],
  [[]],
  {},
  { a: 1 },
]

export type MadeRequest = { name: string; body: unknown }

/** A request to one operation of the document: mostly of the right form, with something hostile here and there. */
export function randomRequest(random: () => number, { paths }: OpenapiDocument): MadeRequest {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const { path, method, operation } = pick(random, operations)
  const query: string[] = []
  let filled = path
  for (const parameter of operation.parameters) {
    const value = encodeURIComponent(asText(valueFor(random, parameter.schema)))
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, value || '0')
    else if (parameter.required || random() < 0.4)
      query.push(`${parameter.name}${random() < 0.05 ? '[]' : ''}=${value}`)
  }
  if (random() < 0.05) query.push(`${encodeURIComponent(pick(random, hostileTexts).toWellFormed())}=1`)
  const content = operation.requestBody?.content['application/json'].schema
  const body = content && random() < 0.95 ? valueFor(random, content) : undefined
  const search = query.length > 0 ? `?${query.join('&')}` : ''
  return { name: `${method.toUpperCase()} ${filled}${search}`, body }
}

/** encodeURIComponent throws at half a character. */
function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
}

function valueFor(random: () => number, schema: JsonSchema): unknown {
  if (random() < 0.2) return pick(random, hostileValues)
  const { enum: choices, const: only, anyOf, type, properties, items, pattern, format, minimum } = schema
  if (Array.isArray(choices)) return pick(random, choices)
  if (only !== undefined) return only
  if (Array.isArray(anyOf)) return valueFor(random, pick(random, anyOf as JsonSchema[]))
  switch (type) {
    case 'object': {
      const parts = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
      return Object.fromEntries(
        parts.filter(() => random() < 0.9).map(([key, part]) => [key, valueFor(random, part)]),
      )
    }
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () =>
        valueFor(random, (items ?? {}) as JsonSchema),
      )
    case 'integer':
    case 'number':
      return Math.floor((typeof minimum === 'number' ? Math.max(minimum, -5) : 0) + random() * 30)
    case 'boolean':
      return random() < 0.5
    default:
      if (format === 'date') return `202${Math.floor(random() * 7)}-0${1 + Math.floor(random() * 9)}-15`
      if (format === 'email') return 'someone@example.test'
      if (typeof pattern === 'string' && pattern.includes('\\d')) return String(Math.floor(random() * 3000))
      return pick(random, ['2603', 'tan', '田中', '1,2', '-1', 'pending', 'password', 'a b c'])
  }
}
