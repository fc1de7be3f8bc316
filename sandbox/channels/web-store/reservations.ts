/** Claims on the stock: those of orders, and those that merchants make. Source: "Reservations" of the Admin API reference. */
import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { allItems, findItem } from './find-goods.ts'
import { factsOf, inventoryRow, itemId, type Goods } from './goods.ts'
import { reservedOf } from './lifecycle.ts'
import { listRows, type Listed } from './lists.ts'
import { readBody } from './read-body.ts'
import { readFields, selectFields } from './select-fields.ts'
import { iso, locationId, named } from './stores.ts'
import type { Line, Order, Reservation, Row } from './types.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, missing, notAllowed, success } from './wire.ts'

const metadata = z.record(z.string(), z.unknown()).nullish()
const newSchema = z.strictObject({
  line_item_id: z.string().nullish(),
  location_id: z.string(),
  inventory_item_id: z.string(),
  quantity: z.number().min(0),
  description: z.string().nullish(),
  metadata,
})
const changeSchema = z.strictObject({
  location_id: z.string().optional(),
  quantity: z.number().min(0).optional(),
  description: z.string().nullish(),
  metadata,
})

const FIELDS =
  'id,location_id,inventory_item_id,quantity,line_item_id,description,metadata,created_at,updated_at,*inventory_item'

/** A claim of an order's line, or one that a merchant made. */
interface Claim extends Listed {
  goods: Goods
  quantity: number
  by: { order: Order; line: Line } | Reservation
}

function claimsOf(call: AdminCall): Claim[] {
  const { shop, store } = call
  const items = new Map(allItems(call).map((goods) => [goods.listing.sku, goods]))
  const own = [...shop.reservations].flatMap(([key, by]): Claim[] => {
    const goods = key.startsWith(`${store.slug}/`) ? items.get(by.sku) : undefined
    return goods ? [{ ...by, goods, by }] : []
  })
  const ordered = [...shop.ordersOf(store).values()].flatMap((order) =>
    order.lines.flatMap((line): Claim[] => {
      const quantity = reservedOf(order, line)
      const goods = items.get(line.sku)
      if (quantity === 0 || !goods) return []
      const id = line.id.replace('ordli', 'resitem')
      return [{ id, created: order.created, updated: order.updated, goods, quantity, by: { order, line } }]
    }),
  )
  return [...ordered, ...own]
}

const rowOf =
  (call: AdminCall) =>
  ({ id, goods, quantity, created, updated, by }: Claim): Row => ({
    id,
    location_id: locationId(call.store),
    inventory_item_id: itemId(goods.listing),
    quantity,
    line_item_id: 'line' in by ? by.line.id : by.lineItem,
    description: 'line' in by ? null : by.description,
    metadata: 'line' in by ? null : by.metadata,
    created_at: iso(created),
    updated_at: iso(updated),
    inventory_item: inventoryRow(goods, factsOf(call.shop, goods.listing.productId)),
  })

/** Answers a call about reservations; undefined for any other. `name` is 'METHOD /path'. */
export function answerReservationCall(name: string, call: AdminCall): CallReply | undefined {
  const [, method = '', id] = /^(GET|POST|DELETE) \/reservations(?:\/([^/]+))?$/.exec(name) ?? []
  if (method === '') return undefined
  const reply = (found: string): CallReply => {
    const claim = claimsOf(call).find((one) => one.id === found)
    if (!claim) throw missing(`Reservation with id: ${found} was not found`)
    const fields = readFields(call.query.get('fields'), FIELDS)
    return success({ reservation: selectFields(rowOf(call)(claim), fields) })
  }
  if (id === undefined) {
    if (method === 'GET') return list(call)
    return method === 'POST' ? reply(create(call)) : undefined
  }
  if (method === 'GET') return reply(id)
  const claim = claimsOf(call).find((one) => one.id === id)
  if (method === 'POST') {
    if (!claim) throw invalid(`Reservation item with id ${id} not found`)
    change(call, claim)
    return reply(id)
  }
  // Deleting one that is not there is no error.
  if (claim) setQuantity(call, claim, 0)
  call.shop.reservations.delete(`${call.store.slug}/${id}`)
  return success({ id, object: 'reservation', deleted: true })
}

function list(call: AdminCall): CallReply {
  return success(
    listRows(claimsOf(call), call.query, {
      name: 'reservations',
      defaultFields: FIELDS,
      filters: ['location_id', 'inventory_item_id', 'line_item_id', 'created_by', 'description', 'quantity'],
      words: ({ goods }) => `${goods.listing.name} ${goods.listing.code ?? goods.listing.sku}`,
      show: rowOf(call),
    }),
  )
}

const shortOf = (item: string, place: string) =>
  notAllowed(`Not enough stock available for item ${item} at location ${place}`)

function create(call: AdminCall): string {
  const { shop, store } = call
  const input = readBody(call.body, newSchema)
  const { inventory_item_id: item, location_id: place, quantity } = input
  const goods = place === locationId(store) ? findItem(call, item) : undefined
  if (!goods) throw missing(`Item ${item} is not stocked at location ${place}`)
  const { listing } = goods
  if (quantity > listing.stock) throw shortOf(item, place)
  const now = shop.world.clock.nowMs()
  const id = named('resitem', `${store.slug}:${item}:${now}:${shop.nextNumber()}`)
  shop.reservations.set(`${store.slug}/${id}`, {
    id,
    sku: listing.sku,
    skuId: listing.skuId,
    quantity,
    description: input.description ?? null,
    lineItem: input.line_item_id ?? null,
    metadata: input.metadata ?? null,
    created: now,
    updated: now,
  })
  shop.catalog.setStock(listing, listing.stock - quantity)
  return id
}

function change(call: AdminCall, claim: Claim): void {
  const { description, metadata: written, quantity } = readBody(call.body, changeSchema)
  if (quantity !== undefined) setQuantity(call, claim, quantity)
  const { by } = claim
  if ('line' in by) return
  if (description !== undefined) by.description = description
  if (written !== undefined) by.metadata = written
  by.updated = call.shop.world.clock.nowMs()
}

/** Pieces that are not claimed any more may be sold again. */
function setQuantity(
  { shop, store }: AdminCall,
  { goods, quantity: before, by }: Claim,
  quantity: number,
): void {
  const { listing } = goods
  if (quantity - before > listing.stock) throw shortOf(itemId(listing), locationId(store))
  shop.catalog.setStock(listing, listing.stock + before - quantity)
  if (!('line' in by)) {
    by.quantity = quantity
    return
  }
  by.line.released = (by.line.released ?? 0) + before - quantity
  shop.emit({ type: 'changed', order: by.order })
}
