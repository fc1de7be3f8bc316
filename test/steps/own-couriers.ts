/** Helpers of the tests of parcels with the owner's own couriers. */
import { expect } from 'vitest'
import { couriers } from '../../connectors/couriers/registry.ts'
import { courierIds, type CourierCode } from './courier-ids.ts'
import { saveCourierAccount } from '../../server/deliveries/accounts/courier-accounts-store.ts'
import { createSealer } from '../../server/secrets/seal.ts'
import { ghnTokens } from './sandbox-courier-keys.ts'
import { linkWebStore, until, type Account, type TestConsole } from '../start-test-console.ts'

/** The sandbox's accounts: published, and good for nothing else. */
const keysOf: Record<CourierCode, Record<string, string>> = {
  jnt: {
    api_account: '640826271705595946',
    private_key: 'emulator-private-key',
    customer_code: 'TEST0001',
    password: 'PWD',
  },
  gdex: {
    account_no: '8000123',
    api_token: 'gdex-prime-token',
    sender_name: 'Aoi Gifts',
    sender_phone: '0123456789',
    sender_postcode: '46000',
    closing_time: '18:00',
    contact_name: '',
    contact_number: '',
    dialect: 'prime',
  },
  ninjavan: {
    client_id: 'nv-client-id',
    client_secret: 'nv-client-secret',
    // The test system knows no other.
    country: 'sg',
    tracking_prefix: 'NVMYAOI',
  },
  ghn: {},
  self_delivery: {},
}

/** Connects the courier and has it push to the console. Answers where it pushes to. */
export async function connectCourier(
  running: TestConsole,
  { ownerId }: Account,
  code: CourierCode,
  changes: Record<string, string> = {},
): Promise<string> {
  const key = { ownerId, courierId: courierIds[code] }
  const account = { accountId: code, label: code, shown: {}, places: [], placeId: null }
  const sealer = createSealer([running.config.secretKey])
  const hookKey = await running.db.asOwner(ownerId, (tx) =>
    saveCourierAccount(tx, sealer, key, { ...account, keys: { ...keysOf[code], ...changes } }),
  )
  const url = `${running.url}/hooks/couriers/${code}/${hookKey}`
  if (couriers.find((one) => one.code === code)?.webhooks) await running.control('webhooks', { url }, code)
  return url
}

/** GHN with one of its stores, by the way that an owner takes, and pushing with the secret that it is told once. */
export async function connectGhn(running: TestConsole, seller: Account): Promise<void> {
  const request = { token: ghnTokens.owner, store_id: '885' }
  const told = await seller.call('POST /deliveries/integrate/ghn', request)
  const { url, header, secret } = told.at<Record<'url' | 'header' | 'secret', string>>('data.webhook')
  await running.control('webhooks', { url, headers: { [header]: secret } }, 'ghn')
}

/** The warehouse gets an address and a phone, so that parcels have a sender. */
export async function giveSender(seller: Account, changes: object = {}): Promise<void> {
  const id = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  const address = {
    street: '1 Jalan Bukit',
    ward: null,
    district: 'Petaling Jaya',
    province: 'Selangor',
    postcode: '46000',
    country: 'MY',
    ...changes,
  }
  const saved = await seller.call(`PUT /warehouses/${id}`, { phone: '0123456789', address })
  expect(saved.status).toBe(200)
}

export const parcelSize = { package: { weight: 1.2, length: 20, width: 15, height: 10 } }

/** A paid order of a web store, once it has arrived. */
export async function sellOnWebStore(
  running: TestConsole,
  seller: Account,
  store = 'hana-home',
): Promise<{ id: number; channelId: string }> {
  const made = await running.control('orders', { shop_id: store }, 'web-store')
  const { id: channelId } = made as { id: string }
  await running.control(`orders/${channelId}/advance`, { action: 'capture' }, 'web-store')
  const shops = await seller.call('GET /shops')
  if (shops.at<object[]>('data').length === 0) await linkWebStore(running.sandbox.url, seller, store)
  const id = await until('the order to arrive', async () => {
    const { body } = await seller.call('GET /orders/filter?limit=100&status=pending')
    return (body as { data: { id: number; channel_order_id: string }[] }).data.find(
      (one) => one.channel_order_id === channelId,
    )?.id
  })
  return { id, channelId }
}

export const statusOf = async (seller: Account, id: number) =>
  (await seller.call(`GET /orders/${id}`)).at<string>('data.status.code')

export const untilStatus = (seller: Account, id: number, status: string) =>
  until(`order ${id} to be ${status}`, async () => {
    const order = await seller.call(`GET /orders/${id}`)
    return order.at('data.status.code') === status && order
  })

export const untilAction = (seller: Account, id: number, state: string) =>
  until(`the action of order ${id} to be ${state}`, async () => {
    const order = await seller.call(`GET /orders/${id}`)
    return order.at('data.latest_action.state') === state && order
  })

export type SandboxParcel = {
  number: string
  reference: string
  state: string
  booking: Record<string, unknown>
}

/** Reads the parcels that the courier really has. */
export async function parcelsOf(running: TestConsole, code: CourierCode): Promise<SandboxParcel[]> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/${code}/parcels`)
  return ((await reply.json()) as { parcels: SandboxParcel[] }).parcels
}

/** Lets things happen to a parcel, one after the other. */
export async function scan(running: TestConsole, code: CourierCode, number: string, ...steps: string[]) {
  for (const step of steps) await running.control(`parcels/${number}/advance`, { step }, code)
}

export async function failCalls(running: TestConsole, plan: object): Promise<void> {
  const url = `${running.sandbox.url}/_sandbox/faults`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(plan) })
  expect(reply.status).toBe(200)
}

/** Counts the calls of this path that the courier received. */
export async function callsOf(running: TestConsole, path: string): Promise<number> {
  const stats = await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()
  return (stats as { calls: Record<string, { calls: number }> }).calls[path]?.calls ?? 0
}
