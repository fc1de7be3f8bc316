/**
 * Categories, collections, types and tags of a shop, which its seller makes up. Source: "List Product Categories", "List
 * Collections", "List Product Types" and "List Product Tags" of the Admin API reference.
 */
import { z } from 'zod'
import { noRules, type CategoryAttribute } from '../../../model/category.ts'
import type { Catalog } from '../../catalog.ts'
import { ChannelError } from '../../channel-error.ts'
import { parentsFirst } from '../../parents-first.ts'
import { readAgain } from '../../read-again.ts'
import type { Session } from '../../session.ts'
import { call } from './auth.ts'

const rowsPerPage = 100
/** A shop that repeats its pages for ever must end somewhere. */
const mostPages = 200
const mostTags = 100

const listed = { count: z.int().min(0) }
const categoriesSchema = z.object({
  ...listed,
  product_categories: z.array(
    z.object({ id: z.string().min(1), name: z.string(), parent_category_id: z.string().nullish() }),
  ),
})
const collectionsSchema = z.object({
  ...listed,
  collections: z.array(z.object({ id: z.string().min(1), title: z.string() })),
})
const value = z.object({ id: z.string().min(1), value: z.string() })
const typesSchema = z.object({ ...listed, product_types: z.array(value) })
const tagsSchema = z.object({ ...listed, product_tags: z.array(value) })

export const catalog: Catalog = {
  async categories(session) {
    const query = { fields: 'id,name,parent_category_id' }
    const rows = await readAll(
      session,
      '/product-categories',
      query,
      categoriesSchema,
      (reply) => reply.product_categories,
    )
    const parents = new Set(rows.map((row) => row.parent_category_id))
    return parentsFirst(
      rows.map(({ id, name, parent_category_id: parentId }) => ({
        channelCategoryId: id,
        parentId: parentId || null,
        name: name || id,
        isLeaf: !parents.has(id),
        isDisabled: false,
      })),
    )
  },

  /** The same for every category: Medusa has no other table of attributes. */
  async attributes(session) {
    const query = { fields: 'id,value' }
    const [types, tags] = await Promise.all([
      readAll(session, '/product-types', query, typesSchema, (reply) => reply.product_types),
      readAll(session, '/product-tags', query, tagsSchema, (reply) => reply.product_tags),
    ])
    return [attributeOf('type_id', 'Type', types, 1), attributeOf('tags', 'Tags', tags, mostTags)].filter(
      ({ options }) => options.length > 0,
    )
  },

  /** Sellers keep brands as collections, of which a product has one. */
  async brands(session, { keyword, cursor }) {
    const offset = Number(cursor ?? 0)
    const q = keyword?.trim() ?? ''
    const query = {
      fields: 'id,title',
      order: 'title',
      limit: String(rowsPerPage),
      offset: String(offset),
      ...(q && { q }),
    }
    const { collections, count } = await readAgain(() =>
      call(session, { method: 'GET', path: '/collections', query }, collectionsSchema),
    )
    const end = offset + collections.length
    return {
      brands: collections.map(({ id, title }) => ({ channelBrandId: id, name: title || id })),
      nextCursor: collections.length === 0 || end >= count ? null : String(end),
    }
  },

  async rules(session) {
    const query = { fields: 'id,title', limit: '1', offset: '0' }
    const { count } = await readAgain(() =>
      call(session, { method: 'GET', path: '/collections', query }, collectionsSchema),
    )
    return {
      ...noRules,
      // A shop without collections cannot be asked for one.
      isBrandRequired: count > 0,
      isCashOnDeliveryPossible: false,
    }
  },

  deliveryOptions: () => Promise.resolve([]),
}

async function readAll<Reply extends { count: number }, Row extends { id: string }>(
  session: Session,
  path: string,
  query: Record<string, string>,
  schema: z.ZodType<Reply>,
  rowsOf: (reply: Reply) => Row[],
): Promise<Row[]> {
  const rows = new Map<string, Row>()
  let offset = 0
  for (let page = 0; page < mostPages; page++) {
    const place = { order: 'id', limit: String(rowsPerPage), offset: String(offset) }
    const reply = await readAgain(() =>
      call(session, { method: 'GET', path, query: { ...query, ...place } }, schema),
    )
    const found = rowsOf(reply)
    for (const row of found) rows.set(row.id, row)
    offset += found.length
    if (found.length === 0 || offset >= reply.count) return [...rows.values()]
  }
  throw new ChannelError('changed-shape', 'refusal.cursor')
}

function attributeOf(
  channelAttributeId: string,
  name: string,
  values: z.infer<typeof value>[],
  mostValues: number,
): CategoryAttribute {
  return {
    channelAttributeId,
    name,
    isRequired: false,
    isVariant: false,
    input: mostValues > 1 ? 'multi' : 'select',
    isFreeText: false,
    options: values.map((one) => ({ id: one.id, name: one.value })),
    units: [],
    mostValues,
  }
}
