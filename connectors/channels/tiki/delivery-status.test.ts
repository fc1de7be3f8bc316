import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/server.ts'
import type { StatusUpdate, DeliveryStep } from '../../../model/delivery-status.ts'
import type { ChannelError } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { auth } from './auth.ts'
import { orders } from './orders.ts'
import { deliveryStatus } from './delivery-status.ts'

let sandbox: Sandbox
let session: Session
let shopId: number

beforeAll(async () => {
  sandbox = await startSandbox({ load: 'none' })
  const redirect = 'http://console.test/setting/channels'
  shopId = [...sandbox.tiki.shops.keys()][0] ?? 0
  const { location } = await control<{ location: string }>('authorize', { redirect, shop_id: shopId })
  const app = {
    TIKI_APP_ID: '7590139168389961',
    TIKI_APP_SECRET: 'tiki-sandbox-0123456789abcdef',
    TIKI_API_BASE: sandbox.url,
    TIKI_AUTHORIZE_BASE: sandbox.url,
  }
  const http = createHttp({ timeoutMs: 3000 })
  const callback = Object.fromEntries(new URL(location).searchParams)
  const linked = await auth.link({ app, http, callback, redirectUrl: redirect, now: new Date() })
  session = { app, http, credentials: linked.credentials, now: () => new Date(), currency: 'VND' }
})
afterAll(() => sandbox?.close())

async function control<T>(path: string, body: object): Promise<T> {
  const reply = await fetch(`${sandbox.url}/_sandbox/tiki/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}

let made = 0
/** A queueing order that is carried like this. */
async function sell(fulfilment: 'tiki_delivery' | 'dropship' | 'seller_delivery'): Promise<string> {
  for (;;) {
    const order = { ref: `told-${made++}`, status: 'queueing', lines: [['CUP', 'Cup', 2, 19.9]] }
    const { order_id: id } = await control<{ order_id: string }>('orders', {
      shop_id: shopId,
      order,
      force: true,
    })
    if (sandbox.tiki.book.find(id)?.fulfilment === fulfilment) return id
  }
}

const tell = (channelOrderId: string, step: DeliveryStep) => {
  const news: StatusUpdate = { channelOrderId, step, parcels: [], warehouseId: null, reason: null }
  return deliveryStatus.advanceTo(session, news)
}
const standOf = async (id: string) => (await orders.get(session, [id])).items[0]?.status
const advance = (id: string, ...actions: string[]) =>
  actions.reduce<Promise<unknown>>(
    (before, action) => before.then(() => control(`orders/${id}/advance`, { action })),
    Promise.resolve(),
  )

test('[own-flow] an order is confirmed once, and then taken on by Tiki alone', async () => {
  const id = await sell('dropship')
  await tell(id, 'confirmed')
  await tell(id, 'confirmed')
  expect(await standOf(id)).toBe('confirmed')
  await advance(id, 'pick', 'pack', 'hand_over', 'ship')
  await tell(id, 'delivered')
  expect(await standOf(id)).toBe('shipped')
})

test('[own-flow] what the seller brings himself he says to have arrived', async () => {
  const id = await sell('seller_delivery')
  await tell(id, 'confirmed')
  await advance(id, 'pick', 'pack', 'hand_over', 'ship')
  await tell(id, 'delivered')
  await tell(id, 'delivered')
  expect(await standOf(id)).toBe('delivered')
})

test('[own-flow] nothing there cancels the order, until it was confirmed', async () => {
  const id = await sell('dropship')
  await tell(id, 'canceled')
  await tell(id, 'canceled')
  expect(await standOf(id)).toBe('canceled')
  const other = await sell('dropship')
  await tell(other, 'confirmed')
  const failure: unknown = await tell(other, 'canceled').catch((error: unknown) => error)
  expect((failure as ChannelError).kind).toBe('refused')
})
