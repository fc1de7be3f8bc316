import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { NotForSale } from './catalog.ts'
import { ControlError, type ControlRoute } from './control-call.ts'
import type { Live } from './live-selling.ts'
import { BadRecord, orderRecordSchema } from './order-record.ts'
import { corruptSchema, type Corruption } from './corrupt.ts'

/** Parts of the control interface that all marketplaces have alike. */

export const secondsSchema = z.number().int().min(0)

/** One new order; `force` sells what is not for sale. */
export const createSchema = z.strictObject({
  order: orderRecordSchema.optional(),
  force: z.boolean().optional(),
})

export function chooseShop<Shop>(shops: ReadonlyMap<unknown, Shop>, shopId: string | number | null): Shop {
  const id = shopId ?? ''
  const shop = shops.get(id) ?? [...shops].find(([known]) => String(known) === String(id))?.[1]
  if (!shop) throw new ControlError(`there is no shop ${id}; there are ${[...shops.keys()].join(', ')}`)
  return shop
}

/** Does the work, and passes on the messages of refusals. `kinds` are the channel's errors. */
export async function asControlError<T>(
  kinds: readonly (abstract new (...given: never[]) => Error)[],
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotForSale) throw new ControlError(error.message, 409)
    // A file that isn't there, can't be read or isn't what its name says.
    const isAboutFile = error instanceof Error && 'errno' in error
    if (isAboutFile || error instanceof BadRecord || kinds.some((kind) => error instanceof kind))
      throw new ControlError((error as Error).message)
    throw error
  }
}

/** Answers with one line of JSON per row, as fast as the caller reads. */
export async function sendLines(response: ServerResponse, rows: Iterable<object>): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  let chunk = ''
  for (const row of rows) {
    chunk += `${JSON.stringify(row)}\n`
    if (chunk.length < 500_000) continue
    if (!response.write(chunk)) await once(response, 'drain')
    chunk = ''
  }
  response.end(chunk)
}

export const liveRoutes = (code: string, live: Live): Record<string, ControlRoute> => ({
  [`POST /_sandbox/${code}/live`]: ({ read }) => {
    live.setPace(read(z.strictObject({ per_minute: z.number().min(0).max(6_000) })).per_minute)
    return { per_minute: live.pace() }
  },
})

/** Serves an order wrong, and mends it. `idName` is the channel's word for an order's number. */
export function corruptRoutes<Id extends string | number>(
  { code, idName, id }: { code: string; idName: string; id: z.ZodType<Id> },
  corrupt: Map<Id, Corruption[]>,
  find: (id: Id) => unknown,
): Record<string, ControlRoute> {
  const which = z.strictObject({ [idName]: id })
  const answer = (): object => ({ corrupt: [...corrupt.keys()] })
  return {
    [`POST /_sandbox/${code}/corrupt`]: ({ read }) => {
      const { [idName]: given, ...change } = read(z.looseObject({ [idName]: id }))
      const [{ [idName]: order }, input] = [which.parse({ [idName]: given }), corruptSchema.parse(change)]
      find(order as Id)
      corrupt.set(order as Id, [...(corrupt.get(order as Id) ?? []), input])
      return answer()
    },
    [`POST /_sandbox/${code}/restore`]: ({ read }) => {
      const { [idName]: order } = read(which.partial())
      if (order === undefined) corrupt.clear()
      else corrupt.delete(order)
      return answer()
    },
  }
}
