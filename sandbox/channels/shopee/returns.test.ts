import { afterEach, beforeEach, expect, it } from 'vitest'
import { startReceiver } from '../../kit/test-steps.ts'
import { MY, startLinked, type Client } from './sign-call.ts'

let client: Client
let receiver: Awaited<ReturnType<typeof startReceiver>>
const told = () =>
  receiver.messages<{ code: number; data: { return_sn: string; updated_values: { new_value: string }[] } }>()
beforeEach(async () => {
  receiver = await startReceiver()
  client = await startLinked()
  await client.control('/shopee/push', { url: receiver.url })
})
afterEach(async () => {
  await client.sandbox.close()
})

type Asked = { id: string; stage: string; refund: number; error?: string }
const ask = async (status: string, more: object = {}) => {
  const order = {
    ref: `r${status}`,
    status,
    lines: [
      ['T1', 'Tea', 2, 9.9],
      ['T2', 'Pot', 1, 30],
    ],
  }
  const { order_sn: sn } = await client.control('/shopee/orders', { shop_id: MY, order, force: true })
  const made = (await client.control('/shopee/returns', { order_sn: sn, ...more })) as unknown as Asked
  return { ...made, sn }
}
const advance = async (id: string, action: string) =>
  (await client.control(`/shopee/returns/${id}/advance`, { action })) as unknown as Asked
const orderOf = (sn: string) => client.sandbox.shopee.book.find(sn)

it('is not asked for before anything was sent, and for each line once', async () => {
  expect((await ask('READY_TO_SHIP')).error).toContain('READY_TO_SHIP can not be returned')
  const { sn, error } = await ask('SHIPPED')
  expect(error).toBeUndefined()
  expect(await client.control('/shopee/returns', { order_sn: sn })).toHaveProperty('error')
})

it('moves its order, and tells the subscriber each step', async () => {
  const { id, sn, refund } = await ask('SHIPPED')
  expect(orderOf(sn)?.status).toBe('TO_RETURN')
  expect((await advance(id, 'send')).error).toContain('can not send')
  for (const action of ['accept', 'send', 'receive']) await advance(id, action)
  expect(orderOf(sn)?.money.refund).toBe(0)
  client.sandbox.clock.shift(86_400)
  expect(orderOf(sn)).toMatchObject({ status: 'COMPLETED', money: { refund: -refund } })
  await client.sandbox.shopee.pushes.settled()
  const steps = told()
    .filter(({ code }) => code === 29)
    .flatMap(({ data }) => data.updated_values)
  expect(steps.map((step) => step.new_value).sort()).toEqual(
    ['REQUESTED', 'PROCESSING', 'PROCESSING', 'PROCESSING', 'ACCEPTED'].sort(),
  )
})

it('of a part gives a part of the fees back, and the sum still adds up', async () => {
  const { id, sn } = await ask('SHIPPED', { kind: 'refund', lines: 1 })
  const before = (await client.get('payment/get_escrow_detail', { order_sn: sn })).response.order_income
  expect((await client.post('returns/confirm', { return_sn: id })).error).toBe('')
  expect((await client.post('returns/confirm', { return_sn: id })).error).toBe('err_data')
  const { response } = await client.get('payment/get_escrow_detail', { order_sn: sn })
  const after = response.order_income
  expect(response).toMatchObject({ return_order_sn_list: [id] })
  expect(after['commission_fee']).toBeGreaterThan(0)
  expect(after['commission_fee']).toBeLessThan(before['commission_fee'] ?? 0)
})

it('is found by the time of its change, page by page, at most fifteen days at once', async () => {
  const { id } = await ask('SHIPPED')
  const now = client.sandbox.clock.now()
  const list = (from: number, to: number) =>
    client.get('returns/get_return_list', {
      page_no: 0,
      page_size: 1,
      update_time_from: from,
      update_time_to: to,
    })
  expect((await list(now - 60, now + 60)).response).toMatchObject({
    more: false,
    return: [{ return_sn: id }],
  })
  expect((await list(now + 10, now + 60)).response).toMatchObject({ return: [] })
  expect((await list(now - 16 * 86_400, now)).error).toBe('error_param')
})
