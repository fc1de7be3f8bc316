/** The sign-ins of shops for which nothing else is done: their orders are switched off throughout. */
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  linkShop,
  linkStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { openStream } from '../../test/steps/stream.ts'
import { lockCredentials, saveCredentials } from './credentials-store.ts'
import { createSealer } from '../secrets/seal.ts'

const shopee = 727720655
const lazada = { shop: 100190015, channel: { id: 1, code: 'lazada' } }
const dayMs = 86_400_000

let running: TestConsole
let admin: pg.Client
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
})
afterEach(async () => {
  await admin.end()
  await running.stop()
})

const shop = async () => (await seller.call('GET /shops')).at<Record<string, unknown>>('data.0')
const daysLeft = async () => (Date.parse(String((await shop()).token_expired_at)) - Date.now()) / dayMs

/** In days from now; undefined: never. */
async function dueIn(): Promise<number | undefined> {
  const { rows } = await admin.query<{ at: Date | null }>('select auth_due_at as at from channel_shops')
  const at = rows[0]?.at
  return at ? (at.getTime() - Date.now()) / dayMs : undefined
}

/** Moves the end of the sign-in to `days` from now and makes its check due. */
async function letTimePass(days: number): Promise<void> {
  await seal(new Date(Date.now() + days * dayMs))
  await admin.query(`update shop_credentials set updated_at = now() - interval '2 days'`)
  await admin.query(`update channel_shops set auth_due_at = now() - interval '1 s'`)
}

async function seal(refreshExpiresAt: Date): Promise<void> {
  const sealer = createSealer([running.config.secretKey])
  const key = { ownerId: seller.ownerId, shopId: Number((await shop()).id) }
  await running.db.asOwner(seller.ownerId, async (tx) => {
    // Locked, as other work may renew them at this moment.
    const found = await lockCredentials(tx, sealer, key)
    if (!found) throw new Error('no credentials')
    await saveCredentials(tx, sealer, key, { ...found.credentials, refreshExpiresAt })
  })
}

async function shiftSandbox(days: number): Promise<void> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shift: days * 86_400 }),
  })
  expect(reply.status, await reply.text()).toBe(200)
}

it('renews by itself what can be renewed, before anybody has to know', async () => {
  const id = await linkShop(running.sandbox.url, seller, shopee)
  await seller.call(`PUT /shops/${id}`, { is_order_sync: false })
  expect(await dueIn()).toBeCloseTo(20, 1)
  await letTimePass(9.5)
  await until('the renewal', async () => (await daysLeft()) > 29)
  expect((await shop()).auth_state).toBe('ok')
  expect(await dueIn()).toBeCloseTo(20, 1)
})

it('takes a warning back once a renewal has put the end off', async () => {
  const id = await linkShop(running.sandbox.url, seller, shopee)
  await seller.call(`PUT /shops/${id}`, { is_order_sync: false })
  await seal(new Date(Date.now() + 6 * dayMs))
  expect((await shop()).auth_state).toBe('expiring')
  await letTimePass(6)
  await until('the renewal', async () => (await shop()).auth_state === 'ok')
})

it('tells 7, 3 and 1 days before an end that cannot be put off, and then that it is there', async () => {
  const id = await linkShop(running.sandbox.url, seller, lazada.shop, lazada.channel)
  await seller.call(`PUT /shops/${id}`, { is_order_sync: false })
  const stream = await openStream(running.url, seller.token)
  const told = (days: number) =>
    stream.next(
      ({ channel, data }) =>
        channel === 'shop.change' && (data.value as { days_left?: number } | null)?.days_left === days,
    )
  // The channel's own clock: its refresh token ends 50 days after the consent, however often it is renewed.
  let passed = 0
  for (const [left, step, next] of [
    [6.5, 7, 3.5],
    [2.5, 3, 1.5],
    [0.5, 1, 0.5],
  ] as const) {
    await shiftSandbox(50 - left - passed)
    passed = 50 - left
    await letTimePass(left)
    await until('the next look', async () => Math.abs(((await dueIn()) ?? 0) - next) < 0.05)
    await told(step)
    expect(await shop()).toMatchObject({ status: 1, auth_state: 'expiring' })
    expect(await daysLeft()).toBeCloseTo(left, 1)
    expect((await seller.call('GET /shops/check-token-expire')).at('shop_expired')).toEqual({})
  }
  await shiftSandbox(1)
  await letTimePass(-0.5)
  await until('the end to be told', async () => (await shop()).auth_state === 'expired')
  expect(Object.keys((await seller.call('GET /shops/check-token-expire')).at('shop_expired'))).toEqual([
    String(id),
  ])
  expect(await dueIn()).toBeUndefined()
  await stream.close()
})

it('tries again within the hour when the channel does not answer', async () => {
  const id = await linkShop(running.sandbox.url, seller, shopee)
  await seller.call(`PUT /shops/${id}`, { is_order_sync: false })
  const faults = (body?: object) =>
    fetch(`${running.sandbox.url}/_sandbox/faults`, {
      method: body ? 'POST' : 'DELETE',
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
  expect((await faults({ server_error: 1 })).status).toBe(200)
  await letTimePass(9)
  await until('the failed try', async () => {
    const stats = await fetch(`${running.sandbox.url}/_sandbox/stats`)
    const { calls } = (await stats.json()) as { calls: Record<string, { calls: number }> }
    return (calls['/api/v2/auth/access_token/get']?.calls ?? 0) > 0
  })
  await until('the next look', async () => ((await dueIn()) ?? 0) > 0)
  expect(await dueIn()).toBeLessThanOrEqual(1 / 24)
  expect(await shop()).toMatchObject({ status: 1, auth_state: 'ok' })
  await faults()
  await until('the renewal', async () => {
    // Makes the check due again and again: the circuit breaker may skip the host for a while.
    await admin.query(`update channel_shops set auth_due_at = now() - interval '1 s'`)
    return (await daysLeft()) > 29
  })
})

it('leaves keys alone, which hold until they are taken back', async () => {
  await linkStore(running.sandbox.url, seller, 'aoi-gifts')
  expect(await dueIn()).toBeUndefined()
  expect(await shop()).toMatchObject({ auth_state: 'ok', token_expired_at: null })
})
