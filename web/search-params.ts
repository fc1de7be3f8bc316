import { queryString } from './api.ts'

/** Plain `key=value` addresses: no JSON, no quotes around numbers. Pages read and check what they need. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  return queryString(search)
}
