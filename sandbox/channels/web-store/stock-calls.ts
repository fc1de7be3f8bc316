/** Items of the inventory and how many of them lie where. Source: "Inventory Items" of the Admin API reference. */
import { z } from 'zod'
import { allItems, findItem } from './find-goods.ts'
import { factsOf, inventoryRow, levelRow, levelsOf, type Goods } from './goods.ts'
import { listRows } from './lists.ts'
import { measureFields } from './measures.ts'
import { readBody } from './read-body.ts'
import { readFields, selectFields } from './select-fields.ts'
import { locationId } from './stores.ts'
import type { ProductFacts, Row } from './types.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, missing, notAllowed, success } from './wire.ts'
import type { CallReply } from '../../kit/serve-call.ts'

const figures = {
  stocked_quantity: z.number().min(0).optional(),
  incoming_quantity: z.number().min(0).optional(),
}
const newLevelSchema = z.strictObject({ location_id: z.string(), ...figures })
const writeSchema = z.strictObject({ inventory_item_id: z.string(), ...newLevelSchema.shape })
type Write = z.infer<typeof writeSchema>

const batchSchema = z.strictObject({
  create: z.array(writeSchema).default([]),
  update: z.array(writeSchema).default([]),
  delete: z.array(z.string()).default([]),
  force: z.boolean().optional(),
})
const itemBatchSchema = z.strictObject({
  create: z.array(newLevelSchema).default([]),
  update: z.array(newLevelSchema.extend({ id: z.string().optional() })).default([]),
  delete: z.array(z.string()).default([]),
  force: z.boolean().optional(),
})

const text = z.string().nullish()
const itemSchema = z.strictObject({
  sku: text,
  title: text,
  description: text,
  thumbnail: text,
  ...measureFields,
  unit_of_measure: text,
  requires_shipping: z.boolean().optional(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

const LEVEL_FIELDS =
  'id,inventory_item_id,location_id,stocked_quantity,reserved_quantity,incoming_quantity,available_quantity,metadata,created_at,updated_at'
const ITEM_FIELDS =
  'id,sku,title,description,thumbnail,origin_country,hs_code,requires_shipping,mid_code,material,unit_of_measure,weight,length,height,width,metadata,reserved_quantity,stocked_quantity,created_at,updated_at,*location_levels'

/** Answers a call about the inventory; undefined for any other. `name` is 'METHOD /path'. */
export function answerStockCall(name: string, call: AdminCall): CallReply | undefined {
  const [, method = '', rest = ''] = /^([A-Z]+) \/inventory-items(\/.*)?$/.exec(name) ?? []
  if (method === '') return undefined
  if (rest === '') return method === 'GET' ? list(call) : undefined
  if (rest === '/location-levels/batch')
    return method === 'POST' ? success(writeMany(call, readBody(call.body, batchSchema))) : undefined
  const [, id = '', place] = /^\/([^/]+)(?:\/location-levels(?:\/([^/]+))?)?$/.exec(rest) ?? []
  if (id === '') return undefined
  if (!rest.includes('/location-levels')) return answerItemCall(method, id, call)
  if (place === undefined) return answerLevelsCall(method, id, call)
  return answerLevelCall(method, id, place, call)
}

function list(call: AdminCall): CallReply {
  const show = (goods: Goods): Row => inventoryRow(goods, factsIn(call, goods))
  const filters = [
    'sku',
    'origin_country',
    'mid_code',
    'hs_code',
    'material',
    'requires_shipping',
    'weight',
    'length',
    'height',
    'width',
    'location_levels',
  ]
  const words = ({ listing }: Goods): string => `${listing.name} ${listing.code ?? listing.sku}`
  const rules = { name: 'inventory_items', defaultFields: ITEM_FIELDS, filters, words, show }
  return success(listRows(allItems(call), withoutPlaces(call.query), rules))
}

/** There is one place, so every level lies there. */
const withoutPlaces = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => !name.startsWith('location_levels[')))

const factsIn = ({ shop }: AdminCall, { listing }: Goods): ProductFacts => factsOf(shop, listing.productId)

function getItem(call: AdminCall, id: string): Goods {
  const goods = findItem(call, id)
  if (!goods) throw missing(`Inventory item with id: ${id} was not found`)
  return goods
}

function itemReply(call: AdminCall, id: string): Row {
  const goods = getItem(call, id)
  return selectFields(
    inventoryRow(goods, factsIn(call, goods)),
    readFields(call.query.get('fields'), ITEM_FIELDS),
  )
}

function answerItemCall(method: string, id: string, call: AdminCall): CallReply | undefined {
  if (method === 'POST') changeItem(call, id)
  else if (method !== 'GET') return undefined
  return success({ inventory_item: itemReply(call, id) })
}

function changeItem(call: AdminCall, id: string): void {
  const { listing } = getItem(call, id)
  const { sku, ...written } = readBody(call.body, itemSchema)
  const facts = factsOf(call.shop, listing.productId)
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined))
  const items = { ...facts.items, [listing.skuId]: { ...facts.items?.[listing.skuId], ...given } }
  call.shop.facts.set(listing.productId, { ...facts, items })
  call.shop.catalog.change(listing, sku === undefined ? {} : { code: sku ?? '' })
}

