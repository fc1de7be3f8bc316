/** Requests of the right form with one value changed, and the fields that the contract refuses them with. */
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { allEndpoints } from '../../contract/endpoints.ts'
import { readQuery } from '../../server/http/read-query.ts'
import { invalidFields } from '../../server/i18n/invalid-fields.ts'
import { bodies, queries } from './sample-requests.ts'

/** By their paths: `lines.0.price`. */
export type Changes = Record<string, unknown>

/** Values that stand for a field that is left out. */
export const leftOut = Symbol('left out')

const endpointOf = (name: string) => (allEndpoints as Record<string, Endpoint>)[name]

function changed(sample: object, changes: Changes): object {
  const body = structuredClone(sample) as Record<string, unknown>
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const parent = keys.reduce<Record<string, unknown>>((at, key) => {
      at[key] ??= {}
      return at[key] as Record<string, unknown>
    }, body)
    if (value === leftOut) delete parent[last]
    else parent[last] = value
  }
  return body
}

function fieldsOf(parsed: ReturnType<NonNullable<Endpoint['body']>['safeParse']> | undefined): string[] {
  if (!parsed) return ['no such request']
  const paths = (parsed.error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.') || 'body'],
  )
  return [...new Set(paths)]
}

/** Fields of a body that are refused; none: it is taken. */
export function refusedIn(name: string, changes: Changes): string[] {
  return fieldsOf(endpointOf(name)?.body?.safeParse(changed(bodies[name] ?? {}, changes)))
}

/** The same of a query. */
export function refusedInQuery(name: string, changes: Changes): string[] {
  return fieldsOf(endpointOf(name)?.query?.safeParse(changed(queries[name] ?? {}, changes)))
}

/** A body as the server reads it. */
export function bodyAs(name: string, changes: Changes): unknown {
  return endpointOf(name)?.body?.parse(changed(bodies[name] ?? {}, changes))
}

/** A query as the server reads it. */
export function queryAs(name: string, changes: Changes): unknown {
  return endpointOf(name)?.query?.parse(changed(queries[name] ?? {}, changes))
}

/** Texts that answer a body, field by field. */
export function toldIn(name: string, changes: Changes): Record<string, string> {
  const sent = changed(bodies[name] ?? {}, changes)
  const parsed = endpointOf(name)?.body?.safeParse(sent, { reportInput: true })
  return parsed ? invalidFields('en', parsed.error?.issues ?? []) : { endpoint: 'no such request' }
}

/**
 * A test for each wrong value of a field: what is told, and at which field where that is another one.
 *
 * @param rows field, value, text, field of the text
 */
export function describeRefusals(
  title: string,
  name: string,
  rows: [field: string, value: unknown, told: string, named?: string][],
): void {
  describe(title, () => {
    it.each(rows)('%s: %j is refused at %s', (field, value, told, named = field) => {
      expect(toldIn(name, { [field]: value })).toEqual({ [named]: told })
    })
  })
}

/** The query of an address, with what the endpoint needs beside it, as the server parses it. */
function sentTo(name: string, search: string): object {
  const sent = readQuery(search)
  const needed = Object.entries(queries[name] ?? {}).filter(([key]) => !(key in sent))
  return { ...Object.fromEntries(needed), ...sent }
}

/** Texts that answer an address. */
export function toldAt(name: string, search: string): Record<string, string> {
  const sent = sentTo(name, search)
  const parsed = endpointOf(name)?.query?.safeParse(sent, { reportInput: true })
  return parsed ? invalidFields('en', parsed.error?.issues ?? [], sent) : { endpoint: 'no such request' }
}

/** The values that a route gets from an address. */
export function readAt(name: string, search: string): unknown {
  return endpointOf(name)?.query?.parse(sentTo(name, search))
}
