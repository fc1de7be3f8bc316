/** Bad input in the words of WordPress: `rest_invalid_param` names each parameter, and what is wrong with it. */
import type { z } from 'zod'
import { ApiError } from './wire.ts'

export function readInput<T>(schema: z.ZodType<T>, body: unknown): T {
  const input = schema.safeParse(body)
  if (input.success) return input.data
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const isMissing = ({ path }: { path: PropertyKey[] }): boolean =>
    path.length === 1 && given[String(path[0])] === undefined
  const missing = input.error.issues.filter(isMissing).map(({ path }) => String(path[0]))
  if (missing.length > 0)
    throw new ApiError(400, 'rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}`, {
      params: missing,
    })
  throw invalidParams(
    new Map(input.error.issues.map((issue) => [String(issue.path[0] ?? 'body'), complaintOf(issue)])),
  )
}

export interface Complaint {
  code: string
  message: string
}

export function invalidParams(complaints: ReadonlyMap<string, Complaint>): ApiError {
  const names = [...complaints.keys()].join(', ')
  return new ApiError(400, 'rest_invalid_param', `Invalid parameter(s): ${names}`, {
    params: Object.fromEntries([...complaints].map(([name, { message }]) => [name, message])),
    details: Object.fromEntries(
      [...complaints].map(([name, complaint]) => [name, { ...complaint, data: null }]),
    ),
  })
}

/** One parameter whose value does not do. */
export const invalid = (
  name: string,
  message = `${name} is not of the expected type.`,
  code = 'rest_invalid_param',
): ApiError => invalidParams(new Map([[name, { code, message }]]))

export const notOneOf = (name: string, values: readonly unknown[]): ApiError =>
  invalid(name, choiceText(name, values), 'rest_not_in_enum')

const list = new Intl.ListFormat('en', { type: 'conjunction' })

const choiceText = (name: string, values: readonly unknown[]): string =>
  `${name} is not one of ${list.format(values.map(String))}.`

type Issue = z.core.$ZodIssue

/** `line_items[0][quantity]` */
const nameOf = ([first, ...rest]: PropertyKey[]): string =>
  String(first ?? 'body') + rest.map((part) => `[${String(part)}]`).join('')

function complaintOf(issue: Issue): Complaint {
  const name = nameOf(issue.path)
  if (issue.code === 'invalid_type')
    return { code: 'rest_invalid_type', message: `${name} is not of type ${typeOf(issue.expected)}.` }
  if (issue.code === 'invalid_value')
    return { code: 'rest_not_in_enum', message: choiceText(name, issue.values) }
  if (issue.code === 'too_small') return smallness(name, issue.origin, issue.minimum)
  if (issue.code !== 'invalid_format') return { code: 'rest_invalid_param', message: issue.message }
  return issue.format === 'email'
    ? { code: 'rest_invalid_email', message: 'Invalid email address.' }
    : { code: 'rest_invalid_pattern', message: `${name} does not match pattern ${issue.pattern ?? ''}.` }
}

function smallness(name: string, origin: string, least: number | bigint): Complaint {
  if (origin === 'string')
    return { code: 'rest_too_short', message: `${name} must be at least ${least} character long.` }
  if (origin === 'array')
    return { code: 'rest_too_few_items', message: `${name} must contain at least ${least} item.` }
  return { code: 'rest_out_of_bounds', message: `${name} must be greater than or equal to ${least}` }
}

/** All numbers that callers write are whole ones. */
const typeOf = (expected: string): string =>
  ({ int: 'integer', number: 'integer', record: 'object' })[expected] ?? expected
