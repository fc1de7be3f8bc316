/** Shops of six channels of the sandbox with orders that wait to be confirmed, those of the own stores with a courier of their owner's. */
import { courierIds } from '../test/steps/courier-ids.ts'
import { control, linkShop, linkStore, linkWebStore } from '../test/start-test-console.ts'
import { courierKeys } from '../test/steps/sandbox-courier-keys.ts'
import type { Stage } from './first-sync.ts'

/** `path`: how its calls begin. `advance`: what makes a new order wait for the seller. `courier`: who carries its parcels. */
export type SellingChannel = {
  code: string
  id: number
  shop: number | string
  path: RegExp
  status?: string
  advance?: string
  courier?: number
}

export const sellingChannels: readonly SellingChannel[] = [
  { code: 'shopee', id: 2, shop: 727720655, status: 'READY_TO_SHIP', path: /^\/api\/v2\// },
  { code: 'lazada', id: 1, shop: 100190015, status: 'pending', path: /^\/rest\// },
  {
    code: 'tiktok',
    id: 5,
    shop: '7494726673780148744',
    status: 'AWAITING_SHIPMENT',
    path: /^\/[a-z_]+\/20\d{4}\//,
  },
  { code: 'website', id: 4, shop: 'aoi-gifts', advance: 'pay', path: /^\/web\//, courier: courierIds.jnt },
  {
    code: 'web-store',
    id: 6,
    shop: 'hana-home',
    advance: 'capture',
    path: /^\/web2\//,
    courier: courierIds.jnt,
  },
  // Its own couriers carry what it sells.
  { code: 'tiki', id: 7, shop: 328784, status: 'queueing', path: /^\/integration\// },
]

export const sellingCouriers = [{ code: 'jnt', id: courierIds.jnt, path: /^\/jnt\// }]

const parcel = { weight: 800, length: 20, width: 15, height: 10 }

/** Enters the sender's address and connects the courier, as an owner does. */
export async function connectCourier({ account }: Stage): Promise<void> {
  const ask = async (name: string, body: object) => {
    const answer = await account.call(name, body)
    if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.body)}`)
  }
  const warehouse = (await account.call('GET /warehouses')).at<number>('data.0.id')
  const address = {
    street: '1 Jalan Bukit',
    ward: null,
    district: 'Petaling Jaya',
    province: 'Selangor',
    postcode: '46000',
    country: 'MY',
  }
  await ask(`PUT /warehouses/${warehouse}`, { phone: '0123456789', address })
  await ask('POST /deliveries/integrate/jnt', courierKeys.jnt)
  for (const { id } of sellingCouriers)
    await ask('PUT /settings/delivery', { shipment_id: id, default_package: parcel })
}

/** Answers our id of the shop. */
export async function linkChannel({ sandbox, account }: Stage, channel: SellingChannel): Promise<number> {
  const { code, id, shop, courier } = channel
  const shopId = await (code === 'website'
    ? linkStore(sandbox.url, account, String(shop), channel)
    : code === 'web-store'
      ? linkWebStore(sandbox.url, account, String(shop))
      : linkShop(sandbox.url, account, shop, channel))
  if (courier !== undefined)
    await account.call('PUT /settings/delivery-platform', { platform_id: id, shipment_id: courier })
  return shopId
}

/** One order that waits. `at` makes it another one each time. */
export async function sellOn(
  { sandbox }: Stage,
  { code, shop, status, advance }: SellingChannel,
  at: number,
): Promise<void> {
  const lines = [['CUP', 'Cup', 2, 19.9]]
  const order = { ref: `morning-${at}`, cod: false, lines, ...(status && { status }) }
  const made = await control(sandbox.url, 'orders', { shop_id: shop, order, force: true }, code)
  if (!advance) return
  const { id } = made as { id: number | string }
  await control(sandbox.url, `orders/${id}/advance`, { action: advance }, code)
}

/** By path: how often the sandbox was called so far. */
export type Calls = Record<string, { calls: number }>
type AtOnce = Record<string, { most: number }>

export async function statsOf({ sandbox }: Stage): Promise<{ calls: Calls; at_once: AtOnce }> {
  const reply = await fetch(`${sandbox.url}/_sandbox/stats`)
  return (await reply.json()) as { calls: Calls; at_once: AtOnce }
}

export function countCalls(all: Calls, path: RegExp): number {
  return Object.entries(all)
    .filter(([name]) => path.test(name))
    .reduce((sum, [, { calls }]) => sum + calls, 0)
}
