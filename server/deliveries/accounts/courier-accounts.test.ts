/** Connecting couriers over real HTTP, against their emulations. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { couriers } from '../../../connectors/couriers/registry.ts'
import { allEndpoints } from '../../../contract/endpoints.ts'
import {
  startTestConsole,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import { courierKeys, ghnTokens } from '../../../test/steps/sandbox-courier-keys.ts'
import { addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { sendSomething } from '../../../test/steps/settled-shipments.ts'
import { createSealer } from '../../secrets/seal.ts'
import { createCourierSessions } from '../../syncs/courier-session.ts'
import { saveCourierAccount } from './courier-accounts-store.ts'
import { enteredKeys } from './courier-keys.ts'

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

type Code = keyof typeof courierKeys

const connect = (code: Code, change: object = {}, account = seller) =>
  account.call(`POST /deliveries/integrate/${code}`, { ...courierKeys[code], ...change })
const change = (code: Code, body: object) => seller.call(`PUT /deliveries/integrate/${code}`, body)
const connected = async (account = seller) =>
  (await account.call('GET /deliveries/shipment-connected')).at<Record<string, unknown>[]>('data')
const told = (answer: Answer) => [answer.status, answer.at('code')]
const wrong = (answer: Answer) => [answer.status, Object.keys(answer.at<object>('invalid_fields') ?? {})]
const ghn = (body: object) => seller.call('POST /deliveries/integrate/ghn', body)

describe('the couriers', () => {
  it('are listed with what each of them asks for, and their secrets marked', async () => {
    const rows = (await seller.call('GET /deliveries/shipments')).at<
      { code: string; is_connected: boolean; is_set_up: boolean; needs: { name: string }[] }[]
    >('data')
    expect(rows.map(({ code }) => code)).toEqual(['gdex', 'jnt', 'ninjavan', 'ghn'])
    expect(rows.every((row) => row.is_set_up && !row.is_connected)).toBe(true)
    const needs = Object.fromEntries(rows.map((row) => [row.code, row.needs]))
    expect(needs['ninjavan']).toEqual([
      { name: 'client_id', is_secret: false, is_required: true, standard: null, choices: [] },
      { name: 'client_secret', is_secret: true, is_required: true, standard: null, choices: [] },
      { name: 'country', is_secret: false, is_required: false, standard: 'my', choices: [] },
      { name: 'tracking_prefix', is_secret: false, is_required: false, standard: '', choices: [] },
    ])
    // Keys that are chosen later, and those that the console creates, are not in the form.
    expect(needs['ghn']?.map(({ name }) => name)).toEqual(['token'])
  })

  it('take in the contract what they ask for themselves', () => {
    for (const courier of couriers.filter(({ code }) => code in courierKeys)) {
      const { body } = allEndpoints[`POST /deliveries/integrate/${courier.code as Code}`]
      expect(Object.keys(body.shape).toSorted()).toEqual(
        enteredKeys(courier)
          .map(({ name }) => name)
          .toSorted(),
      )
    }
  })

  it('are providers beside the logistics of the channels; self delivery is one where it is asked for', async () => {
    await connect('jnt')
    const codes = async (query: string) =>
      (await seller.call(`GET /shipment-providers${query}`))
        .at<{ id: number; code: string; is_connected: boolean; platform: object | null }[]>('data')
        .map(({ id, code, is_connected: is, platform }) => [id, code, is, platform !== null])
    expect(await codes('')).toEqual(
      expect.arrayContaining([
        [3, 'jnt', true, false],
        [1, 'gdex', false, false],
        [5, 'shopee_logistics', false, true],
        [8, 'tiki_logistics', false, true],
      ]),
    )
    expect((await codes('')).filter(([id]) => id === 0)).toEqual([])
    expect(await codes('?include_self=1')).toContainEqual([0, 'self_delivery', true, false])
  })

  it('that the operator has not set up say so', async () => {
    const bare = await startTestConsole({ role: 'web', environment: { GDEX_SUBSCRIPTION_KEY: '' } })
    const account = await bare.signUp('seller')
    const rows = (await account.call('GET /deliveries/shipments')).at<{ is_set_up: boolean }[]>('data')
    expect(rows.map((row) => row.is_set_up)).toEqual([false, true, true, true])
    expect(told(await connect('gdex', {}, account))).toEqual([409, 'courier_not_set_up'])
    await bare.stop()
  })
})

describe('connecting', () => {
  it.each<Code>(['gdex', 'jnt', 'ninjavan'])('tries the keys, and shows them with care: %s', async (code) => {
    const answer = await connect(code)
    expect(answer.status).toBe(201)
    expect(answer.at('data')).toMatchObject({ code, status: 1 })
    expect(await connected()).toEqual([answer.at('data')])
    const rows = (await seller.call('GET /deliveries/shipments')).at<
      { code: string; is_connected: boolean }[]
    >('data')
    expect(rows.filter((row) => row.is_connected).map((row) => row.code)).toEqual([code])
  })

  it.each<[Code, object, string[]]>([
    ['gdex', { api_token: 'wrong' }, ['api_token']],
    ['gdex', { account_no: '1' }, ['account_no']],
    ['gdex', { account_no: '' }, ['account_no']],
    ['gdex', { sender_phone: '12345' }, ['sender_phone']],
    ['gdex', { sender_phone: '' }, ['sender_phone']],
    ['gdex', { sender_name: ' ' }, ['sender_name']],
    ['gdex', { sender_postcode: '00123' }, ['sender_postcode']],
    ['gdex', { sender_postcode: '123' }, ['sender_postcode']],
    ['gdex', { closing_time: '25:00' }, ['closing_time']],
    ['gdex', { dialect: 'other' }, ['dialect']],
    ['jnt', { api_account: 'x' }, ['api_account']],
    ['jnt', { private_key: 'x' }, ['private_key']],
    ['jnt', { customer_code: 'x' }, ['customer_code']],
    ['jnt', { password: 'x' }, ['password']],
    ['jnt', { password: undefined }, ['password']],
    ['ninjavan', { client_secret: 'x' }, ['client_id', 'client_secret']],
    ['ninjavan', { country: 'my' }, ['country']],
    ['ninjavan', { client_id: 'with space' }, ['client_id']],
    ['ninjavan', { surprise: 'x' }, ['surprise']],
  ])('names the field that is wrong and saves nothing: %s %j', async (code, given, fields) => {
    expect(wrong(await connect(code, given))).toEqual([422, fields])
    expect(await connected()).toEqual([])
  })

  it("says a wrong key in the courier's own words", async () => {
    const answer = await connect('jnt', { private_key: 'not-the-key-of-anybody' })
    expect(answer.at('invalid_fields.private_key')).toMatch(/sign/i)
  })

  it('takes a phone in any of its forms, and the standard where nothing is entered', async () => {
    const answer = await connect('gdex', { sender_phone: '+60 12 345 6789', closing_time: '' })
    expect(answer.at('data.keys')).toMatchObject({ closing_time: '18:00', sender_postcode: '50000' })
  })

  it('replaces what was connected, and says once that it is', async () => {
    const first = await connect('gdex')
    const wallet = { dialect: 'mygdex', api_token: 'gdex-wallet-token', account_no: '' }
    const second = await connect('gdex', wallet)
    expect(second.at('data.account_label')).toBe('Aoi Gifts')
    expect(second.at('data.connected_at')).toBe(first.at('data.connected_at'))
    expect(await connected()).toHaveLength(1)
    const update = (await seller.call('GET /users/notifications')).at<{ data: object }[]>('data')
    expect(update.map(({ data }) => data)).toMatchObject([
      { notify_type: 'shipment_connected', product_name: 'GDEX', url: '/setting/shipment', count: 1 },
    ])
  })

  it('says that the courier is away, and saves nothing', async () => {
    const plan = (faults: object) =>
      fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(faults) })
    await plan({ path: '/nv', server_error: 1 })
    const away = await connect('ninjavan')
    await plan({})
    expect(told(away)).toEqual([504, 'courier_unreachable'])
    expect(await connected()).toEqual([])
  })
})

describe('changing', () => {
  it('keeps secrets that were left empty, and what was left out', async () => {
    await connect('jnt')
    for (const body of [{ password: '', private_key: '' }, {}, { customer_code: 'TEST0001' }])
      expect((await change('jnt', body)).status).toBe(200)
    await connect('gdex', { closing_time: '17:30' })
    const { keys } = (await change('gdex', { sender_name: 'Bao', api_token: '' })).at<{ keys: object }>(
      'data',
    )
    expect(keys).toMatchObject({ sender_name: 'Bao', closing_time: '17:30', sender_phone: '012-345 6789' })
  })

  it('tries the new ones, and keeps the old ones when they are wrong', async () => {
    await connect('jnt')
    const before = await connected()
    expect(wrong(await change('jnt', { password: 'x' }))).toEqual([422, ['password']])
    expect(wrong(await change('jnt', { customer_code: '' }))).toEqual([422, ['customer_code']])
    expect(await connected()).toEqual(before)
    expect((await change('jnt', {})).status).toBe(200)
  })

  it('needs something that is connected', async () => {
    expect(told(await change('gdex', {}))).toEqual([409, 'courier_not_connected'])
  })
})

describe('disconnecting', () => {
  it('forgets the keys and what was entered with the courier, and leaves the others alone', async () => {
    await connect('jnt')
    await connect('ninjavan')
    const { ownerId } = seller
    expect((await seller.call('DELETE /deliveries/integrate/jnt')).status).toBe(200)
    expect((await connected()).map(({ code }) => code)).toEqual(['ninjavan'])
    const left = await admin.query(
      `select courier from courier_accounts where owner_id = $1 union all select courier from courier_hooks where owner_id = $1`,
      [ownerId],
    )
    expect(left.rows).toEqual([{ courier: 4 }, { courier: 4 }])
    expect(told(await seller.call('DELETE /deliveries/integrate/jnt'))).toEqual([
      409,
      'courier_not_connected',
    ])
    expect((await connect('jnt')).status).toBe(201)
  })

  it('waits for parcels that are under way', async () => {
    await connect('jnt')
    await connect('ninjavan')
    const { ownerId } = seller
    const shopId = await addShop(running, ownerId, 'shop')
    const { created } = await putOrders(running, ownerId, shopId, [orderOf({ channelOrderId: 'A1' })])
    await sendSomething(running, ownerId, { orderId: created[0] ?? 0, shopId })
    const disconnect = (code: Code) => seller.call(`DELETE /deliveries/integrate/${code}`)
    expect(told(await disconnect('jnt'))).toEqual([409, 'courier_in_use'])
    expect((await disconnect('ninjavan')).status).toBe(200)
    const move = (change: string) =>
      admin.query(`update shipments set ${change} where owner_id = $1`, [ownerId])
    await move(`booking = 'booked', next_track_at = now() + interval '1 hour'`)
    expect(told(await disconnect('jnt'))).toEqual([409, 'courier_in_use'])
    await move('status = 5, next_track_at = null')
    expect((await disconnect('jnt')).status).toBe(200)
  })
})

describe('GHN', () => {
  it('shows the stores of a token and saves nothing, then connects the one that is chosen', async () => {
    const first = await ghn({ token: ghnTokens.owner })
    expect(first.at('data')).toMatchObject({ client_name: '0987654321', connected: null, webhook: null })
    expect(first.at<{ id: string }[]>('data.stores').map(({ id }) => id)).toEqual(['885', '886'])
    expect(await connected()).toEqual([])
    const second = await ghn({ token: ghnTokens.owner, store_id: 885 })
    expect(second.at('data.connected')).toMatchObject({ account_label: 'Aoi Sài Gòn', store_id: '885' })
    const stores = (await seller.call('GET /deliveries/stores')).at<{ id: string; is_selected: boolean }[]>(
      'data',
    )
    expect(stores.map(({ id, is_selected: is }) => [id, is])).toEqual([
      ['885', true],
      ['886', false],
    ])
  })

  it('tells the secret of its messages once, with the address to enter', async () => {
    const made = await ghn({ token: ghnTokens.owner, store_id: '885' })
    const { url, header, secret } = made.at<{ url: string; header: string; secret: string }>('data.webhook')
    expect([header, secret.length >= 32]).toEqual(['X-Console-Secret', true])
    expect(url).toMatch(/\/hooks\/couriers\/ghn\/[\w-]{20,}$/)
    expect((await connected()).map(({ webhook_url: shown }) => shown)).toEqual([url])
    // Another store of the same account: what was entered in the portal stays right.
    const again = await ghn({ store_id: '886' })
    expect([again.at('data.connected.store_id'), again.at('data.webhook')]).toEqual(['886', null])
    expect(again.at('data.connected.webhook_url')).toBe(url)
    expect(JSON.stringify(await connected())).not.toContain(secret)
  })

  it('is not kept for whoever asks again with the same key', async () => {
    const headers = { 'idempotency-key': 'ghn-1' }
    const made = await seller.call(
      'POST /deliveries/integrate/ghn',
      { token: ghnTokens.owner, store_id: '885' },
      headers,
    )
    expect(made.at('data.webhook')).not.toBeNull()
    const kept = await admin.query('select 1 from stored_responses where owner_id = $1', [seller.ownerId])
    expect(kept.rowCount).toBe(0)
  })

  it('names a token or a store that is wrong', async () => {
    expect(wrong(await ghn({ token: 'x' }))).toEqual([422, ['token']])
    expect(wrong(await ghn({}))).toEqual([422, ['token']])
    expect(wrong(await ghn({ token: ghnTokens.owner, store_id: '990' }))).toEqual([422, ['store_id']])
    expect(wrong(await ghn({ token: ghnTokens.owner, store_id: 'x' }))).toEqual([422, ['store_id']])
  })

  it('is not changed by PUT, and says how instead', async () => {
    const answer = await seller.call('PUT /deliveries/integrate/ghn', { token: 'x' })
    expect([...told(answer), answer.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'POST, DELETE',
    ])
    expect(answer.at('message')).toMatch(/POST/)
  })
})

describe('tenant isolation', () => {
  it("keep one owner's couriers from another's", async () => {
    await connect('jnt')
    await ghn({ token: ghnTokens.owner, store_id: '885' })
    const other = await running.signUp(`other-${owners++}`)
    expect(await connected(other)).toEqual([])
    expect((await other.call('GET /deliveries/stores')).at('data')).toEqual([])
    expect(told(await other.call('DELETE /deliveries/integrate/jnt'))).toEqual([409, 'courier_not_connected'])
    expect(told(await other.call('GET /deliveries/ghn/provinces'))).toEqual([409, 'courier_not_connected'])
    expect(await connected()).toHaveLength(2)
  })
})

it('the workers of other processes use no token of an account that was replaced', async () => {
  const key = { ownerId: seller.ownerId, courierId: courierIds.ninjavan }
  const sealer = createSealer([running.config.secretKey])
  const elsewhere = createCourierSessions(running.db, {
    couriers,
    settings: () => ({}),
    sealer,
    allowsPrivateAddresses: true,
  })
  const inAnHour = new Date(Date.now() + 3_600_000)
  const token = () =>
    elsewhere.use(key, ({ tokens, keys, now }) =>
      tokens.get(now(), async () => ({ token: `of ${keys['client_id']}`, renewAt: inAnHour })),
    )
  const account = { accountId: 'a', label: 'a', shown: {}, places: [], placeId: null }
  const replace = (client_id: string) =>
    running.db.asOwner(key.ownerId, (tx) =>
      saveCourierAccount(tx, sealer, key, { ...account, keys: { client_id } }),
    )
  await replace('first')
  expect(await token()).toBe('of first')
  await replace('second')
  expect(await token()).toBe('of second')
})
