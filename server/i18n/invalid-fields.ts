/** Faults of a request, field by field, in the reader's language: which limit a value breaks, and how to mend it. */
import type { z } from 'zod'
import type { Language } from '../../model/language.ts'
import { translate } from './translate.ts'

/** Fields that one answer names. Whoever sends more unknown keys than that has not made a slip. */
const mostFields = 20

/**
 * One line per field: `{ "skus.0.price": "…" }`. The body as a whole answers under "body".
 *
 * @param query as it was sent: a figure that is missing in it arrives here as one that cannot be read
 */
export function invalidFields(
  language: Language,
  issues: z.core.$ZodIssue[],
  query: object = {},
): Record<string, string> {
  const fields = new Map<string, string>()
  for (const issue of issues.map(insideUnion)) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const name of names) {
      if (fields.size === mostFields) return Object.fromEntries(fields)
      const path = [...issue.path, ...(name === undefined ? [] : [name])].join('.') || 'body'
      if (fields.has(path)) continue
      const [key, values] =
        name === undefined ? messageOf(issue, query) : (['field.unknown', { name }] satisfies Message)
      fields.set(path, translate(language, key, values))
    }
  }
  return Object.fromEntries(fields)
}

type Message = [key: string, values?: Record<string, string | number>]

function messageOf(issue: z.core.$ZodIssue, query: object): Message {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue, query) ? ['field.required'] : [typeKeys[issue.expected] ?? 'field.not_format']
    case 'too_small':
      return isBlank(issue, query) ? ['field.required'] : tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'not_multiple_of':
      return Number(issue.divisor) === 1
        ? ['field.not_whole']
        : ['field.multiple_of', { step: Number(issue.divisor) }]
    case 'invalid_format':
      return formatOf(issue)
    case 'invalid_value':
      return issue.input === undefined || issue.input === '' ? ['field.required'] : oneOf(issue.values)
    case 'invalid_union':
      return unionOf(issue, query)
    case 'custom':
      // A rule of our own names its words itself.
      return [issue.message.startsWith('field.') ? issue.message : 'field.not_format']
    case 'invalid_element':
    case 'invalid_key':
    case 'unrecognized_keys':
      return ['field.not_format']
  }
}

const typeKeys: Record<string, string> = {
  number: 'field.not_number',
  nan: 'field.not_number',
  bigint: 'field.not_whole',
  int: 'field.not_whole',
  string: 'field.not_text',
  boolean: 'field.not_flag',
  array: 'field.not_list',
  set: 'field.not_list',
  object: 'field.not_object',
  record: 'field.not_object',
  date: 'field.not_moment',
}

function isMissing(issue: z.core.$ZodIssue, query: object): boolean {
  const { input, path } = issue
  if (input === undefined || input === null) return true
  if (!Number.isNaN(input) || path.length !== 1) return false
  return (query as Record<PropertyKey, unknown>)[path[0] ?? ''] === undefined || isBlank(issue, query)
}

/** `segment_id=` in an address, which is read as 0. */
function isBlank({ path }: z.core.$ZodIssue, query: object): boolean {
  return path.length === 1 && (query as Record<PropertyKey, unknown>)[path[0] ?? ''] === ''
}

function tooSmall({ origin, minimum, inclusive, input }: z.core.$ZodIssueTooSmall): Message {
  const least = Number(minimum)
  if (origin === 'string') return input === '' ? ['field.required'] : ['field.too_short', { least }]
  if (isListed(origin)) return least === 1 ? ['field.required'] : ['field.few_entries', { least }]
  return inclusive === false ? ['field.number_above', { least }] : ['field.number_at_least', { least }]
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Message {
  const most = Number(maximum)
  if (origin === 'string') return ['field.too_long', { most }]
  if (isListed(origin)) return ['field.many_entries', { most }]
  return inclusive === false ? ['field.number_below', { most }] : ['field.number_at_most', { most }]
}

function isListed(origin: string): boolean {
  return origin === 'array' || origin === 'set' || origin === 'map' || origin === 'object'
}

const formatKeys: Record<string, string> = {
  email: 'field.email',
  url: 'field.not_url',
  date: 'field.not_date',
  datetime: 'field.not_moment',
  time: 'field.time_of_day',
}

function formatOf({ format, input, pattern, message }: z.core.$ZodIssueInvalidStringFormat): Message {
  const known = formatKeys[format]
  if (known) return [known]
  if (input === '') return ['field.required']
  if (message.startsWith('field.')) return [message]
  if (pattern && onlyDigits.test(pattern)) return ['field.not_whole']
  if (!pattern?.includes('\\p{Cs}')) return ['field.not_format']
  return [takesLines.test(pattern) ? 'field.no_hidden' : 'field.no_control']
}

/** Ids that are given as texts, and texts of several lines. */
const onlyDigits = /^\/\^(?:\[1-9\])?\\d\{[\d,]+\}\$\/$/
const takesLines = /\\n|\\0/

const mostNamed = 12

function oneOf(values: readonly unknown[]): Message {
  const named = values.map(String).filter((value) => value !== '')
  return named.length <= mostNamed
    ? ['field.not_one_of', { values: named.join(', ') }]
    : ['field.not_in_list']
}

/** The issue in the one branch that took the value itself, at the place inside it that is wrong. */
function insideUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const inside = issue.errors.flat().find(({ path }) => path.length > 0)
  return inside ? insideUnion({ ...inside, path: [...issue.path, ...inside.path] }) : issue
}

/** The branch that came furthest tells what is wrong: a value of the wrong type says nothing about its limits. */
function unionOf(union: z.core.$ZodIssueInvalidUnion, query: object): Message {
  const { errors, input } = union
  if (input === undefined || input === null) return ['field.required']
  const { discriminator: kind, options } = union as { discriminator?: string; options?: unknown[] }
  if (kind !== undefined && options)
    return (input as Record<string, unknown>)[kind] ? oneOf(options) : ['field.required']
  const inner = errors.flat()
  if (inner.every((each) => each.code === 'invalid_value'))
    return oneOf(inner.flatMap((each) => (each.code === 'invalid_value' ? each.values : [])))
  const issue = inner.find(({ code }) => code !== 'invalid_type') ?? inner[0]
  return issue ? messageOf(issue, query) : ['field.not_format']
}
