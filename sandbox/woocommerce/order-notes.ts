/** Notes on an order. Source: "Order notes" of REST API v3. */
import { z } from 'zod'
import { gmt, local } from './amounts.ts'
import { requireForce } from './batch.ts'
import { choiceParam } from './paging.ts'
import { readInput } from './read-input.ts'
import type { Sites } from './sites.ts'
import type { Order, OrderNote, Row } from './types.ts'
import { ApiError, type Reply } from './wire.ts'

const noteSchema = z.looseObject({ note: z.string().min(1), customer_note: z.boolean().default(false) })

const rowOf = ({ store }: Order, { id, at, note, isForCustomer }: OrderNote): Row => ({
  id,
  author: 'system',
  date_created: local(store, at),
  date_created_gmt: gmt(at),
  note,
  customer_note: isForCustomer,
})

interface NoteCall {
  sites: Sites
  query: URLSearchParams
  /** Parsed. */
  body: unknown
}

/** Answers a call below /orders/<id>/notes. */
export function answerNoteCall(
  method: string,
  order: Order | undefined,
  id: string | undefined,
  { sites, query, body }: NoteCall,
): Reply | undefined {
  if (!order) throw new ApiError(404, 'woocommerce_rest_order_invalid_id', 'Invalid order ID.')
  const notes = order.notes ?? []
  if (id === undefined) {
    if (method === 'POST') return { status: 201, body: addNote(sites, order, body) }
    if (method !== 'GET') return undefined
    const kind = choiceParam(query, 'type', ['any', 'customer', 'internal'], 'any')
    const found = notes.filter(
      ({ isForCustomer }) => kind === 'any' || isForCustomer === (kind === 'customer'),
    )
    return { status: 200, body: found.toReversed().map((note) => rowOf(order, note)) }
  }
  const note = notes.find((one) => String(one.id) === id)
  if (!note) throw new ApiError(404, 'woocommerce_rest_invalid_id', 'Invalid resource ID.')
  if (method === 'DELETE') {
    requireForce(query, 'Order notes')
    order.notes = notes.filter((one) => one !== note)
    sites.emit({ type: 'changed', order })
  } else if (method !== 'GET') return undefined
  return { status: 200, body: rowOf(order, note) }
}

function addNote(sites: Sites, order: Order, given: unknown): Row {
  const { note, customer_note: isForCustomer } = readInput(noteSchema, given)
  const added = { id: sites.nextNumber(), at: sites.world.clock.now(), note, isForCustomer }
  order.notes = [...(order.notes ?? []), added]
  sites.emit({ type: 'changed', order })
  return rowOf(order, added)
}
