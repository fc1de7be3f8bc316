import { notOneOf, invalid } from './read-input.ts'
import type { Row } from './types.ts'
import type { Reply } from './wire.ts'

export const listParam = (query: URLSearchParams, name: string): string[] =>
  [...query]
    // Clients write lists as `include=1,2`, `include[]=1` or `include[0]=1`.
    .flatMap(([key, text]) => (key.replace(/\[\d*\]$/, '') === name ? text.split(',') : []))
    .filter(Boolean)

export function numberParam(
  query: URLSearchParams,
  name: string,
  fallback: number,
  [least, most]: [number, number],
): number {
  const text = query.get(name)
  const value = Number(text ?? fallback)
  if (text === '' || !Number.isInteger(value))
    throw invalid(name, `${name} is not of type integer.`, 'rest_invalid_type')
  if (value < least || value > most)
    throw invalid(
      name,
      `${name} must be between ${least} (inclusive) and ${most} (inclusive)`,
      'rest_out_of_bounds',
    )
  return value
}

export function choiceParam<T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly T[],
  fallback: T,
): T {
  const value = query.get(name) ?? fallback
  const chosen = choices.find((one) => one === value)
  if (chosen === undefined) throw notOneOf(name, choices)
  return chosen
}

/** One page of what was found, as every list gives it. */
export function pageOf<T>(found: readonly T[], query: URLSearchParams, show: (row: T) => Row): Reply {
  const perPage = numberParam(query, 'per_page', 10, [1, 100])
  const page = numberParam(query, 'page', 1, [1, 1e9])
  const offset = query.has('offset') ? numberParam(query, 'offset', 0, [0, 1e12]) : (page - 1) * perPage
  return {
    status: 200,
    headers: {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / perPage)),
    },
    body: found.slice(offset, offset + perPage).map(show),
  }
}

/** `include` and `exclude` name rows by their numbers. */
export function isNamed(query: URLSearchParams): (row: { id: number }) => boolean {
  const include = new Set(listParam(query, 'include').map(Number))
  const exclude = new Set(listParam(query, 'exclude').map(Number))
  return ({ id }) => (include.size === 0 || include.has(id)) && !exclude.has(id)
}
