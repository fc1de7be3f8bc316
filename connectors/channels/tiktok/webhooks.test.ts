import { expect, test } from 'vitest'
import { webhooks } from './webhooks.ts'

const read = (type: number, data: string) =>
  webhooks.read({
    app: {},
    headers: {},
    url: 'https://console.example/hooks/tiktok',
    body: `{"type":${type},"shop_id":"7494726673780148744","timestamp":1623812664,"data":${data}}`,
  })

test.each([
  ['{"product_id":1729592969712207008,"status":"PRODUCT_STATUS_CHANGED"}', '1729592969712207008'],
  ['{"update_time":1623812664,"product_id" : 1729592969712207008}', '1729592969712207008'],
  ['{"product_id":"1729592969712207008"}', '1729592969712207008'],
  ['{"product_id":1.7295929697122e18}', null],
  ['{"product_id":null}', null],
  ['{}', null],
])('[product-hooks] %s names the product %s', (data, channelProductId) => {
  for (const type of [5, 15, 16, 18, 27, 37])
    expect(read(type, data)).toEqual({
      channelShopId: '7494726673780148744',
      topic: 'product',
      channelOrderId: null,
      channelProductId,
    })
})

test('a product within a message of another kind is not what it is about', () => {
  expect(read(12, '{"order_id":"576684019603311365","product_id":"1729592969712207008"}')).toEqual({
    channelShopId: '7494726673780148744',
    topic: 'order',
    channelOrderId: '576684019603311365',
  })
  expect(read(14, '{"product_id":"1729592969712207008"}').topic).toBe('other')
})
