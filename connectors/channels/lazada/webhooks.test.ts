import { expect, test } from 'vitest'
import { sign } from './auth.ts'
import { webhooks } from './webhooks.ts'

const app = { LAZADA_APP_KEY: '123456', LAZADA_APP_SECRET: 'helloworld' }
const body = '{"seller_id":"1","message_type":0,"site":"lazada_my","data":{"trade_order_id":"7"}}'
const authorization = sign('helloworld', `123456${body}`)

test('a signature that is longer, in capitals, empty or by another app is not believed', () => {
  const request = { app, url: '', body, headers: {} }
  expect(webhooks.verify({ ...request, headers: { authorization } })).toBe(true)
  const forged = [`${authorization}0`, authorization.toUpperCase(), '', sign('helloworld', `123457${body}`)]
  for (const each of forged)
    expect(webhooks.verify({ ...request, headers: { authorization: each } })).toBe(false)
})

test.each([0, 10, 14])('message %i is about the order', (type) => {
  const message = { seller_id: '1', message_type: type, site: 'lazada_sg', data: { trade_order_id: 7 } }
  expect(webhooks.read({ app, headers: {}, url: '', body: JSON.stringify(message) })).toEqual({
    channelShopId: 'sg-1',
    topic: 'order',
    channelOrderId: '7',
  })
})

test.each([2, 8, 11, 12, 13, 19, 21, 99])('[no-unlinking] message %i unlinks nothing', (type) => {
  const message = { seller_id: '1', message_type: type, site: 'lazada_sg', data: {} }
  expect(webhooks.read({ app, headers: {}, url: '', body: JSON.stringify(message) }).topic).toBe('other')
})

test.each([1, 3, 4, 5])('message %i is about the product', (type) => {
  const push = (data: object, site: string) => ({
    app,
    headers: {},
    url: '',
    body: JSON.stringify({ seller_id: '1', message_type: type, site, data }),
  })
  const message = { channelShopId: 'sg-1', topic: 'product', channelOrderId: null, channelProductId: '7' }
  for (const site of ['lazada_sg', 'lazada-sg', 'LAZADA_SG'])
    for (const data of [{ item_id: 7 }, { item_id: '7' }, { itemId: 7 }])
      expect(webhooks.read(push(data, site)), '[site-spelling]').toEqual(message)
})

test('[few-left] a push about a SKU of which few are left does not name its product', () => {
  const text = '{"seller_id":"1","message_type":6,"site":"lazada_my","data":{"sku_id":9,"seller_sku":"A"}}'
  expect(webhooks.read({ app, headers: {}, url: '', body: text })).toEqual({
    channelShopId: 'my-1',
    topic: 'product',
    channelOrderId: null,
    channelProductId: null,
  })
})

test('a push whose country is not said is nobody’s', () => {
  const message = { seller_id: '1', message_type: 0, data: { trade_order_id: '7' } }
  expect(webhooks.read({ app, headers: {}, url: '', body: JSON.stringify(message) })).toMatchObject({
    channelShopId: null,
  })
})

test('a push about an order that does not say which still wakes the shop', () => {
  const text = '{"seller_id":"1","message_type":0,"site":"lazada_my","data":"?"}'
  expect(webhooks.read({ app, headers: {}, url: '', body: text })).toEqual({
    channelShopId: 'my-1',
    topic: 'order',
    channelOrderId: null,
  })
})

test.each(['', 'null', '[]', '{"message_type":"0"}'])('%j is nonsense', (nonsense) => {
  expect(() => webhooks.read({ app, headers: {}, url: '', body: nonsense })).toThrow(
    expect.objectContaining({ kind: 'changed-shape' }),
  )
})