function answerLevelsCall(method: string, id: string, call: AdminCall): CallReply | undefined {
  if (method === 'POST') {
    create(call, { ...readBody(call.body, newLevelSchema), inventory_item_id: id })
    return success({ inventory_item: itemReply(call, id) })
  }
  if (method !== 'GET') return undefined
  const goods = findItem(call, id)
  const rows = (goods ? levelsOf(goods, factsIn(call, goods)) : []).map((row) => ({
    id: String(row['id']),
    created: goods?.created ?? 0,
    updated: goods?.updated ?? 0,
    row,
  }))
  const rules = { name: 'inventory_levels', defaultFields: LEVEL_FIELDS, limit: 50, filters: ['location_id'] }
  return success(listRows(rows, call.query, { ...rules, show: ({ row }) => row }))
}

function answerLevelCall(method: string, id: string, place: string, call: AdminCall): CallReply | undefined {
  const at = { inventory_item_id: id, location_id: place }
  if (method === 'POST' && place === 'batch') {
    const { create: fresh, update, ...rest } = readBody(call.body, itemBatchSchema)
    const own = (rows: Omit<Write, 'inventory_item_id'>[]): Write[] =>
      rows.map(({ location_id, stocked_quantity }) => ({
        inventory_item_id: id,
        location_id,
        stocked_quantity,
      }))
    return success(writeMany(call, { ...rest, create: own(fresh), update: own(update) }))
  }
  if (method === 'POST') {
    write(call, { ...readBody(call.body, z.strictObject(figures)), ...at })
    return success({ inventory_item: itemReply(call, id) })
  }
  if (method !== 'DELETE') return undefined
  const goods = findLevel(call, at, `Inventory Level for Item ${id} at Location ${place} not found`)
  if (goods.reserved > 0)
    throw notAllowed(
      `Cannot remove Inventory Level ${id} at Location ${place} because there are reservations at location`,
    )
  remove(call, goods, false)
  const deleted = { id: levelRow(goods)['id'], object: 'inventory-level', deleted: true }
  return success({ ...deleted, parent: itemReply(call, id) })
}

/** None is written unless all of them are there. */
function writeMany(
  call: AdminCall,
  { create: fresh, update, delete: unwanted, force }: z.infer<typeof batchSchema>,
): Row {
  for (const input of update) findLevel(call, input)
  const removed = unwanted.map((id) => {
    const goods = allItems(call).find((one) => levelRow(one)['id'] === id && isCounted(call, one))
    if (!goods) throw missing(`Inventory level with id: ${id} was not found`)
    return goods
  })
  for (const goods of removed) remove(call, goods, force === true)
  return {
    created: fresh.map((input) => levelRow(create(call, input))),
    updated: update.map((input) => levelRow(write(call, input))),
    deleted: unwanted,
  }
}

const isCounted = (call: AdminCall, goods: Goods): boolean => levelsOf(goods, factsIn(call, goods)).length > 0

/** From now on the variant's stock is counted. */
function create(call: AdminCall, input: Write): Goods {
  const { inventory_item_id: id, location_id: place } = input
  if (place !== locationId(call.store)) throw missing(`Stock locations with ids: ${place} was not found`)
  const goods = findItem(call, id)
  if (!goods)
    throw missing(`You tried to set relationship inventory_item_id: ${id}, but such entity does not exist`)
  if (isCounted(call, goods))
    throw invalid(`Inventory level with inventory_item_id: ${id}, location_id: ${place}, already exists.`)
  setUncounted(call, goods, false)
  return write(call, { ...input, stocked_quantity: input.stocked_quantity ?? 0 })
}

function setUncounted(call: AdminCall, { listing }: Goods, isUncounted: boolean): void {
  const facts = factsOf(call.shop, listing.productId)
  const others = facts.uncounted?.filter((id) => id !== listing.skuId) ?? []
  const uncounted = isUncounted ? [...others, listing.skuId] : others
  call.shop.facts.set(listing.productId, { ...facts, uncounted })
}

function findLevel(
  call: AdminCall,
  { inventory_item_id: id, location_id: place }: Pick<Write, 'inventory_item_id' | 'location_id'>,
  words = `Item ${id} is not stocked at location ${place}`,
): Goods {
  const goods = place === locationId(call.store) ? findItem(call, id) : undefined
  if (!goods || !isCounted(call, goods)) throw missing(words)
  return goods
}

/** Writes the stock of an item; reserved pieces are not for sale, so they are deducted. */
function write(call: AdminCall, input: Write): Goods {
  const goods = findLevel(call, input)
  const { stocked_quantity: stocked } = input
  if (stocked !== undefined) call.shop.catalog.setStock(goods.listing, Math.max(0, stocked - goods.reserved))
  return findLevel(call, input)
}

function remove(call: AdminCall, goods: Goods, isForced: boolean): void {
  const { listing, reserved, store } = goods
  const refusal = (what: string): string =>
    `Cannot remove Inventory Levels for ${locationId(store)} because there are ${what}`
  if (reserved > 0) throw notAllowed(refusal('reserved or incoming items at the locations'))
  if (listing.stock > 0 && !isForced)
    throw notAllowed(refusal('stocked items at the locations. Use force flag to delete anyway.'))
  call.shop.catalog.setStock(listing, 0)
  setUncounted(call, goods, true)
}
