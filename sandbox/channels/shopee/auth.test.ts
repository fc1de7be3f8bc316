import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from './shopee.ts'
import { MY, startLinked, VN, type Client } from './sign-call.ts'
import { hmac } from '../../kit/signature.ts'
import { expectedSign } from './wire.ts'

const { partnerId, partnerKey } = DEFAULT_SETTINGS
let client: Client

beforeEach(async () => {
  client = await startLinked()
})
afterEach(() => client.sandbox.close())

const refresh = (token: string) =>
  client.open('POST', 'auth/access_token/get', { refresh_token: token, partner_id: partnerId, shop_id: MY })

describe('signatures', () => {
  it('match the published example of a public call', () => {
    const query = new URLSearchParams({ partner_id: '2001887', timestamp: '1655714431' })
    expect(expectedSign(partnerKey, '/api/v2/auth/token/get', query)).toBe(
      '11a2f2540a6a6d405b4f68d7c89346e3aa3e2b056b862be401084573ed98f6ac',
    )
  })

  it('match the published example of a shop call', () => {
    const query = new URLSearchParams({
      partner_id: '2001887',
      timestamp: '1655714431',
      access_token: '59777174636562737266615546704c6d',
      shop_id: '14701711',
    })
    expect(expectedSign(partnerKey, '/api/v2/shop/get_shop_info', query)).toBe(
      '1143c9be7a7395306ce91a640afc2413922a725346cbbec4a436f201ae01ea2e',
    )
  })

  it('match the published example of a push', () => {
    const body =
      '{"data":{"items":[],"ordersn":"220810QSK8S7BX","status":"PROCESSED","completed_scenario":"","update_time":1660123127},"shop_id":727720655,"code":3,"timestamp":1660123127}'
    expect(hmac(partnerKey, `https://console.example.com/webhooks/shopee|${body}`)).toBe(
      '7414ec12f1daec0e0bdf355385763059d45b1dd5e5f210de2b8961ab6769fb32',
    )
  })

  it('are refused with 403 when wrong, and stale ones as a wrong parameter', async () => {
    const wrong = await client.get('shop/get_shop_info', { sign: 'f'.repeat(64) })
    expect([wrong.status, wrong.error]).toEqual([403, 'error_sign'])
    const stale = await client.get('shop/get_shop_info', { timestamp: client.sandbox.clock.now() - 301 })
    expect([stale.status, stale.error, stale.message]).toEqual([200, 'error_param', 'Timestamp is expired.'])
  })

  it('are asked for on every call, and an unknown path is a wrong parameter', async () => {
    for (const path of ['shop/get_shop_info', 'order/get_order_list', 'push/get_app_push_config']) {
      const reply = await fetch(`${client.sandbox.url}/api/v2/${path}`)
      expect(await reply.json()).toMatchObject({
        error: 'error_param',
        message: 'There is no partner_id in query.',
      })
    }
    expect(await client.get('order/get_everything')).toMatchObject({ error: 'error_param' })
  })
})

