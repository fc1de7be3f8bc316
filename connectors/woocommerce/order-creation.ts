/** Making an order. Source: "Create an order" of the REST API v3 documentation. */
import { z } from 'zod'
import type { OrderCreation } from '../order-changes.ts'
import { currencies, fromMinor } from '../../model/money.ts'
import type { DraftLine, OrderDraft } from '../../model/order-draft.ts'
import type { PaymentMethod } from '../../model/order.ts'
import { call } from './calls.ts'
import { contactOf, writtenSchema } from './editing.ts'
import { pageSize, readPage } from './lists.ts'
import { referenceKey } from './mapping.ts'
import type { Profile } from './profile.ts'
import { idOf, metaSchema } from './wire.ts'

/** A store sends mails and runs its plugins before it answers. */
const makingMs = 90_000

export function createOrderCreation(profile: Profile): OrderCreation {
  return {
    async create(session, draft) {
      const { meta_data: place = [], ...own } = profile.newOrder(draft, session.credentials.more)
      const body = { ...orderOf(draft), ...own, meta_data: [...place, referenceOf(draft)] }
      const request = { method: 'POST' as const, path: '/orders', query: {}, body, timeoutMs: makingMs }
      const made = await call(session, request, writtenSchema)
      return String(made.id)
    },

    async find(session, { reference }, since) {
      const look = { path: '/orders' as const, from: since, after: 'after' as const, isBinRead: true }
      let cursor: string | null = null
      do {
        const page = await readPage(
          session,
          { ...look, rowsPerPage: pageSize, more: profile.orderQuery },
          cursor,
        )
        const found = page.rows.find((row) => hasReference(row, reference))
        if (found !== undefined) return idOf(found)
        cursor = page.nextCursor
      } while (cursor !== null)
      return null
    },
  }
}

function referenceOf({ reference }: OrderDraft) {
  return { key: referenceKey, value: reference }
}

const markedSchema = z.object({ meta_data: z.array(metaSchema).nullish() })

function hasReference(row: unknown, reference: string): boolean {
  const meta = markedSchema.safeParse(row).data?.meta_data ?? []
  return meta.some(({ key, value }) => key === referenceKey && value === reference)
}

function orderOf(draft: OrderDraft): object {
  const { customer, address, note, paymentMethod: method, isPaid } = draft
  const [first = '', ...rest] = customer.name.split(' ')
  const place = address ? contactOf(address) : {}
  return {
    billing: {
      ...place,
      first_name: first,
      last_name: rest.join(' '),
      ...(customer.phone !== null && { phone: customer.phone }),
      ...(customer.email !== null && { email: customer.email }),
    },
    ...(address && { shipping: place }),
    line_items: draft.lines.map((line) => lineOf(line, draft)),
    payment_method: slugs[method],
    set_paid: isPaid,
    ...(note !== null && { customer_note: note }),
  }
}

/** A product without variations is its own SKU. */
function lineOf(
  { channelProductId: product, channelSkuId: sku, quantity, price }: DraftLine,
  { currency }: OrderDraft,
): object {
  const amount =
    price === null ? null : fromMinor(price * quantity, currency).toFixed(currencies[currency].decimals)
  return {
    product_id: Number(product),
    ...(sku !== product && { variation_id: Number(sku) }),
    quantity,
    ...(amount !== null && { subtotal: amount, total: amount }),
  }
}

/** Ways of payment that every store has, and words that are read back as the same way. */
const slugs: Record<PaymentMethod, string> = {
  cod: 'cod',
  bank_transfer: 'bacs',
  card: 'card',
  e_wallet: 'wallet',
  cash: 'cash',
  marketplace_pay: 'other',
  other: 'other',
}
