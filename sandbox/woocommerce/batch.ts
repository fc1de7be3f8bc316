/** Several rows in one call: what is wrong with one of them stands in its place, and the others are written. */
import { z } from 'zod'
import { readInput } from './read-input.ts'
import type { Row } from './types.ts'
import { ApiError, errorRow, type Reply } from './wire.ts'

const MOST = 100
const row = z.looseObject({})

const schema = z.looseObject({
  create: z.array(row).optional(),
  update: z.array(z.looseObject({ id: z.int() })).optional(),
  delete: z.array(z.int()).optional(),
})

interface BatchWork {
  create: (row: unknown) => Row
  update: (id: number, row: unknown) => Row
  /** For good. */
  remove: (id: number) => Row
}

export function answerBatch(body: unknown, { create, update, remove }: BatchWork): Reply {
  const { create: fresh, update: changed, delete: unwanted } = readInput(schema, body)
  if ([fresh, changed, unwanted].reduce((sum, rows) => sum + (rows?.length ?? 0), 0) > MOST)
    throw new ApiError(
      413,
      'woocommerce_rest_request_entity_too_large',
      `Unable to accept more than ${MOST} items for this request.`,
    )
  return {
    status: 200,
    body: {
      ...(fresh && { create: fresh.map((one) => rowOr(0, () => create(one))) }),
      ...(changed && { update: changed.map((one) => rowOr(one.id, () => update(one.id, one))) }),
      ...(unwanted && { delete: unwanted.map((id) => rowOr(id, () => remove(id))) }),
    },
  }
}

function rowOr(id: number, write: () => Row): Row {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { id, error: errorRow(error) }
  }
}

/** `DELETE` without `force` where the site has no bin for such rows. */
export function requireForce(query: URLSearchParams, what: string): void {
  if (query.get('force') === 'true' || query.get('force') === '1') return
  throw new ApiError(501, 'woocommerce_rest_trash_not_supported', `${what} do not support trashing.`)
}
