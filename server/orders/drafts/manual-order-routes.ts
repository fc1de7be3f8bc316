/** Orders that people write by hand for own stores. A draft is saved; a job has the store create the order. */
import { randomUUID } from 'node:crypto'
import type { Body, Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { currencies, fromMinor, isCurrency, type Currency } from '../../../model/money.ts'
import type { DraftLine, OrderDraft } from '../../../model/order-draft.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { reasonMessage } from '../../i18n/told-reason.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { findShop, listShops, type Shop } from '../../shops/shops-store.ts'
import {
  findDraft,
  listSellable,
  saveDraft,
  searchSellable,
  type Sellable,
  type StoredDraft,
} from './order-draft-store.ts'

type Translate = Call<'POST /orders'>['translate']
type Written = Body<'POST /orders'>
const mostFound = 20

export function manualOrderRoutes(serve: Serve, { db }: ServerContext, channels: ChannelSessions): void {
  serve('GET /orders/new/shops', async ({ session }) => {
    const { ownerId, shopIds } = session
    const shops = await db.read(ownerId, (tx) => listShops(tx, ownerId, shopIds))
    return {
      data: shops
        .filter((shop) => shop.status === 1 && channels.connectorOf(shop.platformId)?.orderCreation)
        .map((shop) => ({
          id: shop.id,
          system_name: shop.systemName,
          platform_id: shop.platformId,
          currency: shop.currency,
          region: shop.region,
          takes_address: takesAddress(shop),
        })),
    }
  })

  serve('GET /orders/new/products', async ({ query, session }) => {
    const { ownerId } = session
    const found = await db.read(ownerId, async (tx) => {
      const shop = await getShop(tx, session, query.shop_id)
      return searchSellable(tx, { ownerId, shopId: shop.id }, query.keyword.trim(), mostFound)
    })
    return { data: found.map(presentSellable) }
  })

  serve('POST /orders', async ({ body, session, translate }) => {
    const { ownerId, userId, name, shopIds } = session
    return db.asOwner(ownerId, async (tx) => {
      const shop = await getShop(tx, session, body.shop_id)
      checkShop(shop, translate)
      if (takesAddress(shop) && !body.address)
        throw new AppError('validation_failed', { invalidFields: { address: 'field.required' } })
      const key = { ownerId, shopId: shop.id }
      const draft = draftOf(body, shop, await linesOf(tx, key, body, shop.currency as Currency))
      const id = await saveDraft(tx, key, { userId, name }, draft)
      nameTarget(tx, id)
      const saved = await findDraft(tx, ownerId, id, shopIds)
      if (!saved) throw new Error('the draft that was saved is not there')
      return { data: presentDraft(saved, translate) }
    })
  })

  serve('GET /orders/drafts/{id}', async ({ params, session, translate }) => {
    const { ownerId, shopIds } = session
    const found = await db.asOwner(ownerId, (tx) => findDraft(tx, ownerId, params.id, shopIds))
    if (!found) throw new AppError('not_found')
    return { data: presentDraft(found, translate) }
  })

  function takesAddress({ platformId }: Pick<Shop, 'platformId'>): boolean {
    return channels.connectorOf(platformId)?.type !== 'pos'
  }

  function checkShop(shop: Shop, translate: Translate): void {
    const refusal = !channels.connectorOf(shop.platformId)?.orderCreation
      ? 'no_making'
      : shop.status !== 1
        ? 'shop_unlinked'
        : undefined
    if (refusal) throw new AppError('order_action_refused', { message: translate(`action_error.${refusal}`) })
  }
}

async function getShop(tx: Tx, { ownerId, shopIds }: Session, id: number): Promise<Shop> {
  const shop = shopIds.length === 0 || shopIds.includes(id) ? await findShop(tx, ownerId, id) : undefined
  if (!shop) throw new AppError('not_found')
  return shop
}

async function linesOf(
  tx: Tx,
  key: { ownerId: string; shopId: number },
  { lines }: Written,
  currency: Currency,
): Promise<DraftLine[]> {
  const ids = lines.flatMap((line) => line.product_sku_id ?? [])
  const skus = lines.flatMap((line) => line.shop_sku ?? [])
  const sold = await listSellable(tx, key, ids, skus)
  const invalidFields: Record<string, string> = {}
  const found = lines.map((line, at): DraftLine | undefined => {
    const one = sold.find(({ id, shopSku }) =>
      line.product_sku_id === undefined ? shopSku === line.shop_sku : id === line.product_sku_id,
    )
    if (!one) {
      const field = line.product_sku_id === undefined ? 'shop_sku' : 'product_sku_id'
      invalidFields[`lines.${at}.${field}`] = 'field.not_sold'
      return undefined
    }
    const price = line.price === null ? null : minorOf(line.price, currency)
    if (price === undefined) {
      invalidFields[`lines.${at}.price`] = 'field.price_decimals'
      return undefined
    }
    const { channelProductId, channelSkuId } = one
    return { channelProductId, channelSkuId, quantity: line.quantity, price }
  })
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  return found.flatMap((line) => line ?? [])
}

/** Undefined for an amount that the currency has no coins for. */
function minorOf(price: number, currency: Currency): number | undefined {
  const minor = price * 10 ** currencies[currency].decimals
  return Math.abs(minor - Math.round(minor)) < 1e-6 ? Math.round(minor) : undefined
}

function draftOf(body: Written, { currency }: Shop, lines: DraftLine[]): OrderDraft {
  if (!isCurrency(currency)) throw new Error(`the shop sells in ${currency}`)
  return {
    reference: randomUUID(),
    customer: body.customer,
    address: body.address,
    lines,
    paymentMethod: body.payment_method,
    isPaid: body.is_paid,
    note: body.note,
    currency,
  }
}

function presentSellable(one: Sellable): Reply<'GET /orders/new/products'>['data'][number] {
  return {
    product_sku_id: one.id,
    name: one.name,
    variant_label: one.options.map(({ value }) => value).join(', ') || null,
    shop_sku: one.shopSku,
    seller_sku: one.sellerSku,
    price: fromMinor(one.price, one.currency as Currency),
    currency: one.currency,
    stock: one.stock,
    image: one.image,
  }
}

function presentDraft(draft: StoredDraft, translate: Translate): Reply<'POST /orders'>['data'] {
  const { error } = draft
  return {
    id: draft.id,
    state: draft.state,
    code: draft.code,
    order_id: draft.orderId,
    requested_by: { id: draft.requestedBy, name: draft.requestedByName },
    requested_at: draft.requestedAt.toISOString(),
    error:
      error === null
        ? null
        : {
            code: error,
            message:
              draft.errorMessage === null
                ? translate(`action_error.${error}`)
                : reasonMessage(translate, draft.errorMessage, 'action_error.refused_because'),
            channel_code: draft.channelCode,
          },
  }
}
