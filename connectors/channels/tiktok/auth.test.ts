import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import { auth, call, sign } from './auth.ts'

const secret = 'e59af819cc'
const query = { app_key: '29a39d', timestamp: '1623812664' }

test.each([
  [undefined, 'https://services.tiktokshop.com', 'services.tiktokshop.com'],
  ['MY', 'https://services.tiktokshop.com', 'services.tiktokshop.com'],
  ['US', 'https://services.tiktokshop.com', 'services.us.tiktokshop.com'],
  ['US', 'https://sandbox.example', 'sandbox.example'],
])('a shop in %s is linked on the page of %s that is %s', (region, base, host) => {
  const app = { TIKTOK_AUTHORIZE_BASE: base, TIKTOK_SERVICE_ID: '7' }
  const page = auth.authorizationUrl({ app, redirectUrl: '', state: 's', now: new Date(), region })
  expect(new URL(page).host).toBe(host)
})

/** Computed with other programs; the first is the example of the guide. */
describe('[signature] the signature', () => {
  test('of a call without a body', () => {
    expect(sign(secret, '/authorization/202309/shops', query, '')).toBe(
      'b596b73e0cc6de07ac26f036364178ab16b0a907af13d43f0a0cd2345f582dc8',
    )
  })

  test('of a call with a body', () => {
    const body = '{"order_status":"AWAITING_SHIPMENT","create_time_ge":1623812664}'
    const more = { page_size: '20', shop_cipher: 'ROW_abc' }
    expect(sign(secret, '/order/202309/orders/search', { ...query, ...more }, body)).toBe(
      '761d016fa10df560462aa2784f166833916b93b6481ff44e8d5d7267f56779af',
    )
  })

  test('leaves itself and the token out', () => {
    const more = { sign: 'x', access_token: 'y' }
    expect(sign(secret, '/authorization/202309/shops', { ...query, ...more }, '')).toBe(
      'b596b73e0cc6de07ac26f036364178ab16b0a907af13d43f0a0cd2345f582dc8',
    )
  })

  test('is over the values as they are, however the address writes them', async () => {
    await using channel = await startRecordedChannel(() => ({ body: { code: 0, data: {} } }))
    const now = new Date(1_623_812_664_000)
    const caller = {
      app: { TIKTOK_APP_KEY: '29a39d', TIKTOK_APP_SECRET: secret, TIKTOK_API_BASE: channel.url },
      http: createHttp(),
      credentials: {
        accessToken: 'a',
        refreshToken: 'r',
        accessExpiresAt: now,
        refreshExpiresAt: now,
        channelShopId: '1',
        more: { cipher: 'c+/= ü' },
      },
      now,
    }
    const path = '/order/202309/orders'
    await call(caller, { method: 'GET', path, query: { ids: '1,2' } }, z.object({}))
    const text = `${secret}${path}app_key29a39dids1,2shop_cipherc+/= ütimestamp1623812664${secret}`
    expect(channel.calls[0]?.query.sign).toBe(hmacByHand(secret, text))
    expect(channel.calls[0]?.query.shop_cipher).toBe('c+/= ü')
  })
})

/** HMAC by its definition (RFC 2104), so that a slip in ours cannot confirm itself. */
function hmacByHand(key: string, text: string): string {
  const block = Buffer.alloc(64)
  block.write(key)
  const padded = (pad: number) => Buffer.from(block.map((byte) => byte ^ pad))
  const inner = createHash('sha256').update(padded(0x36)).update(text).digest()
  return createHash('sha256').update(padded(0x5c)).update(inner).digest('hex')
}

test('a callback without a code is refused before any call', async () => {
  await using channel = await startRecordedChannel([])
  const app = { TIKTOK_APP_KEY: '1', TIKTOK_APP_SECRET: secret, TIKTOK_AUTH_BASE: channel.url }
  const callbacks: Record<string, string>[] = [{}, { code: '' }, { code: 'null' }, { error: 'auth_denied' }]
  for (const callback of callbacks)
    await expect(
      auth.link({ app, http: createHttp(), callback, redirectUrl: '', now: new Date() }),
    ).rejects.toMatchObject({
      kind: 'refused',
    })
  expect(channel.calls).toEqual([])
})
