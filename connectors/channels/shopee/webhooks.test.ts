import { expect, test } from 'vitest'
import { sign } from './auth.ts'
import { webhooks } from './webhooks.ts'

const key = '6b65795f666f725f746573745f6f6e6c79'
const app = { SHOPEE_PARTNER_KEY: key }
const url = 'https://console.example.com/webhooks/shopee'
const body =
  '{"data":{"items":[],"ordersn":"220810QSK8S7BX","status":"PROCESSED","completed_scenario":"","update_time":1660123127},"shop_id":727720655,"code":3,"timestamp":1660123127}'
const authorization = '7414ec12f1daec0e0bdf355385763059d45b1dd5e5f210de2b8961ab6769fb32'

test('[push-address] a push is believed at the configured address only', () => {
  const request = { app, headers: { authorization }, url, body }
  expect(webhooks.verify(request)).toBe(true)
  for (const other of [`${url}/`, url.replace('https', 'http'), `${url}?a=1`])
    expect(webhooks.verify({ ...request, url: other })).toBe(false)
})

test('a signature that is longer, empty or by another key is not believed', () => {
  const request = { app, url, body, headers: {} }
  for (const forged of [`${authorization}0`, '', sign('another key', `${url}|${body}`)])
    expect(webhooks.verify({ ...request, headers: { authorization: forged } })).toBe(false)
})

test.each([
  [3, { ordersn: 'A' }],
  [4, { ordersn: 'A' }],
  [30, { ordersn: 'A' }],
  [15, { order_sn: 'A' }],
  [29, { order_sn: 'A' }],
])('[ordersn-spelling] push %i is about the order', (code, data) => {
  const message = webhooks.read({ app, headers: {}, url, body: JSON.stringify({ code, shop_id: 9, data }) })
  expect(message).toEqual({ channelShopId: '9', topic: 'order', channelOrderId: 'A' })
})

test('a push about an order that does not say which still wakes the shop', () => {
  const message = webhooks.read({ app, headers: {}, url, body: '{"code":3,"shop_id":9}' })
  expect(message).toEqual({ channelShopId: '9', topic: 'order', channelOrderId: null })
})

test.each([6, 7, 8, 16, 22, 27])('[item-pushes] push %i is about the item', (code) => {
  const push = (data: object) => ({
    app,
    headers: {},
    url,
    body: JSON.stringify({ code, shop_id: 9, data }),
  })
  const message = { channelShopId: '9', topic: 'product', channelOrderId: null }
  expect(webhooks.read(push({ item_id: 26, model_id: 1 }))).toEqual({ ...message, channelProductId: '26' })
  expect(webhooks.read(push({ item_id: '26' }))).toEqual({ ...message, channelProductId: '26' })
  expect(webhooks.read(push({}))).toEqual({ ...message, channelProductId: null })
})

test.each(['', 'null', '[]', '{"code":"3"}', '{"code":3,"data":"x"}'])('%j is nonsense', (nonsense) => {
  expect(() => webhooks.read({ app, headers: {}, url, body: nonsense })).toThrow(
    expect.objectContaining({ kind: 'changed-shape' }),
  )
})
