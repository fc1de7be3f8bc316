/** An order that goes out in several packages, over a real console and the emulated marketplace that packs in a step of its own. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await linkShop(running.sandbox.url, seller, shop, { code: 'lazada', id: 1 })
})
afterAll(() => running?.stop())

const shop = 100190015
let id: number
let made = 0

/** Two cups and a lamp. */
beforeEach(async () => {
  const lines = [
    ['CUP', 'Cup', 2, 19.9],
    ['LAMP', 'Lamp', 1, 5],
  ]
  const order = { ref: `split-${made++}`, status: 'pending', cod: false, lines }
  const sold = (await running.control('orders', { shop_id: shop, order, force: true }, 'lazada')) as {
    order_id: number | string
  }
  id = await until('the order to arrive', async () => {
    const { body } = await seller.call('GET /orders/filter?limit=100')
    return (body as { data: { id: number; code: string }[] }).data.find(
      ({ code }) => code === String(sold.order_id),
    )?.id
  })
})

const read = () => seller.call(`GET /orders/${id}`)
const pack = (body: object) => seller.call(`POST /orders/${id}/set-packed`, body)
const packagesOf = async () => (await read()).at<{ id: string }[]>('data.packages.data')
const untilPackages = (count: number) =>
  until(`${count} packages`, async () => {
    const order = await read()
    const isQuiet = order.at<boolean | undefined>('data.latest_action.is_under_way') === false
    return isQuiet && order.at<unknown[]>('data.packages.data').length === count && order
  })

/** No piece is left without a package. */
const untilPacked = () =>
  until('all to be packed', async () => {
    const order = await read()
    return order.at('data.channel_status') === 'packed' && order
  })

describe('an order', () => {
  it('is packed piece by piece, stays where its last piece is, and leaves as a whole', async () => {
    const asked = await pack({ items: [{ id: `${id}-0`, quantity: 1 }] })
    expect([asked.status, asked.at('data.kind')]).toEqual([202, 'pack'])
    const first = await untilPackages(1)
    expect([first.at('data.status.code'), first.at('data.channel_status')]).toEqual(['pending', 'pending'])
    expect(first.at('data.allowed_actions')).toContain('pack')
    expect((await pack({ item_ids: [`${id}-1`] })).status).toBe(202)
    await untilPackages(2)
    // The remaining lines go into one more package.
    expect((await pack({})).status).toBe(202)
    await untilPackages(3)
    const last = await untilPacked()
    expect(last.at('data.status.code')).toBe('pending')
    expect((await seller.call(`POST /orders/${id}/confirm`, {})).status).toBe(202)
    await until('the hand-over', async () => (await read()).at('data.status.code') === 'ready_to_ship')
    expect(await packagesOf()).toHaveLength(3)
  })

  it('packs no piece twice when the answer is lost behind the effect', async () => {
    const body = JSON.stringify({ path: '/rest/order/fulfill/pack', reset: 1, count: 1 })
    await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body })
    await pack({ items: [{ id: `${id}-0`, quantity: 1 }] })
    const order = await untilPackages(1)
    expect(order.at('data.latest_action')).toMatchObject({ state: 'done', error: null })
    // The other cup and the lamp are left, so that they make the second package together.
    await pack({
      items: [
        { id: `${id}-0`, quantity: 1 },
        { id: `${id}-1`, quantity: 1 },
      ],
    })
    await untilPackages(2)
    await untilPacked()
  })

  it('tells the channel’s words when a piece has its package already', async () => {
    await pack({ item_ids: [`${id}-1`] })
    await untilPackages(1)
    await pack({ item_ids: [`${id}-1`] })
    const failed = await until('the refusal', async () => {
      const order = await read()
      return order.at('data.latest_action.state') === 'failed' && order
    })
    expect(failed.at('data.latest_action.error.message')).toMatch(/fewer units of .* than are to be packed/)
  })
})

describe('what is chosen', () => {
  it('has to be there, once, and no more of it than was bought', async () => {
    const fieldsOf = async (body: object) => {
      const answer = await pack(body)
      return [answer.status, ...Object.keys(answer.at<object | undefined>('invalid_fields') ?? {})]
    }
    const cup = { id: `${id}-0`, quantity: 1 }
    expect(await fieldsOf({ items: [{ id: `${id}-9`, quantity: 1 }] })).toEqual([422, 'items.0.id'])
    expect(await fieldsOf({ items: [cup, cup] })).toEqual([422, 'items.1.id'])
    expect(await fieldsOf({ items: [{ ...cup, quantity: 3 }] })).toEqual([422, 'items.0.quantity'])
    expect(await fieldsOf({ items: [{ ...cup, quantity: 0 }] })).toEqual([422, 'items.0.quantity'])
    expect(await fieldsOf({ item_ids: ['nothing'] })).toEqual([422, 'item_ids.0'])
    expect(await fieldsOf({ items: [] })).toEqual([422, 'items'])
    expect(await fieldsOf({ items: [cup], item_ids: [cup.id] })).toEqual([422, 'items'])
    expect((await packagesOf()).length).toBe(0)
  })

  it('is refused where the channel has no packing, and to everybody else', async () => {
    const other = await addShop(running, seller.ownerId, `other-${made}`)
    const [elsewhere] = (
      await putOrders(running, seller.ownerId, other, [orderOf({ channelOrderId: `2603${made}P` })])
    ).created
    const refused = await seller.call(`POST /orders/${elsewhere}/set-packed`, {
      item_ids: [`${elsewhere}-0`],
    })
    expect([refused.status, refused.at('code')]).toEqual([409, 'order_action_refused'])
    const stranger = await running.signUp(`stranger${made}`)
    const answer = await stranger.call(`POST /orders/${id}/set-packed`, { item_ids: [`${id}-0`] })
    expect([answer.status, answer.at('code')]).toEqual([404, 'not_found'])
  })
})
