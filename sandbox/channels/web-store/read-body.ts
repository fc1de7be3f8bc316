/** Bodies of calls, and what is wrong with them in the server's words. */
import type { z } from 'zod'
import { invalid } from './wire.ts'

export function readBody<T>(body: string, schema: z.ZodType<T>): T {
  const given = parse(body)
  const input = schema.safeParse(given)
  if (input.success) return input.data
  const complaints = input.error.issues.slice(0, MOST_TOLD).map((issue) => complaintOf(issue, given))
  throw invalid(`Invalid request: ${complaints.join('; ')}`)
}

const MOST_TOLD = 3

function parse(body: string): unknown {
  if (body === '') return {}
  try {
    return JSON.parse(body)
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error))
  }
}

type Issue = z.core.$ZodIssue

function complaintOf(issue: Issue, body: unknown): string {
  const field = issue.path.map(String).join(', ')
  const given = valueAt(body, issue.path)
  if (issue.code === 'unrecognized_keys') return `Unrecognized fields: '${issue.keys.join(', ')}'`
  if (issue.code === 'too_small')
    return `Value for field '${field}' too small, expected at least: '${issue.minimum}'`
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return issue.message
  if (given === undefined) return `Field '${field}' is required`
  return issue.code === 'invalid_type'
    ? `Expected type: '${issue.expected}' for field '${field}', got: '${textOf(given)}'`
    : `Expected: '${issue.values.join(', ')}' for field '${field}', but got: '${textOf(given)}'`
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? '[object Object]' : String(value)

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let at = body
  for (const name of path) {
    if (typeof at !== 'object' || at === null) return undefined
    at = (at as Record<PropertyKey, unknown>)[name]
  }
  return at
}
