import { describe, expect, test } from 'vitest'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import { auth, call, sign } from './auth.ts'
import { tokenSchema } from './wire.ts'

const key = '6b65795f666f725f746573745f6f6e6c79'

/** Computed with other programs over the rules of the guide, so that a slip here cannot confirm itself. */
describe('the signature', () => {
  test('of a public call', () => {
    const base = '2001887/api/v2/auth/token/get1655714431'
    expect(sign(key, base)).toBe('11a2f2540a6a6d405b4f68d7c89346e3aa3e2b056b862be401084573ed98f6ac')
  })

  test('of a call for a shop', () => {
    const base =
      '2001887' +
      '/api/v2/shop/get_shop_info' +
      '1655714431' +
      '59777174636562737266615546704c6d' +
      '14701711'
    expect(sign(key, base)).toBe('1143c9be7a7395306ce91a640afc2413922a725346cbbec4a436f201ae01ea2e')
  })

  test('covers neither query nor body', async () => {
    await using channel = await startRecordedChannel(() => ({
      body: { access_token: 'a', refresh_token: 'b', expire_in: 1 },
    }))
    const now = new Date(1_655_714_431_000)
    const caller = {
      app: { SHOPEE_PARTNER_ID: '2001887', SHOPEE_PARTNER_KEY: key, SHOPEE_API_BASE: channel.url },
      http: createHttp(),
      credentials: {
        accessToken: '59777174636562737266615546704c6d',
        refreshToken: 'r',
        accessExpiresAt: now,
        refreshExpiresAt: now,
        channelShopId: '14701711',
      },
      now,
    }
    const path = '/api/v2/shop/get_shop_info'
    await call(caller, { method: 'POST', path, query: { a: '1' }, body: { b: 2 } }, tokenSchema)
    expect(channel.calls[0]).toMatchObject({
      on: `POST ${path}`,
      query: { a: '1', sign: '1143c9be7a7395306ce91a640afc2413922a725346cbbec4a436f201ae01ea2e' },
      body: { b: 2 },
    })
  })
})

test('a callback without a code or with a shop that is no number is refused before any call', async () => {
  await using channel = await startRecordedChannel([])
  const app = { SHOPEE_PARTNER_ID: '1', SHOPEE_PARTNER_KEY: key, SHOPEE_API_BASE: channel.url }
  const callbacks: Record<string, string>[] = [
    {},
    { code: 'c' },
    { shop_id: '1' },
    { code: 'c', shop_id: '1 or 1' },
  ]
  for (const callback of callbacks)
    await expect(
      auth.link({ app, http: createHttp(), callback, redirectUrl: '', now: new Date() }),
    ).rejects.toMatchObject({
      kind: 'refused',
    })
  expect(channel.calls).toEqual([])
})

test('a refresh that Shopee is too busy for does not cost the owner the link', async () => {
  await using channel = await startRecordedChannel(() => ({
    body: { error: 'system_busy', message: 'The refresh_token service is busy' },
  }))
  const app = { SHOPEE_PARTNER_ID: '1', SHOPEE_PARTNER_KEY: key, SHOPEE_API_BASE: channel.url }
  const now = new Date()
  const credentials = {
    accessToken: 'a',
    refreshToken: 'r',
    accessExpiresAt: now,
    refreshExpiresAt: now,
    channelShopId: '1',
  }
  await expect(auth.refresh({ app, http: createHttp(), credentials, now })).rejects.toMatchObject({
    kind: 'try-later',
  })
})
