/** Shops and orders put straight into the store, for tests that choose every figure themselves. */
import { sql } from 'kysely'
import type { ChannelOrder, OrderLine, OrderPayment } from '../../model/order.ts'
import { saveOrders, type Intake } from '../../server/orders/intake/order-intake-store.ts'
import { findOwner } from '../../server/settings/owners-store.ts'
import { findShop, saveLinkedShop } from '../../server/shops/shops-store.ts'
import { startImport } from '../../server/syncs/sync-store.ts'
import type { TestConsole } from '../start-test-console.ts'

type Store = Pick<TestConsole, 'db'>

/** A linked shop that no channel knows. Returns its id. */
export async function addShop({ db }: Store, ownerId: string, name: string, platformId = 2): Promise<number> {
  return db.asOwner(ownerId, async (tx) => {
    const { shopId } = await saveLinkedShop(tx, ownerId, platformId, {
      channelShopId: `test-${name}`,
      name,
      region: 'MY',
      currency: 'MYR',
      credentials: {
        accessToken: '',
        refreshToken: '',
        accessExpiresAt: new Date(),
        refreshExpiresAt: new Date(),
        channelShopId: `test-${name}`,
      },
    })
    const now = new Date()
    // Linked long ago: orders of whatever day are among those that the console knows all of.
    await sql`update shops set created_at = '2000-01-01' where owner_id = ${ownerId} and id = ${shopId}`.execute(
      tx,
    )
    await startImport(tx, { ownerId, shopId, kind: 'order' }, { from: now, to: now })
    return shopId
  })
}

/** Several, in the order given: the platform of each by its name. */
export async function addShops(
  store: Store,
  ownerId: string,
  platforms: Record<string, number>,
): Promise<number[]> {
  const ids: number[] = []
  for (const [name, platformId] of Object.entries(platforms))
    ids.push(await addShop(store, ownerId, name, platformId))
  return ids
}

export async function putOrders(
  { db }: Store,
  ownerId: string,
  shopId: number,
  orders: ChannelOrder[],
  supportsReturns = true,
  { reopens = false } = {},
): Promise<Intake> {
  return db.asOwner(ownerId, async (tx) => {
    const owner = await findOwner(tx, ownerId)
    if (!owner) throw new Error(`no owner ${ownerId}`)
    const { number: ownerNumber, hasCrm } = owner
    const platformId = (await findShop(tx, ownerId, shopId))?.platformId
    if (platformId === undefined) throw new Error(`no shop ${shopId}`)
    return saveOrders(
      tx,
      { ownerId, ownerNumber, shopId, platformId, hasCrm, supportsReturns, reopens },
      orders,
      'import',
    )
  })
}

export const noPayment: OrderPayment = {
  subTotal: 0,
  sellerDiscount: 0,
  platformDiscount: 0,
  coins: 0,
  shippingFee: 0,
  tax: 0,
  platformFee: 0,
  fees: [],
  shippingCost: 0,
  refund: 0,
  settled: null,
}

export function lineOf(line: Partial<OrderLine> = {}): OrderLine {
  return {
    shopSku: '100_1',
    sellerSku: null,
    name: 'Paper lantern',
    variantLabel: null,
    imageUrl: null,
    quantity: 1,
    total: 1000,
    isGift: false,
    ...line,
  }
}

/** A plain pending order of 10.00 MYR; what matters to a test is given by it. */
export function orderOf(order: Partial<ChannelOrder> & { channelOrderId: string }): ChannelOrder {
  const placedAt = order.placedAt ?? new Date('2026-03-05T04:00:00Z')
  return {
    status: 'pending',
    channelStatus: 'READY_TO_SHIP',
    currency: 'MYR',
    placedAt,
    changedAt: placedAt,
    paidAt: null,
    shipBy: null,
    completedAt: null,
    cancelRequestedAt: null,
    cancelDeadline: null,
    cancelReason: null,
    cancelInitiator: null,
    pickupFailed: false,
    paymentMethod: 'cod',
    buyerMessage: null,
    sellerNote: null,
    buyer: null,
    address: null,
    lines: [lineOf()],
    packages: [],
    payment: { ...noPayment, subTotal: 1000 },
    ...order,
  }
}

export function addressOf(
  address: Partial<NonNullable<ChannelOrder['address']>>,
): NonNullable<ChannelOrder['address']> {
  return {
    name: null,
    phone: null,
    street: null,
    ward: null,
    district: null,
    province: null,
    city: null,
    postcode: null,
    country: null,
    isMasked: false,
    ...address,
  }
}

/** The same numbers from 0 to 1 for the same seed, so that a failure can be had again. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}
