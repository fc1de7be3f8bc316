import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts'
import type { StatusUpdate, DeliveryStep } from '../../../model/delivery-status.ts'
import { ChannelError } from '../../channel-error.ts'
import { never, type Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { orders } from './orders.ts'
import { deliveryStatus } from './delivery-status.ts'

let sandbox: Sandbox
let session: Session

beforeAll(async () => {
  sandbox = await startSandbox({ load: 'none' })
  const shop = await control<{ platform_url: string; api_key: string }>('authorize', { shop_id: 'hana-home' })
  session = {
    app: {},
    http: createHttp({ timeoutMs: 3000 }),
    credentials: {
      accessToken: shop.api_key,
      refreshToken: '',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: 'hana-home',
      more: { address: shop.platform_url },
    },
    now: () => new Date(),
    currency: 'MYR',
  }
})
afterAll(() => sandbox?.close())

async function control<T>(path: string, body: object): Promise<T> {
  const url = `${sandbox.url}/_sandbox/web-store/${path}`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}

async function sell(): Promise<string> {
  const { id } = await control<{ id: string }>('orders', { shop_id: 'hana-home' })
  await control(`orders/${id}/advance`, { action: 'capture' })
  return id
}

const newsOf = (channelOrderId: string, step: DeliveryStep, number = 'MYT1'): StatusUpdate => ({
  channelOrderId,
  step,
  parcels: [{ provider: 'J&T Express', trackingNumber: number, trackingUrl: 'https://courier.example/MYT1' }],
  warehouseId: null,
  reason: null,
})

async function standOf(id: string): Promise<string> {
  const [order] = (await orders.get(session, [id])).items
  const [parcel, ...others] = order?.packages ?? []
  expect(others).toEqual([])
  return [order?.status, parcel?.trackingNumber].filter(Boolean).join(' ')
}

async function walk(id: string, ...steps: DeliveryStep[]): Promise<string[]> {
  const stands: string[] = []
  for (const step of steps) {
    // Twice: nobody knows whether the first call arrived.
    await deliveryStatus.advanceTo(session, newsOf(id, step))
    await deliveryStatus.advanceTo(session, newsOf(id, step))
    stands.push(await standOf(id))
  }
  return stands
}

test('[own-couriers] each step is told once and read back as what it was', async () => {
  const id = await sell()
  expect(await walk(id, 'confirmed', 'ready_to_ship', 'shipped', 'failed', 'shipped', 'delivered')).toEqual([
    'confirmed',
    'ready_to_ship MYT1',
    'shipped MYT1',
    'failed MYT1',
    'shipped MYT1',
    'delivered MYT1',
  ])
})

test('[own-couriers] steps that were missed are made up for', async () => {
  expect(await walk(await sell(), 'delivered', 'returned')).toEqual(['delivered MYT1', 'returned MYT1'])
})

test('[own-couriers] a parcel that is not coming is called off, and another takes its place', async () => {
  const id = await sell()
  expect(await walk(id, 'ready_to_ship', 'pending')).toEqual(['ready_to_ship MYT1', 'pending'])
  await deliveryStatus.advanceTo(session, newsOf(id, 'ready_to_ship', 'MYT2'))
  await deliveryStatus.advanceTo(session, newsOf(id, 'ready_to_ship', 'MYT3'))
  expect(await standOf(id)).toBe('ready_to_ship MYT3')
  expect(await walk(id, 'canceled')).toEqual(['canceled'])
})

test('[own-couriers] what the owner packed himself is taken as it is', async () => {
  const id = await sell()
  await control(`orders/${id}/advance`, { action: 'fulfil' })
  await deliveryStatus.advanceTo(session, newsOf(id, 'ready_to_ship'))
  expect(await standOf(id)).toBe('ready_to_ship')
  expect(await walk(id, 'shipped')).toEqual(['shipped MYT1'])
})

test('[own-couriers] an order that the shop has canceled goes nowhere any more', async () => {
  const id = await sell()
  await control(`orders/${id}/advance`, { action: 'cancel' })
  const failure: unknown = await deliveryStatus
    .advanceTo(session, newsOf(id, 'shipped'))
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ChannelError)
  expect((failure as ChannelError).kind).toBe('refused')
  expect(await walk(id, 'canceled', 'pending')).toEqual(['canceled', 'canceled'])
})
