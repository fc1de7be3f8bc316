import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startReceiver } from '../../kit/test-steps.ts'
import { DEFAULT_SETTINGS } from './shopee.ts'
import { MY, startLinked, VN, type Client } from './sign-call.ts'

let client: Client
let receiver: Awaited<ReturnType<typeof startReceiver>>
const taken = () =>
  receiver.received.map(({ body, headers }) => {
    const { code, data } = JSON.parse(body) as { code: number; data: { ordersn: string } }
    return { body, authorization: headers.authorization, code, ordersn: data.ordersn }
  })

beforeEach(async () => {
  receiver = await startReceiver()
  receiver.answer.status = 204
  client = await startLinked({ shopee: { pushUrl: receiver.url } })
  await client.sandbox.shopee.pushes.settled()
  receiver.received.length = 0
})
afterEach(() => client.sandbox.close())

const sell = async (): Promise<string> => (await client.control('/shopee/orders', { shop_id: MY })).order_sn
const settled = () => client.sandbox.shopee.pushes.settled()

it('a new order is told at once, signed over the address and the raw body', async () => {
  const sn = await sell()
  await settled()
  expect(taken()).toMatchObject([{ code: 3, ordersn: sn }])
  const [push] = taken()
  const wanted = createHmac('sha256', DEFAULT_SETTINGS.partnerKey)
    .update(`${receiver.url}|${push?.body}`)
    .digest('hex')
  expect(push?.authorization).toBe(wanted)
})

it('shipping tells the status and the parcel, then the tracking number, then the label', async () => {
  const { order_sn: sn } = await client.control('/shopee/orders', {
    shop_id: MY,
    order: { ref: '1', status: 'READY_TO_SHIP', lines: [['T1', 'Tea', 2, 9.9]] },
  })
  await client.control(`/shopee/orders/${sn}/advance`, { action: 'arrange' })
  client.sandbox.clock.shift(21)
  const tracking = client.sandbox.shopee.book.find(sn)?.parcel.tracking
  await client.post('logistics/create_shipping_document', {
    order_list: [{ order_sn: sn, tracking_number: tracking }],
  })
  client.sandbox.clock.shift(6)
  await settled()
  expect(
    taken()
      .map((push) => push.code)
      .sort((a, b) => a - b),
  ).toEqual([3, 3, 4, 15, 30])
})

it('an answer with a body is no answer: it is tried again after 5 minutes, 30 minutes and 3 hours, then lost', async () => {
  Object.assign(receiver.answer, { status: 200, body: '{"ok":true}' })
  const sn = await sell()
  await settled()
  for (const [wait, tries] of [
    [299, 1],
    [1, 2],
    [1_800, 3],
    [10_800, 4],
    [86_400, 4],
  ] as const) {
    client.sandbox.clock.shift(wait)
    await settled()
    expect(taken()).toHaveLength(tries)
  }
  const lost = await client.open('GET', 'push/get_lost_push_message')
  expect(lost.response.push_message_list).toMatchObject([{ code: 3, data: expect.stringContaining(sn) }])
  await client.open('POST', 'push/confirm_consumed_lost_push_message', {
    last_message_id: lost.response.last_message_id,
  })
  expect((await client.open('GET', 'push/get_lost_push_message')).response.push_message_list).toEqual([])
})

it('a receiver that is back in time gets the push at the second try', async () => {
  Object.assign(receiver.answer, { status: 500, body: '' })
  await sell()
  await settled()
  Object.assign(receiver.answer, { status: 200, body: '' })
  client.sandbox.clock.shift(300)
  await settled()
  client.sandbox.clock.shift(86_400)
  await settled()
  expect(taken()).toHaveLength(2)
  expect(client.sandbox.shopee.pushes.stats()).toMatchObject({ open: 0, lost: 0 })
})

it('pushes can be dropped, doubled, delayed and swapped', async () => {
  const fault = (faults: object) => client.control('/shopee/push', { faults })
  await fault({ drop: 1 })
  await sell()
  await settled()
  expect(taken()).toHaveLength(0)

  await fault({ duplicate: 1 })
  await sell()
  await settled()
  expect(taken()).toHaveLength(2)
  expect(taken()[0]?.body).toBe(taken()[1]?.body)

  receiver.received.length = 0
  await fault({ delay: 1, delay_seconds: 60 })
  await sell()
  await settled()
  expect(taken()).toHaveLength(0)
  client.sandbox.clock.shift(60)
  await settled()
  expect(taken()).toHaveLength(1)

  receiver.received.length = 0
  await fault({ reorder: 1 })
  const [first, second] = [await sell(), await sell()]
  await vi.waitFor(() => expect(taken()).toHaveLength(2))
  expect(taken().map((push) => push.ordersn)).toEqual([second, first])
})

it('only linked shops are told about, and a shop that leaves says so', async () => {
  await client.control('/shopee/orders', { shop_id: VN })
  await client.control('/shopee/tokens', { shop_id: MY, unlink: true })
  await sell()
  await settled()
  expect(taken().map((push) => push.code)).toEqual([2])
})

it('the address can be set by the app itself', async () => {
  await client.open('POST', 'push/set_app_push_config', {
    callback_url: `${receiver.url}/other`,
    set_push_config_off: [3],
  })
  expect((await client.open('GET', 'push/get_app_push_config')).response.callback_url).toBe(
    `${receiver.url}/other`,
  )
  await sell()
  await settled()
  expect(taken()).toHaveLength(0)
})
