/** Calls about products and their variations. Source: "Products" and "Product variations" of the REST API v3 documentation. */
import { z } from 'zod'
import { ChannelError } from '../channel-error.ts'
import { readAgain } from '../read-again.ts'
import type { Session } from '../session.ts'
import { call } from './calls.ts'
import { pageSize } from './lists.ts'
import { plain, text } from './wire.ts'

/** The store fetches images before it answers. */
const timeoutMs = 60_000

export const madeSchema = z.object({
  id: z.int().positive(),
  type: text,
  status: text,
  sku: text,
  parent_id: z.int().nullish(),
  images: z.array(z.object({ id: z.int(), src: text })).nullish(),
  categories: z.array(z.object({ id: z.int() })).nullish(),
  /** Fields of a row that we do not know go back as they came. */
  attributes: z
    .array(
      z.looseObject({
        id: z.int().nullish(),
        name: text,
        variation: z.boolean().nullish(),
        options: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
})
export type Made = z.infer<typeof madeSchema>
const madeListSchema = z.array(madeSchema)

const variationSchema = z.object({
  id: z.int().positive(),
  sku: text,
  attributes: z.array(z.object({ name: z.string(), option: z.string() })).nullish(),
})
export type Variation = z.infer<typeof variationSchema>

const writtenRow = z.object({ id: z.int(), error: z.object({ code: z.string(), message: text }).nullish() })
const batchSchema = z.object({
  create: z.array(writtenRow).nullish(),
  update: z.array(writtenRow).nullish(),
  delete: z.array(writtenRow).nullish(),
})

export function create(session: Session, body: object): Promise<Made> {
  return call(session, { method: 'POST', path: '/products', query: {}, body, timeoutMs }, madeSchema).catch(
    withField,
  )
}

export function put(session: Session, id: number, body: object): Promise<Made> {
  const request = { method: 'PUT' as const, path: `/products/${id}`, query: {}, body, timeoutMs }
  return call(session, request, madeSchema).catch(withField)
}

export function read(session: Session, id: number): Promise<Made> {
  return readAgain(() => call(session, { method: 'GET', path: `/products/${id}`, query: {} }, madeSchema))
}

/** Products and variations with these codes, in whatever state. */
export function rowsWith(session: Session, codes: string[]): Promise<Made[]> {
  const query = { sku: codes.slice(0, pageSize).join(','), status: 'any', per_page: String(pageSize) }
  return readAgain(() => call(session, { method: 'GET', path: '/products', query }, madeListSchema))
}

/** The field that a refusal is about, as its code says. */
function withField(error: unknown): never {
  if (!(error instanceof ChannelError) || error.kind !== 'refused' || error.fields.length > 0) throw error
  const code = error.channelCode ?? ''
  const field = code.includes('sku') ? 'sellerSku' : code.includes('image') ? 'images' : null
  if (!field) throw error
  throw new ChannelError('refused', error.message, {
    channelCode: code,
    fields: [{ field, message: error.message }],
  })
}

export async function listVariations(session: Session, id: number): Promise<Variation[]> {
  const path = `/products/${id}/variations`
  const all = new Map<number, Variation>()
  for (let page = 1; ; page++) {
    const pages = { per_page: String(pageSize), page: String(page), orderby: 'id', order: 'asc' }
    const query = { ...pages, status: 'any' }
    const found = await readAgain(() =>
      call(session, { method: 'GET', path, query }, z.array(variationSchema)),
    )
    const known = all.size
    for (const one of found) all.set(one.id, one)
    if (found.length < pageSize || all.size === known) return [...all.values()]
  }
}

/** Writes variations; the first one that is refused is a refusal of the whole. */
export async function writeBatch(
  session: Session,
  id: number,
  body: { create: object[]; update: object[]; delete: number[] },
): Promise<void> {
  const path = `/products/${id}/variations/batch`
  const request = { method: 'POST' as const, path, query: {}, body, timeoutMs }
  const written = await call(session, request, batchSchema).catch(withField)
  const refused = [...(written.create ?? []), ...(written.update ?? [])].find(({ error }) => error)
  if (!refused?.error) return
  const { code, message } = refused.error
  withField(new ChannelError('refused', plain(message ?? '') || code, { channelCode: code }))
}
