/**
 * Listings created and made like a draft. Source: "Create a product", "Update a product" and "Batch update product variations" of
 * the REST API v3 documentation.
 *
 * A product with variations takes several calls. It is created as a draft under a code of its own, gets its variations, and is
 * published last: a call that was cut off is gone on with, and nobody can buy half of it.
 */
import { z } from 'zod'
import type {
  ListingAttribute,
  ListingDraft,
  ListingImage,
  ListingSku,
  PublishedListing,
} from '../../model/listing.ts'
import { fromMinor, type Currency } from '../../model/money.ts'
import { ChannelError, ownMessage } from '../channel-error.ts'
import type { Listings } from '../listings.ts'
import { readAgain } from '../read-again.ts'
import type { Session } from '../session.ts'
import { call } from './calls.ts'
import { imageRow, imagesOf, packageFields } from './listing-edit.ts'
import { pageSize } from './lists.ts'
import { unitsOf } from './products.ts'
import type { Profile } from './profile.ts'
import { plain, text } from './wire.ts'

const channel = 'WooCommerce'
/** The store fetches images before it answers. */
const timeoutMs = 60_000

const madeSchema = z.object({
  id: z.int().positive(),
  type: text,
  status: text,
  sku: text,
  parent_id: z.int().nullish(),
  images: z.array(z.object({ id: z.int(), src: text })).nullish(),
})
type Made = z.infer<typeof madeSchema>
const madeListSchema = z.array(madeSchema)

const variationSchema = z.object({
  id: z.int().positive(),
  sku: text,
  attributes: z.array(z.object({ name: z.string(), option: z.string() })).nullish(),
})
type Variation = z.infer<typeof variationSchema>

const writtenRow = z.object({ id: z.int(), error: z.object({ code: z.string(), message: text }).nullish() })
const batchSchema = z.object({
  create: z.array(writtenRow).nullish(),
  update: z.array(writtenRow).nullish(),
  delete: z.array(writtenRow).nullish(),
})

export function createPublishing(
  profile: Profile,
): Pick<Listings, 'uploadImage' | 'publish' | 'find' | 'update'> {
  async function publish(session: Session, draft: ListingDraft): Promise<PublishedListing> {
    const [first] = draft.skus
    if (!first) throw new ChannelError('refused', ownMessage('refusal.no_reason', { channel }))
    if (draft.variantNames.length === 0) {
      const made = await create(session, {
        ...(await productFields(session, draft)),
        type: 'simple',
        status: 'publish',
        ...skuFields(profile, session, first),
        sku: first.sellerSku,
      })
      return {
        channelProductId: String(made.id),
        skus: [skuOf(made.id, first.sellerSku)],
        images: imagesOf(made),
      }
    }
    const code = familyCodeOf(draft)
    // Left by a call whose answer was lost.
    const begun = (await rowsWith(session, [code])).find(({ type }) => type === 'variable')
    const fields = await productFields(session, draft, begun)
    const made = begun
      ? await put(session, begun.id, fields)
      : await create(session, { ...fields, type: 'variable', status: 'draft', sku: code })
    try {
      const skus = await writeVariations(profile, session, made, draft)
      await put(session, made.id, { status: 'publish' })
      return { channelProductId: String(made.id), skus, images: imagesOf(made) }
    } catch (error) {
      // Refused, it would stay behind as a draft that holds the code.
      if (error instanceof ChannelError && error.kind === 'refused')
        await call(
          session,
          { method: 'DELETE', path: `/products/${made.id}`, query: { force: 'true' } },
          madeSchema,
        ).catch(() => {})
      throw error
    }
  }

  return {
    // The store copies pictures from an address of ours when it takes the product.
    uploadImage(_session, { url }): Promise<ListingImage> {
      if (url) return Promise.resolve({ id: null, url })
      return Promise.reject(new ChannelError('refused', ownMessage('refusal.image_no_address', { channel })))
    },

    publish,

    async find(session, sellerSkus) {
      const codes = sellerSkus.filter(Boolean)
      if (codes.length === 0) return null
      const [found] = await rowsWith(session, codes)
      if (!found) return null
      const id = found.parent_id || found.id
      const product = found.parent_id ? await read(session, id) : found
      // One that was begun and not published is gone on with by `publish`.
      if (product.status === 'draft' || product.status === 'trash') return null
      if (!found.parent_id) return { channelProductId: String(id), skus: [skuOf(id, found.sku ?? null)] }
      const variations = await listVariations(session, id)
      return {
        channelProductId: String(id),
        skus: variations.map((one) => skuOf(one.id, one.sku?.trim() || null)),
      }
    },

    async update(session, channelProductId, draft) {
      const id = Number(channelProductId)
      const known = await read(session, id)
      const isVaried = draft.variantNames.length > 0
      if (isVaried !== (known.type === 'variable'))
        throw new ChannelError('refused', ownMessage('refusal.variants_fixed', { channel }))
      const [first] = draft.skus
      const made = await put(session, id, {
        ...(await productFields(session, draft, known)),
        ...(!isVaried && first && priceFieldsOf(profile, session, first)),
      })
      const skus = isVaried
        ? await writeVariations(profile, session, made, draft)
        : [skuOf(id, first?.sellerSku ?? null)]
      return { channelProductId, skus, images: imagesOf(made) }
    },
  }
}

