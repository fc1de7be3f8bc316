/** Requests of the right form with one value changed, and the fields that the contract refuses them with. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { allEndpoints } from '../../contract/endpoints.ts'
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
