/** Becoming staff of a GHN store by a code to its owner's phone, and places by GHN's numbers. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTestConsole,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { ghnTokens } from '../../../test/steps/sandbox-courier-keys.ts'

let running: TestConsole
let admin: pg.Client
let seller: Account
let owners = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})
beforeEach(async () => {
  seller = await running.signUp(`seller-${owners++}`)
})

const phone = '+84 912 345 678'
const token = ghnTokens.partner
const send = (body: object = {}) => seller.call('POST /deliveries/stores/gen-otp', { phone, token, ...body })
const join = (body: object) =>
  seller.call('POST /deliveries/stores/create-add-staff', { phone, token, store_id: '990', ...body })
const told = (answer: Answer) => [answer.status, answer.at('code')]
const wrong = (answer: Answer) => [answer.status, answer.at('invalid_fields')]
const connect = (body: object) => seller.call('POST /deliveries/integrate/ghn', body)

async function codeOnPhone(): Promise<string> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/ghn/otp/0912345678`)
  return ((await reply.json()) as { code: string }).code
}
const wrongCode = async () => ((Number(await codeOnPhone()) + 1) % 1_000_000).toString().padStart(6, '0')

describe('a store by phone', () => {
  it('is joined with the code, and connected like any other', async () => {
    expect((await send()).at('data')).toEqual({ ttl: 600 })
    expect((await join({ otp: await codeOnPhone() })).at('data')).toEqual({
      store_id: '990',
      client_id: null,
    })
    const made = await connect({ token, store_id: '990' })
    expect(made.at('data.connected.account_label')).toBe('Bảo Store')
  })

  it('is made anew where there is none, and is then among those of the connected account', async () => {
    await connect({ token: ghnTokens.owner, store_id: '885' })
    await send({ token: undefined })
    const place = { store_id: undefined, address: '9 Nguyễn Huệ', district_id: 1442, ward_code: '020109' }
    const made = await join({ token: undefined, otp: await codeOnPhone(), ...place })
    expect(made.at('data.client_id')).toBe('2500002')
    const stores = (await seller.call('GET /deliveries/stores')).at<{ id: string }[]>('data')
    expect(stores.map(({ id }) => id)).toContain(made.at('data.store_id'))
  })

  it('needs its place where it is to be made', async () => {
    expect(wrong(await join({ otp: '123456', store_id: undefined }))).toEqual([
      422,
      Object.fromEntries(
        ['address', 'district_id', 'ward_code'].map((name) => [name, 'Field cannot be left blank']),
      ),
    ])
  })

  it('refuses a wrong code, and after five of them the right one too', async () => {
    await send()
    for (let tries = 0; tries < 5; tries++)
      expect(wrong(await join({ otp: await wrongCode() }))).toEqual([422, { otp: 'Incorrect OTP' }])
    expect(told(await join({ otp: await codeOnPhone() }))).toEqual([410, 'code_expired'])
  })

  it('counts no try that did not reach GHN', async () => {
    await send()
    const otp = await codeOnPhone()
    const plan = (faults: object) =>
      fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(faults) })
    await plan({ path: '/ghn', server_error: 1 })
    for (let tries = 0; tries < 6; tries++)
      expect(told(await join({ otp }))).toEqual([504, 'courier_unreachable'])
    await plan({})
    expect((await join({ otp })).status).toBe(200)
  })

  it('says that a code was never sent, or is too old', async () => {
    expect(told(await join({ otp: '123456' }))).toEqual([410, 'code_expired'])
    await send()
    await admin.query(
      `update sign_in_failures set window_started_at = now() - interval '601 seconds' where key like 'courier-code:%'`,
    )
    expect(told(await join({ otp: await codeOnPhone() }))).toEqual([410, 'code_expired'])
  })

  it('gets one code a minute, however it is written', async () => {
    await send()
    const again = await send({ phone: '0912345678' })
    expect(told(again)).toEqual([429, 'too_many_attempts'])
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50)
    await admin.query(
      `update sign_in_failures set window_started_at = now() - interval '61 seconds' where key like 'courier-code:%'`,
    )
    expect((await send()).status).toBe(200)
  })

  it('names a phone that is none, or nobody’s, which may be corrected at once', async () => {
    expect(wrong(await send({ phone: '12' }))).toMatchObject([422, { phone: expect.any(String) as string }])
    for (let times = 0; times < 2; times++)
      expect(wrong(await send({ phone: '0999999999' }))).toEqual([422, { phone: 'Phone is invalid' }])
  })

  it('needs a token, of its own or of the connected account', async () => {
    expect(told(await send({ token: undefined }))).toEqual([409, 'courier_not_connected'])
    expect(wrong(await send({ token: 'x' }))).toMatchObject([422, { token: expect.any(String) as string }])
  })

  it('has a role of the console’s, which stays when the account is connected anew', async () => {
    await connect({ token: ghnTokens.owner, store_id: '885' })
    const assign = (store_id: string, role = 'manager') =>
      seller.call('POST /deliveries/stores/assign-role', { store_id, role })
    expect((await assign('886')).at('data')).toMatchObject({ id: '886', role: 'manager', is_selected: false })
    expect(told(await assign('990'))).toEqual([404, 'not_found'])
    expect((await assign('885', 'boss')).status).toBe(422)
    await connect({ store_id: '886' })
    const stores = (await seller.call('GET /deliveries/stores')).at<{ id: string; role: string }[]>('data')
    // Stores that were made before may follow.
    expect(stores.slice(0, 2).map(({ id, role }) => [id, role])).toMatchObject([
      ['885', 'staff'],
      ['886', 'manager'],
    ])
  })
})

describe('places', () => {
  beforeEach(() => connect({ token: ghnTokens.owner, store_id: '885' }))
  const idsOf = async (path: string, name = 'id') =>
    (await seller.call(`GET /deliveries/${path}`))
      .at<Record<string, unknown>[]>('data')
      .map((row) => row[name])

  it('come in three levels, under two addresses', async () => {
    expect((await seller.call('GET /deliveries/ghn/provinces')).at('data.1')).toEqual({
      id: '202',
      name: 'Hồ Chí Minh',
      name_new: 'Hồ Chí Minh',
      is_merged: false,
    })
    for (const path of ['ghn/districts', 'districts'])
      expect(await idsOf(`${path}?province_id=202`)).toContain('1442')
    for (const path of ['ghn/wards', 'wards'])
      expect(await idsOf(`${path}?district_id=1442`, 'code')).toEqual(['20101', '20106', '020109'])
  })

  it('come in the two levels of July 2025', async () => {
    expect(await idsOf('ghn/provinces?levels=2')).toEqual(['201', '202'])
    expect(await idsOf('ghn/wards?province_id=202', 'code')).toHaveLength(205)
  })

  it('are asked for once a day', async () => {
    const calls = async () => {
      const stats = (await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()) as {
        calls: Record<string, { calls: number } | undefined>
      }
      return stats.calls['/ghn/shiip/public-api/master-data/district']?.calls ?? 0
    }
    await idsOf('ghn/districts?province_id=201')
    const before = await calls()
    for (let times = 0; times < 3; times++) await idsOf('ghn/districts?province_id=201')
    expect([before > 0, await calls()]).toEqual([true, before])
  })

  it.each(['districts', 'districts?province_id=x', 'wards', 'wards?district_id=1&province_id=2'])(
    'refuse %s by name',
    async (path) => {
      const answer = await seller.call(`GET /deliveries/ghn/${path}`)
      expect([answer.status, Object.keys(answer.at<object>('invalid_fields'))]).toEqual([
        422,
        [expect.stringMatching(/^(province|district)_id$/)],
      ])
    },
  )
})
