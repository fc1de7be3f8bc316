/** Actions as the order list shows them. No worker runs, so no action is carried out by itself. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  startTestConsole,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { failed, type Done, type Failed } from '../../outbox/command.ts'
import { claimCommands, saveOutcomes } from '../../outbox/command-store.ts'
import { commandWorks } from '../../outbox/due-work-store.ts'

let running: TestConsole
let seller: Account
let shopId: number
let ids: number[]

beforeEach(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  shopId = await addShop(running, seller.ownerId, 'shop')
  const orders = ['A', 'B', 'C'].map((code) => orderOf({ channelOrderId: `2603050${code}` }))
  ids = (await putOrders(running, seller.ownerId, shopId, orders)).created
})
afterEach(() => running?.stop())

type Action = { id: number; kind: string; is_under_way: boolean; error: { message: string } | null } | null

/** Reads the latest action of each order by its id, for any query. */
async function actions(query = ''): Promise<Map<number, Action>> {
  const { body } = await seller.call(`GET /orders/filter?${query}`)
  return new Map(
    (body as { data: { id: number; latest_action: Action }[] }).data.map((row) => [
      row.id,
      row.latest_action,
    ]),
  )
}

async function end(orderId: number, outcome: Done<true> | Failed): Promise<void> {
  const id = (await actions()).get(orderId)?.id ?? 0
  const key = { ownerId: seller.ownerId, shopId }
  await running.db.asOwner(seller.ownerId, async (tx) => {
    await claimCommands(tx, commandWorks.orderActions, key, 20)
    await saveOutcomes(tx, commandWorks.orderActions, seller.ownerId, [{ id, outcome }])
  })
}

it('says what is under way, what failed and why, and nothing of all others', async () => {
  const [first = 0, second = 0, third = 0] = ids
  for (const id of [first, second])
    expect((await seller.call(`POST /orders/${id}/confirm`, {})).status).toBe(202)
  await end(second, { ...failed('refused'), message: 'No courier today.' })
  const refused = 'The channel or courier rejected this: “No courier today”. Correct that, then try again.'
  for (const query of [
    '',
    'page=2&limit=1',
    `shop_id=${shopId}&status=pending`,
    'keyword=2603050',
    'sort=total_price',
  ]) {
    const shown = await actions(query)
    if (shown.has(first))
      expect([query, shown.get(first)]).toMatchObject([
        query,
        { kind: 'confirm', is_under_way: true, error: null },
      ])
    if (shown.has(second))
      expect([query, shown.get(second)]).toMatchObject([
        query,
        { kind: 'confirm', is_under_way: false, error: { message: refused } },
      ])
    if (shown.has(third)) expect([query, shown.get(third)]).toEqual([query, null])
    expect(shown.size).toBe(query.includes('limit=1') ? 1 : 3)
  }
})

it('says nothing any more once the channel told how the order stands', async () => {
  const [first = 0, second = 0] = ids
  for (const id of [first, second]) await seller.call(`POST /orders/${id}/confirm`, {})
  await end(first, { state: 'done', result: true })
  await end(second, { ...failed('refused'), message: 'Busy' })
  expect((await actions()).get(first)).toMatchObject({ is_under_way: true })
  const heard = ['A', 'B'].map((code) =>
    orderOf({
      channelOrderId: `2603050${code}`,
      status: 'ready_to_ship',
      placedAt: new Date('2026-03-05T04:00:00Z'),
      changedAt: new Date(),
    }),
  )
  await putOrders(running, seller.ownerId, shopId, heard)
  const after = await actions()
  // Somebody else did what had failed, so there is nothing to be told of it.
  expect([after.get(first), after.get(second)]).toEqual([null, null])
})

describe('an order whose action is still open', () => {
  const bulkConfirm = (orderIds: number[]) => seller.call('POST /orders/bulk-confirm', { ids: orderIds })
  const outcomes = (answer: Answer) =>
    answer
      .at<{ order_id: number; action: { state: string; error: { code: string } | null } }[]>('data.results')
      .map(({ order_id: id, action }) => [id, action.state, action.error?.code ?? null])

  it('is refused by each further press, and stays open for everyone who looks', async () => {
    const [first = 0] = ids
    expect(outcomes(await bulkConfirm([first]))).toEqual([[first, 'queued', null]])
    for (let press = 2; press <= 3; press++) {
      const pressed = await bulkConfirm([first])
      expect([pressed.status, outcomes(pressed)]).toEqual([202, [[first, 'failed', 'action_open']]])
    }
    const cancel = { reason_code: 'out_of_stock' }
    const canceled = await seller.call('POST /orders/bulk-cancel', { ids: [first], ...cancel })
    expect([canceled.status, outcomes(canceled)]).toEqual([202, [[first, 'failed', 'action_open']]])
    for (const [act, body] of [
      ['confirm', {}],
      ['cancel', cancel],
    ] as const) {
      const alone = await seller.call(`POST /orders/${first}/${act}`, body)
      expect([alone.status, alone.at('code')]).toEqual([409, 'order_action_open'])
    }
    const order = await seller.call(`GET /orders/${first}`)
    expect(order.at('data.latest_action')).toMatchObject({ kind: 'confirm', is_under_way: true, error: null })
    expect(order.at('data.allowed_actions')).toEqual([])
    expect((await actions()).get(first)).toMatchObject({ kind: 'confirm', is_under_way: true, error: null })
  })

  it('fails alone among the others of its batch', async () => {
    const [first = 0, second = 0, third = 0] = ids
    await bulkConfirm([first])
    await bulkConfirm([first])
    const all = await bulkConfirm(ids)
    expect(all.status).toBe(202)
    expect(new Set(outcomes(all))).toEqual(
      new Set([
        [first, 'failed', 'action_open'],
        [second, 'queued', null],
        [third, 'queued', null],
      ]),
    )
  })

  it('is confirmed once by twenty presses at the same moment', async () => {
    const [first = 0] = ids
    const pressed = await Promise.all(Array.from({ length: 20 }, () => bulkConfirm([first])))
    expect(pressed.map(({ status }) => status)).toEqual(Array(20).fill(202))
    const states = pressed.flatMap(outcomes).map(([, state]) => state)
    expect(states.filter((state) => state === 'queued')).toHaveLength(1)
  })

  it('is not confirmed again while the channel has not told of what is done', async () => {
    const [first = 0] = ids
    await bulkConfirm([first])
    await end(first, { state: 'done', result: true })
    for (let press = 2; press <= 3; press++)
      expect(outcomes(await bulkConfirm([first]))).toEqual([[first, 'failed', 'action_open']])
  })
})
