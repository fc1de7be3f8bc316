/**
 * Products of a store: which changed, and what they are. Source: "List all products" and "List all product variations" of
 * the REST API v3 documentation.
 */
import type { Session } from '../session.ts'
import type { ProductPage, ProductResults, Products } from '../products.ts'
import { ChannelError } from '../channel-error.ts'
import { readAgain } from '../read-again.ts'
import { keptForShop } from '../kept-for-shop.ts'
import type { ChannelProduct } from '../../model/product.ts'
import { call, send } from './calls.ts'
import { findRows, pageSize, readPage, totalOf } from './lists.ts'
import type { Look } from './lists.ts'
import { toChannelProduct } from './product-mapping.ts'
import type { Units } from './product-mapping.ts'
import type { Profile } from './profile.ts'
import { productSchema, variationSchema } from './product-wire.ts'
import type { StoreProduct, StoreVariation } from './product-wire.ts'
import { decodeReply, describeIssue, idOf, listSchema, settingsSchema } from './wire.ts'
import type { Failure } from '../results.ts'

/** Each may cost a call of its own for its variations, and a page of which one call fails is asked for again. */
const rowsPerPage = 30

export function createProducts(profile: Profile): Products {
  return {
    async list(session, changedSince, cursor): Promise<ProductPage> {
      const look: Look = {
        path: '/products',
        from: changedSince,
        after: 'modified_after',
        isBinRead: changedSince !== null,
        rowsPerPage,
      }
      const { rows, ...place } = await readPage(session, look, cursor)
      return { ...(await readProducts(profile, session, rows)), ...place }
    },

    async get(session, channelProductIds): Promise<ProductResults> {
      const { rows, unknown } = await findRows(session, '/products', channelProductIds)
      const { items: read, failures } = await readProducts(profile, session, rows)
      const gone = unknown.map((id) => failureOf(id, 'the store does not have it any more', null))
      return { items: read, failures: [...failures, ...gone] }
    },
  }
}

async function readProducts(profile: Profile, session: Session, rows: unknown[]): Promise<ProductResults> {
  const outcomes = await Promise.all(rows.map((raw) => readProduct(profile, session, raw)))
  return {
    items: outcomes.flatMap((outcome) => (outcome && 'skus' in outcome ? outcome : [])),
    failures: outcomes.flatMap((outcome) => (!outcome || 'skus' in outcome ? [] : outcome)),
  }
}

/** Null where the shop does not have it, though the site does. */
async function readProduct(
  profile: Profile,
  session: Session,
  raw: unknown,
): Promise<ChannelProduct | Failure | null> {
  try {
    const view = profile.viewRow(raw, session.credentials.more)
    if (view === null) return null
    const product = productSchema.safeParse(view)
    if (!product.success) return failureOf(idOf(raw), describeIssue(product.error), raw)
    // Asked for by its own number it is answered like a product, and would be one beside its own.
    if (product.data.type === 'variation') return failureOf(idOf(raw), 'is a variation and no product', raw)
    const variations = await listVariations(profile, session, product.data)
    if (variations === null) return null
    const units = await unitsFor(session, product.data)
    return toChannelProduct(product.data, variations, { currency: session.currency, units })
  } catch (error) {
    // A store that is busy or locked concerns all products. What else it may be concerns this one and no other.
    if (error instanceof ChannelError && !['refused', 'changed-shape'].includes(error.kind)) throw error
    return failureOf(idOf(raw), error instanceof Error ? error.message : 'refusal.item_unreadable', raw)
  }
}

/** Null where the shop has none of those that the site has. */
async function listVariations(
  profile: Profile,
  session: Session,
  product: StoreProduct,
): Promise<StoreVariation[] | null> {
  const path = `/products/${product.id}/variations`
  const rows: unknown[] = []
  let isLast = (product.variations ?? []).length === 0
  for (let page = 1; !isLast; page++) {
    const query = { orderby: 'id', order: 'asc', per_page: String(pageSize), page: String(page) }
    const { reply, found } = await readAgain(async () => {
      const answer = await send(session, { method: 'GET', path, query })
      return { reply: answer, found: decodeReply(answer, listSchema) }
    })
    rows.push(...found)
    const total = totalOf(reply)
    isLast = found.length === 0 || (total === null ? found.length < pageSize : page * pageSize >= total)
  }
  // One that is deleted meanwhile pulls another one onto the page that was read, and one that is made pushes it again.
  const views = rows
    .map((raw) => profile.viewRow(raw, session.credentials.more))
    .filter((row) => row !== null)
  if (views.length === 0 && rows.length > 0) return null
  return [...new Map(views.map((row) => [idOf(row), toVariation(row)])).values()]
}

function toVariation(raw: unknown): StoreVariation {
  const variation = variationSchema.safeParse(raw)
  if (variation.success) return variation.data
  throw new RangeError(`variation ${idOf(raw)}: ${describeIssue(variation.error)}`)
}

function failureOf(id: string, reason: string, raw: unknown): Failure {
  const channelProductId = id || 'unknown'
  return { channelId: channelProductId, reason: `product ${channelProductId}: ${reason}`, raw }
}

/** In kilograms and in centimetres. */
const weights: Record<string, number> = { kg: 1, g: 0.001, lbs: 0.45359237, oz: 0.028349523 }
const lengths: Record<string, number> = { cm: 1, m: 100, mm: 0.1, in: 2.54, yd: 91.44 }

/** Units of the store, read only where a product was measured. */
async function unitsFor(session: Session, { weight, dimensions }: StoreProduct): Promise<Units> {
  const isMeasured = [weight, dimensions?.length, dimensions?.width, dimensions?.height].some(Boolean)
  return isMeasured ? unitsOf(session) : { weight: null, length: null }
}

export const unitsOf = keptForShop(askUnits)

async function askUnits(session: Session): Promise<Units> {
  const request = { method: 'GET' as const, path: '/settings/products', query: {} }
  // Keys whose user may not see the settings cost the measures, not the products.
  const rows = await call(session, request, settingsSchema).catch((error: unknown) => {
    if (error instanceof ChannelError && error.kind === 'refused') return []
    throw error
  })
  const valueOf = (id: string) => String(rows.find((row) => row.id === id)?.value)
  return {
    weight: weights[valueOf('woocommerce_weight_unit')] ?? null,
    length: lengths[valueOf('woocommerce_dimension_unit')] ?? null,
  }
}