/** Code of a product whose variations have the codes of the draft. The store takes no code twice, whatever has it. */
function familyCodeOf({ skus }: ListingDraft): string {
  return `${skus[0]?.sellerSku ?? ''}-ALL`
}

const skuOf = (id: number, sellerSku: string | null) => ({ channelSkuId: String(id), sellerSku })

function create(session: Session, body: object): Promise<Made> {
  return call(session, { method: 'POST', path: '/products', query: {}, body, timeoutMs }, madeSchema).catch(
    withField,
  )
}

function put(session: Session, id: number, body: object): Promise<Made> {
  const request = { method: 'PUT' as const, path: `/products/${id}`, query: {}, body, timeoutMs }
  return call(session, request, madeSchema).catch(withField)
}

function read(session: Session, id: number): Promise<Made> {
  return readAgain(() => call(session, { method: 'GET', path: `/products/${id}`, query: {} }, madeSchema))
}

/** Products and variations with these codes, in whatever state. */
function rowsWith(session: Session, codes: string[]): Promise<Made[]> {
  const query = { sku: codes.slice(0, pageSize).join(','), status: 'any', per_page: String(pageSize) }
  return readAgain(() => call(session, { method: 'GET', path: '/products', query }, madeListSchema))
}

/** The field that a refusal is about, as its code says. */
function withField(error: unknown): never {
  if (!(error instanceof ChannelError) || error.kind !== 'refused' || error.fields.length > 0) throw error
  const code = error.channelCode ?? ''
  const field = code.includes('sku') ? 'seller_sku' : code.includes('image') ? 'images' : null
  if (!field) throw error
  throw new ChannelError('refused', error.message, {
    channelCode: code,
    fields: [{ field, message: error.message }],
  })
}

async function productFields(session: Session, draft: ListingDraft, known?: Made): Promise<object> {
  const ids = new Map((known?.images ?? []).map(({ id, src }) => [src, id]))
  const category = Number(draft.channelCategoryId)
  const brand = Number(draft.brand?.channelBrandId ?? Number.NaN)
  return {
    name: draft.name,
    description: draft.description,
    ...(draft.shortDescription !== undefined && { short_description: draft.shortDescription }),
    images: draft.images.map((image) => ({
      ...(ids.has(image.url) ? { id: ids.get(image.url) } : imageRow(image)),
      ...(image.alt !== undefined && { alt: image.alt }),
    })),
    ...(category > 0 && { categories: [{ id: category }] }),
    ...(brand > 0 && { brands: [{ id: brand }] }),
    attributes: [
      ...draft.attributes.filter(({ values }) => values.length > 0).map(attributeOf),
      ...draft.variantNames.map((name, at) => ({
        name,
        visible: true,
        variation: true,
        options: [...new Set(draft.skus.map(({ options }) => options[at] ?? ''))],
      })),
    ],
    ...packageFields(draft.package, await unitsOf(session)),
  }
}

/** Attributes of the whole store have numbers; others are known by their names. */
function attributeOf({ channelAttributeId: key, values }: ListingAttribute): object {
  const id = Number(key)
  return {
    ...(id > 0 ? { id } : { name: key }),
    visible: true,
    variation: false,
    options: values.map(({ name }) => name),
  }
}

