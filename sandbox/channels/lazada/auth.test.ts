import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startLinked, VN, type Client } from './sign-call.ts'
import { expectedSign } from './wire.ts'

let client: Client
beforeEach(async () => {
  client = await startLinked()
})
afterEach(() => client.sandbox.close())

test('signs as in the example of the guide', () => {
  const parameters = {
    app_key: '123456',
    timestamp: '1517820392000',
    sign_method: 'sha256',
    access_token: 'test',
    order_id: '1234',
  }
  expect(expectedSign('helloworld', '/order/get', parameters)).toBe(
    '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A',
  )
})

describe('a call', () => {
  test('is answered when it is signed, whichever way its parameters come', async () => {
    expect(await client.get('/seller/get')).toMatchObject({ code: '0', data: { name: 'Aoi Gifts' } })
    expect((await client.post('/seller/get', 'form', { partner_id: 'sdk-1' })).code).toBe('0')
    expect((await client.post('/seller/get', 'json', {})).code).toBe('0')
  })

  test.each([
    [{ extra: '1' }, 'IncompleteSignature'],
    [{ sign: 'ab' }, 'IncompleteSignature'],
    [{ app_key: '7' }, 'InvalidAppKey'],
    [{ timestamp: '1517820392000' }, 'InvalidTimestamp'],
    [{ sign_method: 'md5' }, 'UnsupportedSignMethod'],
    [{ sign: '' }, 'MissingParameter'],
  ])('that was changed to %j is refused under HTTP 200', async (change, code) => {
    expect(await client.tampered(change)).toMatchObject({ status: 200, type: 'ISV', code })
  })

  test('to an unknown path or with a dead token is refused', async () => {
    expect((await client.get('/nothing/get')).code).toBe('InvalidApiPath')
    client.token = 'never'
    expect((await client.get('/seller/get')).code).toBe('IllegalAccessToken')
  })
})

describe('tokens', () => {
  const authorize = async () => {
    const input = { redirect: 'http://console.test/back?a=1', shop_id: VN, state: 's1' }
    return new URL((await client.control('/lazada/authorize', input)).location).searchParams
  }

  test('the consent comes back with code and state; a code works once and for half an hour', async () => {
    const back = await authorize()
    expect([back.get('state'), back.get('a')]).toEqual(['s1', '1'])
    client.token = ''
    const create = (code: string | null) => client.get('/auth/token/create', { code: code ?? '' })
    expect(await create(back.get('code'))).toMatchObject({
      code: '0',
      country: 'vn',
      country_user_info: [{ country: 'vn', seller_id: String(VN) }],
      expires_in: 864_000,
      refresh_expires_in: 4_320_000,
    })
    expect((await create(back.get('code'))).code).toBe('InvalidCode')
    const late = (await authorize()).get('code')
    await client.control('/clock', { shift: 1_801 })
    expect((await create(late)).code).toBe('InvalidCode')
  })

  test('an access token ends; refreshing renews it and does not extend the refresh token', async () => {
    await client.control('/clock', { shift: 11 * 86_400 })
    expect((await client.get('/seller/get')).code).toBe('IllegalAccessToken')
    client.token = ''
    const fresh = await client.get('/auth/token/refresh', { refresh_token: client.refreshToken })
    expect(fresh.refresh_expires_in / 86_400).toBeCloseTo(39, 3)
    expect((await client.get('/auth/token/refresh', { refresh_token: client.refreshToken })).code).toBe(
      'IllegalRefreshToken',
    )
    client.token = fresh.access_token
    expect((await client.get('/seller/get')).code).toBe('0')
    client.token = ''
    await client.control('/clock', { shift: 40 * 86_400 })
    expect((await client.get('/auth/token/refresh', { refresh_token: fresh.refresh_token })).code).toBe(
      'IllegalRefreshToken',
    )
  })
})

test('the consent page offers the shops and sends the seller back', async () => {
  const page = new URL('/oauth/authorize', client.sandbox.url)
  page.search = String(
    new URLSearchParams({
      response_type: 'code',
      client_id: '123456',
      redirect_uri: 'http://console.test/back',
      state: 's2',
    }),
  )
  expect(await (await fetch(page)).text()).toContain('Authorise Aoi Gifts Vietnam')
  const chosen = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ seller_id: String(VN) }),
    redirect: 'manual',
  })
  expect(chosen.status).toBe(302)
  expect(chosen.headers.get('location')).toMatch(/^http:\/\/console\.test\/back\?code=.+&state=s2$/)
  page.searchParams.set('client_id', '7')
  expect((await fetch(page)).status).toBe(400)
})
