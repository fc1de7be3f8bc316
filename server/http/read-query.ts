import { parse } from 'node:querystring'

/**
 * The query of an address. A plus is a plus, as clients send phone numbers and instants unencoded; `key[]=a` is a way to
 * write the list `key=a`.
 */
export function readQuery(text: string): Record<string, unknown> {
  const query = parse(text.includes('+') ? text.replaceAll('+', '%2B') : text)
  if (!/\[\]|%5B%5D/i.test(text)) return query
  const read: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(query)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    read[name] = read[name] === undefined ? value : [read[name], value].flat()
  }
  return read
}
