import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRecordedChannel } from '../../connectors/recorded-channel.ts'
import {
  linkStore,
  startTestConsole,
  storeKeys,
  until,
  type Account,
  type Answer,
  type StoreKeys,
  type TestConsole,
} from '../../test/start-test-console.ts'

const store = 'aoi-gifts'
let running: TestConsole
let seller: Account
let keys: StoreKeys

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  keys = await storeKeys(running.sandbox.url, store)
})
afterAll(() => running?.stop())

const link = (change: object, account = seller) =>
  account.call('POST /shops', { platform_id: 4, name: 'My store', ...keys, ...change })

const fieldsOf = (answer: Answer) => [answer.status, answer.at('invalid_fields')]

describe('linking with keys', () => {
  it.each([
    ['a key that the store does not know', { api_key: 'ck_wrong' }, 'api_key', 'rejected this API key'],
    ['a secret that is not the key’s', { api_secret: 'cs_wrong' }, 'api_secret', 'does not match'],
    ['no secret', { api_secret: undefined }, 'api_secret', 'missing'],
    ['keys in the open', { platform_url: 'http://shop.example' }, 'platform_url', 'https://'],
    ['a port where nobody listens', { platform_url: 'http://127.0.0.1:1' }, 'platform_url', 'not responding'],
    ['a name that nobody has', { platform_url: 'https://shop.invalid' }, 'platform_url', 'not responding'],
    ['no address', { platform_url: 'shop.example' }, 'platform_url', 'full URL'],
    ['an address of another kind', { platform_url: 'file:///etc/passwd' }, 'platform_url', 'full URL'],
    ['an address with a password', { platform_url: 'https://a:b@shop.example' }, 'platform_url', 'full URL'],
    ['a key with a space in it', { api_key: 'ck 1' }, 'api_key', 'without spaces'],
    ['a channel that has a consent page', { platform_id: 2 }, 'platform_id', 'cannot be connected'],
  ])('names the field for %s', async (_title, change, field, words) => {
    const answer = await link(change)
    expect(fieldsOf(answer)).toEqual([422, { [field]: expect.stringContaining(words) as string }])
    expect((await seller.call('GET /shops')).at('data')).toEqual([])
  })

  it('names the key when it may not read', async () => {
    const answer = await link(await storeKeys(running.sandbox.url, store, { permissions: 'write' }))
    expect(fieldsOf(answer)).toEqual([422, { api_key: expect.stringContaining('permission') as string }])
  })

  it('says that an address leads elsewhere, and that a page is no store', async () => {
    await using elsewhere = await startRecordedChannel(() => ({
      status: 301,
      headers: { location: 'https://www.shop.example/' },
      body: '',
    }))
    expect(fieldsOf(await link({ platform_url: elsewhere.url }))).toEqual([
      422,
      { platform_url: expect.stringContaining('redirects to another') as string },
    ])
    await using page = await startRecordedChannel(() => ({ body: '<!doctype html><title>Hello</title>' }))
    expect(fieldsOf(await link({ platform_url: page.url }))).toEqual([
      422,
      { platform_url: expect.stringContaining('No shop of this kind') as string },
    ])
  })

  it('does not blame the seller for a store that is busy', async () => {
    await using busy = await startRecordedChannel(() => ({
      status: 429,
      headers: { 'retry-after': '9' },
      body: '',
    }))
    const answer = await link({ platform_url: busy.url })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([504, '9'])
  })

  it('tells it in the language of the reader', async () => {
    const body = { platform_id: 4, name: 'My store', ...keys, api_key: 'ck_wrong' }
    const words = new Set<string>()
    for (const language of ['jp', 'en', 'vn', 'my'])
      words.add(
        (await seller.call('POST /shops', body, { 'x-localization': language })).at('invalid_fields.api_key'),
      )
    expect(words.size).toBe(4)
  })

  it('links the shop, keeps its address and starts its first sync; again renews it', async () => {
    const answer = await link({ platform_url: `${keys.platform_url}/` })
    expect([answer.status, answer.at('data')]).toEqual([
      201,
      expect.objectContaining({
        name: 'My store',
        platform_id: 4,
        platform_url: keys.platform_url,
        status: 1,
        auth_state: 'ok',
        token_expired_at: null,
        currency: 'MYR',
        region: 'MY',
      }),
    ])
    expect(JSON.stringify(answer.body)).not.toContain(keys.api_secret)
    await until('the first sync', async () => {
      const shops = await seller.call('GET /shops?include=sync')
      return shops.at('data.0.sync.data.state') === 'done'
    })
    expect(await linkStore(running.sandbox.url, seller, store)).toBe(answer.at('data.id'))
    expect((await seller.call('GET /shops')).at('data')).toHaveLength(1)
  })

  it('leaves a shop with the account that has it', async () => {
    const other = await running.signUp('other')
    const answer = await link({}, other)
    expect([answer.status, answer.at('code')]).toEqual([409, 'shop_linked_elsewhere'])
    expect((await other.call('GET /shops')).at('data')).toEqual([])
    // A user without valid keys of the shop does not learn that it is linked.
    expect((await link({ api_key: 'ck_wrong' }, other)).status).toBe(422)
  })

  it('is for those who may set channels up', async () => {
    const packer = await running.addStaff(seller.ownerId, { email: 'packer@example.test', role: 'operator' })
    expect((await link({}, packer)).status).toBe(403)
  })
})

describe('in production', () => {
  it('tries no address in a private network', async () => {
    const production = await startTestConsole({
      role: 'web',
      databaseUrl: running.databaseUrl,
      mode: 'production',
    })
    try {
      const account = await production.signUp('outside')
      await using inside = await startRecordedChannel(() => ({ body: [] }))
      const { port } = new URL(inside.url)
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
        const body = { platform_id: 4, name: 'Inside', ...keys, platform_url: `http://${host}:${port}` }
        expect([host, fieldsOf(await account.call('POST /shops', body))]).toEqual([
          host,
          [422, { platform_url: expect.stringContaining('private network') as string }],
        ])
      }
      for (const host of ['169.254.169.254', '10.0.0.1', '[fe80::1]', '[::ffff:7f00:1]', '0.0.0.0']) {
        const body = { platform_id: 4, name: 'Inside', ...keys, platform_url: `https://${host}` }
        expect([host, fieldsOf(await account.call('POST /shops', body))]).toEqual([
          host,
          [422, { platform_url: expect.stringContaining('private network') as string }],
        ])
      }
      expect(inside.calls).toEqual([])
    } finally {
      await production.stop()
    }
  })
})
