/**
 * Categories, brands and attributes of a store, which its seller makes up. Source: "List all product categories", "List all product
 * brands", "List all product attributes" and "List all attribute terms" of the REST API v3 documentation.
 */
import { z } from 'zod'
import { noRules, type CategoryAttribute } from '../../model/category.ts'
import type { Catalog } from '../catalog.ts'
import { ChannelError } from '../channel-error.ts'
import type { HttpReply } from '../http.ts'
import { parentsFirst } from '../parents-first.ts'
import { readAgain } from '../read-again.ts'
import type { Session } from '../session.ts'
import { send } from './calls.ts'
import { pageSize, totalOf } from './lists.ts'
import { decodeReply } from './wire.ts'

/** A store that repeats its pages for ever must end somewhere. */
const mostPages = 200
/** Any number of values, but a payload has to end as well. */
const mostValues = 100

const termsSchema = z.array(z.object({ id: z.int().positive(), name: z.string() }))
const categoriesSchema = z.array(
  z.object({ id: z.int().positive(), name: z.string(), parent: z.int().nullish() }),
)

export function createCatalog({ isBrandRequired }: { isBrandRequired: boolean }): Catalog {
  return {
    async categories(session) {
      const rows = await readAll(session, '/products/categories', categoriesSchema)
      const parents = new Set(rows.map(({ parent }) => parent ?? 0))
      return parentsFirst(
        rows.map(({ id, name, parent }) => ({
          channelCategoryId: String(id),
          parentId: parent ? String(parent) : null,
          name: nameOf(name) || String(id),
          isLeaf: !parents.has(id),
          isDisabled: false,
        })),
      )
    },

    async attributes(session) {
      // Attributes of the whole store, whatever the category. Their list has no pages.
      const request = { method: 'GET' as const, path: '/products/attributes', query: {} }
      const reply = await readAgain(() => send(session, request))
      return Promise.all(
        decodeReply(reply, termsSchema).map(async ({ id, name }): Promise<CategoryAttribute> => {
          const terms = await readAll(session, `/products/attributes/${id}/terms`, termsSchema)
          return {
            channelAttributeId: String(id),
            name: nameOf(name),
            isRequired: false,
            // Sellers make up what variations differ in.
            isVariant: false,
            input: 'multi',
            isFreeText: true,
            // A payload names values, and the store adds those that it does not have.
            options: terms.map((term) => ({ id: null, name: nameOf(term.name) })),
            units: [],
            mostValues,
          }
        }),
      )
    },

    async brands(session, { keyword, cursor }) {
      const page = Number(cursor ?? 1)
      const search = keyword?.trim() ?? ''
      const reply = await readBrands(session, { page: String(page), ...(search && { search }) })
      if (reply === null) return { brands: [], nextCursor: null }
      const rows = decodeReply(reply, termsSchema)
      return {
        brands: rows.map(({ id, name }) => ({ channelBrandId: String(id), name: nameOf(name) })),
        nextCursor: isLastPage(reply, rows.length, page) ? null : String(page + 1),
      }
    },

    async rules(session) {
      const reply = isBrandRequired ? await readBrands(session, { page: '1' }) : null
      return {
        ...noRules,
        // A store without brands cannot be asked for one.
        isBrandRequired: reply !== null && decodeReply(reply, termsSchema).length > 0,
        isCashOnDeliveryPossible: false,
      }
    },

    deliveryOptions: () => Promise.resolve([]),
  }
}

/** Null for a store older than WooCommerce 9.6, which has no brands. */
async function readBrands(session: Session, query: Record<string, string>): Promise<HttpReply | null> {
  const more = { orderby: 'name', order: 'asc', per_page: String(pageSize) }
  const request = { method: 'GET' as const, path: '/products/brands', query: { ...more, ...query } }
  const reply = await readAgain(() => send(session, request))
  return reply.status === 404 && /rest_no_route/.test(reply.text) ? null : reply
}

async function readAll<Row extends { id: number }>(
  session: Session,
  path: string,
  schema: z.ZodType<Row[]>,
): Promise<Row[]> {
  const rows = new Map<number, Row>()
  for (let page = 1; page <= mostPages; page++) {
    const query = { orderby: 'id', order: 'asc', per_page: String(pageSize), page: String(page) }
    const reply = await readAgain(() => send(session, { method: 'GET', path, query }))
    const found = decodeReply(reply, schema)
    for (const row of found) rows.set(row.id, row)
    if (isLastPage(reply, found.length, page)) return [...rows.values()]
  }
  throw new ChannelError('changed-shape', 'refusal.cursor')
}

function isLastPage(reply: HttpReply, rows: number, page: number): boolean {
  const total = totalOf(reply)
  return rows === 0 || (total === null ? rows < pageSize : page * pageSize >= total)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#8217': '’' }

/** WordPress writes names as HTML. */
function nameOf(html: string): string {
  return html.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole).trim()
}