function skuFields(profile: Profile, session: Session, sku: ListingSku): object {
  const { more } = session.credentials
  return {
    ...priceFieldsOf(profile, session, sku),
    ...joined(
      profile.stockFields(sku.quantity, more),
      profile.placeFields({ price: priceOf(sku.price, session.currency), isSold: true }, more),
    ),
  }
}

/** A place's stock and price are one row of a list. */
function joined(stock: object, place: object | null): object {
  const rows = [stock, place ?? {}].flatMap((one) =>
    'pos_locations' in one ? (one.pos_locations as object[]) : [],
  )
  return { ...stock, ...place, ...(rows.length > 0 && { pos_locations: [Object.assign({}, ...rows)] }) }
}

function priceFieldsOf(
  profile: Profile,
  { currency, credentials }: Session,
  { price, specialPrice }: ListingSku,
): object {
  const gmt = (time: Date) => time.toISOString().slice(0, 19)
  const own = profile.placeFields({ price: priceOf(price, currency) }, credentials.more)
  return {
    regular_price: priceOf(price, currency),
    ...(own ?? {
      sale_price: specialPrice ? priceOf(specialPrice.price, currency) : '',
      date_on_sale_from_gmt: specialPrice ? gmt(specialPrice.from) : '',
      date_on_sale_to_gmt: specialPrice ? gmt(specialPrice.to) : '',
    }),
  }
}

function priceOf(minor: number, currency: Currency): string {
  return String(fromMinor(minor, currency))
}

function listVariations(session: Session, id: number): Promise<Variation[]> {
  const query = { per_page: String(pageSize), status: 'any' }
  const path = `/products/${id}/variations`
  return readAgain(() => call(session, { method: 'GET', path, query }, z.array(variationSchema)))
}

/** Creates what is missing, changes what is there, and removes what the draft has not. Stock is set of new ones alone. */
async function writeVariations(
  profile: Profile,
  session: Session,
  product: Made,
  draft: ListingDraft,
): Promise<PublishedListing['skus']> {
  const { id } = product
  const known = await listVariations(session, id)
  // An image of the product was copied with it.
  const copied = new Map(imagesOf(product).map((image, at) => [draft.images[at]?.url, image]))
  const knownOf = (sku: ListingSku) =>
    known.find((one) => (one.sku?.trim() ? one.sku.trim() === sku.sellerSku : hasOptions(one, sku)))
  const kept = new Set(draft.skus.flatMap((sku) => knownOf(sku)?.id ?? []))
  const fieldsOf = (sku: ListingSku) => ({
    sku: sku.sellerSku,
    attributes: draft.variantNames.map((name, at) => ({ name, option: sku.options[at] ?? '' })),
    ...(sku.image && { image: imageRow(copied.get(sku.image.url) ?? sku.image) }),
  })
  const body = {
    create: draft.skus
      .filter((sku) => !knownOf(sku))
      .map((sku) => ({ ...fieldsOf(sku), ...skuFields(profile, session, sku) })),
    update: draft.skus.flatMap((sku) => {
      const one = knownOf(sku)
      return one ? { id: one.id, ...fieldsOf(sku), ...priceFieldsOf(profile, session, sku) } : []
    }),
    delete: known.filter((one) => !kept.has(one.id)).map((one) => one.id),
  }
  const request = {
    method: 'POST' as const,
    path: `/products/${id}/variations/batch`,
    query: {},
    body,
    timeoutMs,
  }
  const written = await call(session, request, batchSchema).catch(withField)
  const refused = [...(written.create ?? []), ...(written.update ?? [])].find(({ error }) => error)
  if (refused?.error) {
    const { code, message } = refused.error
    return withField(new ChannelError('refused', plain(message ?? '') || code, { channelCode: code }))
  }
  const now = await listVariations(session, id)
  return draft.skus.flatMap((sku) => {
    const one = now.find((row) => (row.sku?.trim() ? row.sku.trim() === sku.sellerSku : hasOptions(row, sku)))
    return one ? skuOf(one.id, sku.sellerSku) : []
  })
}

function hasOptions({ attributes }: Variation, { options }: ListingSku): boolean {
  return JSON.stringify((attributes ?? []).map(({ option }) => option)) === JSON.stringify(options)
}