describe('tokens', () => {
  it('come flat, with four hours to live and a request id', async () => {
    const info = await client.get('shop/get_shop_info')
    expect(client.tokens).toMatchObject({ expire_in: 14_400, error: '' })
    expect(info).toMatchObject({ shop_name: 'Aoi Gifts MY', region: 'MY', error: '' })
    expect(info.response).toBeUndefined()
    expect(info.request_id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('are given once per code, and only within ten minutes', async () => {
    const codeFor = async (): Promise<string | null> => {
      const { location } = await client.control('/shopee/authorize', {
        redirect: 'http://a.test/',
        shop_id: MY,
      })
      return new URL(location).searchParams.get('code')
    }
    const code = await codeFor()
    const redeem = (given: string | null, shopId = MY) =>
      client.open('POST', 'auth/token/get', { code: given, partner_id: partnerId, shop_id: shopId })
    expect(await redeem(code)).toMatchObject({ error: '' })
    expect(await redeem(code)).toMatchObject({ error: 'invalid_code', status: 403 })
    expect(await redeem(await codeFor(), VN)).toMatchObject({ error: 'invalid_code' })
    const late = await codeFor()
    client.sandbox.clock.shift(601)
    expect(await redeem(late)).toMatchObject({ error: 'invalid_code' })
  })

  it('rotate: the old refresh token is dead at once, the old access token five minutes later', async () => {
    const old = client.tokens
    const next = await refresh(old.refresh_token)
    expect(next).toMatchObject({ error: '', shop_id: MY, expire_in: 14_400 })
    expect(await refresh(old.refresh_token)).toMatchObject({ error: 'error_shop_refresh_token', status: 403 })
    expect(await client.get('shop/get_shop_info')).toMatchObject({ error: '' })
    client.sandbox.clock.shift(301)
    expect(await client.get('shop/get_shop_info')).toMatchObject({
      error: 'invalid_acceess_token',
      status: 403,
    })
    client.tokens = next
    expect(await client.get('shop/get_shop_info')).toMatchObject({ error: '' })
  })

  it('expire by the clock, the refresh token after thirty days', async () => {
    client.sandbox.clock.shift(4 * 3_600)
    expect(await client.get('shop/get_shop_info')).toMatchObject({ error: 'invalid_acceess_token' })
    client.sandbox.clock.shift(30 * 86_400)
    expect(await refresh(client.tokens.refresh_token)).toMatchObject({ error: 'refresh_token_expired' })
  })

  it('can be revoked, shortened and answered with another error word', async () => {
    await client.control('/shopee/tokens', { revoke: 'access', access_seconds: 2, error: 'error_auth' })
    expect(await client.get('shop/get_shop_info')).toMatchObject({ error: 'error_auth', status: 403 })
    expect(await refresh(client.tokens.refresh_token)).toMatchObject({ expire_in: 2 })
    await client.control('/shopee/tokens', { unlink: true })
    expect(await refresh(client.tokens.refresh_token)).toMatchObject({ error: 'shop_no_linked' })
  })

  it('of one shop open no other', async () => {
    const path = '/api/v2/shop/get_shop_info'
    const query = new URLSearchParams({
      partner_id: String(partnerId),
      timestamp: String(client.sandbox.clock.now()),
      access_token: client.tokens.access_token,
      shop_id: String(VN),
    })
    query.set('sign', expectedSign(partnerKey, path, query))
    const reply = await fetch(`${client.sandbox.url}${path}?${query}`)
    expect(await reply.json()).toMatchObject({ error: 'invalid_acceess_token' })
  })
})

describe('consent pages', () => {
  const press = (url: string, shopId: number) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ shop_id: String(shopId) }), redirect: 'manual' })

  const signed = (path: string, redirect: string): string => {
    const query = new URLSearchParams({
      partner_id: String(partnerId),
      timestamp: String(client.sandbox.clock.now()),
      redirect,
    })
    query.set('sign', expectedSign(partnerKey, path, query))
    return `${client.sandbox.url}${path}?${query}`
  }

  it('list the shops and send the seller back with a code; what the address carried is kept', async () => {
    const link = signed('/api/v2/shop/auth_partner', 'http://console.test/back?state=a%20b&x=1')
    const page = await (await fetch(link)).text()
    expect(page).toContain('Aoi Gifts VN')
    const back = await press(link, VN)
    expect(back.status).toBe(302)
    const location = new URL(back.headers.get('location') ?? '')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      state: 'a b',
      x: '1',
      shop_id: String(VN),
      code: expect.stringMatching(/^\w{32}$/),
    })
    const code = location.searchParams.get('code')
    expect(
      await client.open('POST', 'auth/token/get', { code, partner_id: partnerId, shop_id: VN }),
    ).toMatchObject({ error: '' })
  })

  it('refuse a signed link that is forged or points nowhere, without sending anybody anywhere', async () => {
    const forged = signed('/api/v2/shop/auth_partner', 'http://console.test/').replace(/sign=./, 'sign=x')
    expect((await fetch(forged)).status).toBe(403)
    const script = signed('/api/v2/shop/auth_partner', 'javascript:alert(1)')
    expect((await fetch(script)).status).toBe(400)
  })

  it('echo the state in the unsigned form', async () => {
    const query = new URLSearchParams({
      partner_id: String(partnerId),
      auth_type: 'seller',
      redirect_uri: 'http://console.test/back',
      response_type: 'code',
      state: '<s>&"',
    })
    const back = await press(`${client.sandbox.url}/auth?${query}`, MY)
    expect(new URL(back.headers.get('location') ?? '').searchParams.get('state')).toBe('<s>&"')
  })

  it('end an authorisation', async () => {
    const back = await press(signed('/api/v2/shop/cancel_auth_partner', 'http://console.test/bye'), MY)
    expect(back.headers.get('location')).toBe(`http://console.test/bye?shop_id=${MY}`)
    expect(await client.get('shop/get_shop_info')).toMatchObject({ error: 'invalid_acceess_token' })
  })
})
