import { describe, expect, test } from 'vitest'
import type { Credentials } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import { auth, call, sign, signCall } from './auth.ts'
import { connector } from './index.ts'
import { itemsBatchSchema } from './wire.ts'

/** The first is the example of Lazada's guide; the others were computed with other programs over its rules. */
describe('[signed-path] [milliseconds] the signature', () => {
  const common = { app_key: '123456', timestamp: '1517820392000', sign_method: 'sha256' }

  test('of a call for a shop', () => {
    const parameters = { ...common, access_token: 'test', order_id: '1234' }
    expect(signCall('helloworld', '/order/get', parameters)).toBe(
      '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A',
    )
  })

  test('of a parameter that is JSON', () => {
    const packReq =
      '{"pack_order_list":[{"order_id":560694402192001,"order_item_list":[560694402292001]}],"delivery_type":"dropship","shipping_allocate_type":"TFS"}'
    expect(signCall('helloworld', '/order/fulfill/pack', { ...common, access_token: 'test', packReq })).toBe(
      'DEF70BE7E9DF393B80FC52DE238B10A55F44F2D131222A9ECBCFF4E7D0612BF4',
    )
  })

  test('of a call without a shop; a parameter without a value is left out', () => {
    const expected = '0D52457FD491BF975C61D79A2670D291BCEB362492D2513CD9C7441CEACC5B3C'
    const parameters = { ...common, code: '0_123456_abc' }
    expect(signCall('helloworld', '/auth/token/create', parameters)).toBe(expected)
    expect(signCall('helloworld', '/auth/token/create', { ...parameters, uuid: '' })).toBe(expected)
  })

  test('of a push is in small letters', () => {
    const body =
      '{"seller_id":"1234567","message_type":0,"data":{"order_status":"unpaid","trade_order_id":"260422900198363","trade_order_line_id":"260422900298363","status_update_time":1603698638},"timestamp":1603766859530,"site":"lazada_vn"}'
    expect(sign('helloworld', `123456${body}`)).toBe(
      'b0cfd0349e915667babf3c35e2335fb09653527421c46a94bd9e70e874c16322',
    )
  })

  test('leaves the base address out of the path, whatever it is', async () => {
    await using channel = await startRecordedChannel(() => ({ body: { code: '0', data: [] } }))
    const now = new Date(1_517_820_392_000)
    const app = {
      LAZADA_APP_KEY: '123456',
      LAZADA_APP_SECRET: 'helloworld',
      LAZADA_API_BASE: `${channel.url}/a/rest/`,
    }
    const caller = { app, http: createHttp(), credentials: credentialsOf('my'), now }
    await call(caller, '/order/get', { order_id: '1234' }, itemsBatchSchema)
    expect(channel.calls[0]).toMatchObject({
      on: 'GET /a/rest/order/get',
      query: {
        timestamp: '1517820392000',
        sign: '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A',
      },
    })
  })
})

function credentialsOf(country: string): Credentials {
  const end = new Date('2030-01-01')
  return {
    accessToken: 'test',
    refreshToken: 'r',
    accessExpiresAt: end,
    refreshExpiresAt: end,
    channelShopId: `${country}-1`,
    more: { country },
  }
}

test.each([
  ['my', 'api.lazada.com.my'],
  ['vn', 'api.lazada.vn'],
  ['sg', 'api.lazada.sg'],
  ['th', 'api.lazada.co.th'],
  ['id', 'api.lazada.co.id'],
  ['ph', 'api.lazada.com.ph'],
])('a shop of %s is called at %s', async (country, host) => {
  const asked: URL[] = []
  const http = createHttp({
    fetch: (url) => {
      asked.push(new URL(url instanceof Request ? url.url : url))
      return Promise.resolve(new Response('{"code":"0","data":[]}'))
    },
  })
  const base = connector.settings.find(({ name }) => name === 'LAZADA_API_BASE')?.default ?? ''
  const app = { LAZADA_APP_KEY: '1', LAZADA_APP_SECRET: 's', LAZADA_API_BASE: base }
  const caller = { app, http, credentials: credentialsOf(country), now: new Date() }
  await call(caller, '/orders/items/get', {}, itemsBatchSchema)
  expect(asked.map((url) => url.host + url.pathname)).toEqual([`${host}/rest/orders/items/get`])
})

test('a refresh that Lazada is too busy for does not cost the owner the link', async () => {
  await using channel = await startRecordedChannel(() => ({
    body: { type: 'SYSTEM', code: 'ServiceTimeout', message: 'The refresh_token service is busy' },
  }))
  const app = { LAZADA_APP_KEY: '1', LAZADA_APP_SECRET: 's', LAZADA_AUTH_API_BASE: channel.url }
  await expect(
    auth.refresh({ app, http: createHttp(), credentials: credentialsOf('my'), now: new Date() }),
  ).rejects.toMatchObject({ kind: 'try-later' })
})
