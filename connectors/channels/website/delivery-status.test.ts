import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts'
import type { StatusUpdate, DeliveryStep } from '../../../model/delivery-status.ts'
import type { ChannelError } from '../../channel-error.ts'
import { never, type Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { connector } from './index.ts'

const { orders, deliveryStatus } = connector
let sandbox: Sandbox
let session: Session

beforeAll(async () => {
  sandbox = await startSandbox({ load: 'none' })
  const request = { shop_id: 'aoi-gifts', permissions: 'read_write' }
  const shop = await control<Record<'platform_url' | 'api_key' | 'api_secret', string>>('authorize', request)
  session = {
    app: {},
    http: createHttp({ timeoutMs: 3000 }),
    credentials: {
      accessToken: shop.api_key,
      refreshToken: shop.api_secret,
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: 'aoi-gifts',
      more: { address: shop.platform_url, root: 'path' },
    },
    now: () => new Date(),
    currency: 'MYR',
  }
})
afterAll(() => sandbox?.close())

async function control<T>(path: string, body: object): Promise<T> {
  const url = `${sandbox.url}/_sandbox/website/${path}`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}

async function sell(action = 'pay'): Promise<string> {
  const { id } = await control<{ id: number }>('orders', { shop_id: 'aoi-gifts' })
  await control(`orders/${id}/advance`, { action })
  return String(id)
}

const newsOf = (channelOrderId: string, step: DeliveryStep): StatusUpdate => ({
  channelOrderId,
  step,
  parcels: [{ provider: 'J&T Express', trackingNumber: 'MYT1', trackingUrl: null }],
  warehouseId: null,
  reason: null,
})

async function standOf(id: string): Promise<string> {
  const [order] = (await orders?.get(session, [id]))?.items ?? []
  return [order?.status, order?.channelStatus, order?.packages[0]?.trackingNumber].filter(Boolean).join(' ')
}

async function walk(id: string, ...steps: DeliveryStep[]): Promise<string[]> {
  const stands: string[] = []
  for (const step of steps) {
    await deliveryStatus?.advanceTo(session, newsOf(id, step))
    await deliveryStatus?.advanceTo(session, newsOf(id, step))
    stands.push(await standOf(id))
  }
  return stands
}

test('[own-couriers] steps that the core has no word for are kept beside it', async () => {
  expect(await walk(await sell(), 'confirmed', 'ready_to_ship', 'shipped', 'delivered', 'returned')).toEqual([
    'confirmed processing MYT1',
    'ready_to_ship processing MYT1',
    'shipped processing MYT1',
    'delivered completed MYT1',
    'returned completed MYT1',
  ])
})

test('[own-couriers] a parcel that failed may set out again, and one that is called off leaves nothing', async () => {
  expect(await walk(await sell(), 'shipped', 'failed', 'shipped')).toEqual([
    'shipped processing MYT1',
    'failed failed MYT1',
    'shipped processing MYT1',
  ])
  expect(await walk(await sell(), 'ready_to_ship', 'pending', 'canceled')).toEqual([
    'ready_to_ship processing MYT1',
    'pending processing',
    'canceled cancelled',
  ])
})

test("[own-couriers] the store's own word wins: what it canceled goes nowhere", async () => {
  const id = await sell()
  await walk(id, 'ready_to_ship')
  await control(`orders/${id}/advance`, { action: 'cancel' })
  expect(await standOf(id)).toBe('canceled cancelled MYT1')
  const failure: unknown = await deliveryStatus
    ?.advanceTo(session, newsOf(id, 'shipped'))
    .catch((error: unknown) => error)
  expect((failure as ChannelError).kind).toBe('refused')
})
