/**
 * Takes the owner filter away, at the driver's edge: wherever a statement of the product compares owner_id with the owner that
 * it was given, it compares nothing any more. Row-level security is all that is left. To be imported before the product.
 */
import pg from 'pg'
import { PreparingClient } from '../../server/db/prepared-client.ts'

/** Tables without row-level security: in them the filter is all there is (test/isolation/policies.test.ts argues for each). */
const unwalled =
  /\b(?:sign_ins|sso_identities|one_time_links|sessions|channel_shops|events|courier_hooks|stored_responses)\b|(?:into|update|delete from) (?:order|product|sku)_search\b/

/** Statements as they were: those without their filter, and those that kept it. */
export const filters = { taken: new Set<string>(), kept: new Set<string>() }

function withoutFilter(text: string): string {
  // The parameter stays in use, or PostgreSQL does not know its type.
  const changed = text.replaceAll(/\b(?:\w+\.)?owner_id = (\$\d+)(?:::uuid)?/g, '($1::uuid is not null)')
  if (changed === text) return text
  if (unwalled.test(text)) {
    filters.kept.add(text)
    return text
  }
  filters.taken.add(text)
  return changed
}

type Query = (this: pg.Client, first: unknown, ...rest: unknown[]) => unknown

// The library's own type has a signature per way of calling it.
const original = Reflect.get(pg.Client.prototype, 'query') as Query
const changed: Query = function (first, ...rest) {
  // The tests' own statements go through plain clients.
  if (!(this instanceof PreparingClient)) return original.call(this, first, ...rest)
  if (typeof first === 'string') return original.call(this, withoutFilter(first), ...rest)
  const { text } = first as { text?: unknown }
  const isPlain = typeof text === 'string' && Object.getPrototypeOf(first) === Object.prototype
  return original.call(this, isPlain ? { ...(first as object), text: withoutFilter(text) } : first, ...rest)
}
pg.Client.prototype.query = changed as unknown as pg.Client['query']
