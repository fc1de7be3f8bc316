/** A return from the buyer's action to its end, over a real console, a real database and the sandbox's marketplaces. */
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type Answer,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'

const channels = {
  shopee: { code: 'shopee', id: 2, shop: 727720655, sent: 'SHIPPED' },
  lazada: { code: 'lazada', id: 1, shop: 100190015, sent: 'shipped' },
  tiktok: { code: 'tiktok', id: 5, shop: '7494726673780148744', sent: 'IN_TRANSIT' },
} as const
type Code = keyof typeof channels

let running: TestConsole
let admin: pg.Client
let seller: Account
let linkedId: number

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterEach(async () => {
  await admin.end()
  await running.stop()
})

const control = (code: Code, path: string, body?: object) =>
  running.control(path, body, code) as Promise<Record<string, unknown>>

/** Links the shop, with 20 cups on the shelf that the ledger has counted. */
async function open(code: Code): Promise<void> {
  const { shop } = channels[code]
  await control(code, 'products', { shop_id: shop, sku: 'CUP', name: 'Tea Cup', price: 1990, stock: 20 })
  linkedId = await linkShop(running.sandbox.url, seller, shop, channels[code])
  // A return that the first look at returns brings was there before, and is no news.
  await until('the products, and the returns from before', async () => {
    const { rowCount } = await admin.query(
      "select from syncs where kind in ('product', 'return') and phase = 'follow'",
    )
    return rowCount === 2
  })
  await seller.call(`PUT /shops/${linkedId}`, { is_stock_sync: true })
  await until('the first figure', async () => (await admin.query('select from stock')).rowCount === 1)
}

const reasonsPath = '/return_refund/202309/reject_reasons'

let made = 0
/** Three cups that have arrived at their buyer; answers the order's id at the marketplace and here. */
async function deliver(code: Code): Promise<{ sn: string; id: number }> {
  const order = {
    ref: `return-${made++}`,
    status: channels[code].sent,
    cod: false,
    lines: [['CUP', 'Tea Cup', 3, 19.9]],
  }
  const brief = await control(code, 'orders', { shop_id: channels[code].shop, order, force: true })
  const sn = String(brief.order_sn ?? brief.order_id)
  await control(code, `orders/${sn}/advance`, { action: 'deliver' })
  const row = await until('the order to be delivered here', async () => {
    const found = await seller.call(`GET /orders/search?keyword=${sn}`)
    const [one] = found.at<{ id: number; status: { code: string } }[]>('data')
    return one?.status.code === 'delivered' && one
  })
  return { sn, id: row.id }
}

/** The buyer wants to give all of it back; answers the return's id at the marketplace. */
async function askBack(code: Code, sn: string, kind: 'return' | 'refund' = 'return'): Promise<string> {
  const action = code === 'shopee' ? { order_sn: sn } : { order_id: sn }
  const asked = await control(code, 'returns', { ...action, kind, note: 'Cracked' })
  return String(asked.id ?? asked.return_id)
}

type Case = {
  id: number
  status: { code: string }
  allowed_actions: string[]
  refund_value: number
  lines: { position: number; quantity: number; restocked: number; written_off: number }[]
  latest_action: { state: string; kind: string; error: { message: string } | null } | null
}

async function caseOf(orderId: number): Promise<Case | undefined> {
  return (await seller.call(`GET /returns?order_id=${orderId}`)).at<Case[]>('data')[0]
}

const untilCase = (orderId: number, status: string, seconds = 20) =>
  until(
    `the return of order ${orderId} to be ${status}`,
    async () => {
      const one = await caseOf(orderId)
      return one?.status.code === status && one
    },
    seconds,
  )

const orderOf = (id: number, who = seller) => who.call(`GET /orders/${id}`)
const onHand = async () =>
  (await admin.query<{ on_hand: number }>('select on_hand from stock')).rows[0]?.on_hand
const told = (answer: Answer) => [answer.status, answer.at('code')]

async function faults(plan: object): Promise<void> {
  const init = { method: 'POST', body: JSON.stringify(plan) }
  expect((await fetch(`${running.sandbox.url}/_sandbox/faults`, init)).status).toBe(200)
}

async function callsOf(path: string): Promise<number> {
  const stats = await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()
  return (stats as { calls: Record<string, { calls: number }> }).calls[path]?.calls ?? 0
}

describe('a return', () => {
  it('of a buyer who says nothing gives the marketplace’s reason in words', async () => {
    await open('shopee')
    const { sn, id } = await deliver('shopee')
    await control('shopee', 'returns', { order_sn: sn, kind: 'return', reason: 'FUNCTIONAL_DMG' })
    await untilCase(id, 'requested')
    const reasonIn = async (language: string) =>
      (await seller.call(`GET /returns?order_id=${id}`, undefined, { 'x-localization': language })).at(
        'data.0.reason',
      )
    expect([await reasonIn('en'), await reasonIn('vn')]).toEqual(['Does not work', 'Lỗi chức năng'])
  })

  it.each(['shopee', 'lazada', 'tiktok'] as const)(
    'of %s is accepted, received, put back on the shelf and paid back, and its order is a returned one',
    async (code) => {
      await open(code)
      const { sn, id } = await deliver(code)
      expect(await onHand()).toBe(17)
      const returnId = await askBack(code, sn)
      const asked = await untilCase(id, 'requested')
      expect(asked.allowed_actions).toEqual(['accept', 'reject'])
      const before = await orderOf(id)
      expect(before.at('data.return_status.code')).toBe('requested')
      const flagged = await seller.call('GET /orders/filter?has_return_request=1')
      expect(flagged.at<{ id: number }[]>('data').map((row) => row.id)).toEqual([id])
      expect(flagged.at('meta.pagination.total')).toBe(1)

      const accepted = await seller.call(`POST /returns/${asked.id}/accept`)
      expect([accepted.status, accepted.at('data.latest_action.kind')]).toEqual([202, 'accept_return'])
      await untilCase(id, 'accepted')
      await control(code, `returns/${returnId}/advance`, { action: 'send' })
      const sent = await until('the goods to be awaited', async () => {
        const one = await untilCase(id, 'in_transit')
        return one.allowed_actions.includes('receive') && one
      })
      expect((await seller.call('GET /orders/filter?has_return_request=1')).at('data')).toEqual([])

      const body = { lines: [{ position: 0, restock: 2, write_off: 1 }], note: 'One is cracked' }
      const received = await seller.call(`POST /returns/${sent.id}/receive`, body)
      expect([received.status, received.at('data.lines.0.restocked')]).toEqual([200, 2])
      expect((await orderOf(id)).at('data.status.code')).toBe('returned')
      expect(await onHand()).toBe(19)
      // Pressed twice.
      expect((await seller.call(`POST /returns/${sent.id}/receive`, body)).status).toBe(200)
      expect(await onHand()).toBe(19)
      if (code !== 'shopee') {
        await untilCase(id, 'received')
        await control(code, `returns/${returnId}/advance`, { action: 'refund' })
      }
      // A push may be faster than our noting that the channel answered.
      const done = await until('the end', async () => {
        const one = await untilCase(id, 'refunded')
        return one.latest_action?.state === 'done' && one
      })
      expect(done.allowed_actions).toEqual([])
      expect(running.sandbox[code].returns.find(returnId)?.stage).toBe('refunded')
      const after = await until('the refund', async () => {
        const order = await orderOf(id)
        return order.at<number>('data.payment.refund_value') > 0 && order
      })
      expect(after.at('data.status.code')).toBe('returned')
      expect(after.at('data.payment.refund_value')).toBe(done.refund_value)
      const history = await seller.call(`GET /orders/${id}/history`)
      const events = history.at<{ event: string }[]>('data').map(({ event }) => event)
      expect(events).toEqual(
        expect.arrayContaining([
          'return_requested',
          'asked_accept_return',
          'return_accepted',
          'return_in_transit',
          'goods_received',
          'returned',
          'return_refunded',
        ]),
      )
      const notifications = await seller.call('GET /users/notifications')
      const types = notifications
        .at<{ data: { notify_type: string } }[]>('data')
        .map(({ data }) => data.notify_type)
      expect(types).toEqual(expect.arrayContaining(['order_return_requested', 'order_returned']))
      const { rows } = await admin.query(
        `select kind, on_hand_change as pieces, reason from stock_movements where kind in ('return', 'write_off') order by id`,
      )
      expect(rows).toEqual([
        { kind: 'return', pieces: 3, reason: null },
        { kind: 'write_off', pieces: -1, reason: 'One is cracked' },
      ])
      expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
    },
    90_000,
  )

  it.each(['lazada', 'tiktok'] as const)(
    'of %s is refused, and closed when the buyer gives up',
    async (code) => {
      await open(code)
      const { sn, id } = await deliver(code)
      const returnId = await askBack(code, sn)
      const asked = await untilCase(id, 'requested')
      const refused = await seller.call(`POST /returns/${asked.id}/reject`, { note: 'It was whole' })
      expect(refused.status).toBe(202)
      expect((await untilCase(id, 'rejected')).allowed_actions).toEqual([])
      expect(running.sandbox[code].returns.find(returnId)?.stage).toBe('refused')
      await control(code, `returns/${returnId}/advance`, { action: 'withdraw' })
      await seller.call(`POST /shops/${linkedId}/sync`, {})
      await untilCase(id, 'closed')
      expect((await orderOf(id)).at('data.status.code')).toBe('delivered')
      expect(await onHand()).toBe(17)
    },
    60_000,
  )

  it('about money alone brings no goods back', async () => {
    await open('shopee')
    const { sn, id } = await deliver('shopee')
    await askBack('shopee', sn, 'refund')
    const asked = await untilCase(id, 'requested')
    expect((await seller.call(`POST /returns/${asked.id}/accept`)).status).toBe(202)
    const paid = await untilCase(id, 'refunded')
    const lines = [{ position: 0, restock: 1, write_off: 0 }]
    const received = await seller.call(`POST /returns/${paid.id}/receive`, { lines })
    expect(told(received)).toEqual([409, 'order_action_refused'])
    expect(await onHand()).toBe(17)
  })

  it('of many orders is accepted at once, and an order without one is left out', async () => {
    await open('shopee')
    const [one, two, none] = [await deliver('shopee'), await deliver('shopee'), await deliver('shopee')]
    for (const { sn } of [one, two]) await askBack('shopee', sn)
    const returnIds = []
    for (const { id } of [one, two]) returnIds.push((await untilCase(id, 'requested')).id)
    const ids = [one.id, two.id, none.id]
    const accepted = await seller.call('POST /orders/bulk-accept-return', { ids })
    expect([accepted.status, accepted.at('data')]).toMatchObject([
      202,
      { kind: 'accept_return', total: 2, open: 2, failed: 0 },
    ])
    const answered = accepted.at<{ return_id: number }[]>('data.results')
    expect(answered.map((result) => result.return_id)).toEqual(returnIds)
    // Clicked twice: the answers are on their way, and the second one hides none of them.
    const again = await seller.call('POST /orders/bulk-accept-return', { ids })
    expect(
      again.at<{ action: { error: object } }[]>('data.results').map(({ action }) => action.error),
    ).toMatchObject([{ code: 'action_open' }, { code: 'action_open' }])
    for (const { id } of [one, two]) await untilCase(id, 'accepted')
    const read = (batch: Answer) => seller.call(`GET /orders/action-batches/${batch.at<number>('data.id')}`)
    expect((await read(accepted)).at('data')).toMatchObject({ done: 2, failed: 0 })
    const solved = (await read(again)).at<{ is_solved: boolean }[]>('data.results')
    expect(solved.map((result) => result.is_solved)).toEqual([true, true])
    const retry = await seller.call(`POST /orders/action-batches/${again.at<number>('data.id')}/retry`)
    expect(told(retry)).toEqual([409, 'conflict'])
    expect(told(await seller.call('POST /orders/bulk-accept-return', { ids: [none.id] }))).toEqual([
      404,
      'not_found',
    ])
  })
})

describe('many returns', () => {
  it('are refused at once, with the reason that their channel takes', async () => {
    await open('tiktok')
    const [one, two, none] = [await deliver('tiktok'), await deliver('tiktok'), await deliver('tiktok')]
    const returned = [await askBack('tiktok', one.sn), await askBack('tiktok', two.sn)]
    for (const { id } of [one, two]) await untilCase(id, 'requested')
    const before = await callsOf(reasonsPath)
    const ids = [one.id, two.id, none.id]
    const asked = await seller.call(`GET /orders/return-reject-reasons?ids=${ids.join(',')}`)
    expect(asked.at('data')).toMatchObject([{ platform_id: 5 }])
    expect((await callsOf(reasonsPath)) - before).toBe(1)
    const [, reason] = asked.at<{ reasons: { id: string; name: string }[] }[]>('data')[0]?.reasons ?? []
    const reasons = [{ platform_id: 5, reason_id: reason?.id }]
    const body = { ids, reasons, note: 'They were whole' }
    const refused = await seller.call('POST /orders/bulk-reject-return', body)
    expect([refused.status, refused.at('data')]).toMatchObject([
      202,
      { kind: 'reject_return', total: 2, open: 2 },
    ])
    for (const { id } of [one, two]) await untilCase(id, 'rejected')
    expect(returned.map((id) => running.sandbox.tiktok.returns.find(id))).toMatchObject([
      { stage: 'refused' },
      { stage: 'refused' },
    ])
    expect(told(await seller.call(`GET /orders/return-reject-reasons?ids=${ids.join(',')}`))).toEqual([
      404,
      'not_found',
    ])
  })
})

describe('an answer', () => {
  const confirm = '/api/v2/returns/confirm'
  const offer = '/api/v2/returns/offer'

  it('is heard of one person when two answer at once', async () => {
    await open('shopee')
    const { sn, id } = await deliver('shopee')
    await askBack('shopee', sn)
    const { id: returnId } = await untilCase(id, 'requested')
    const people = await Promise.all(
      ['ann', 'bob'].map((name) =>
        running.addStaff(seller.ownerId, { email: `${name}@example.test`, name, role: 'manager' }),
      ),
    )
    const answers = await Promise.all(people.map((one) => one.call(`POST /returns/${returnId}/accept`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    const lost = answers.find(({ status }) => status === 409)
    const winner = answers
      .find(({ status }) => status === 202)
      ?.at<string>('data.latest_action.requested_by.name')
    expect(lost?.at('code')).toBe('order_action_open')
    expect(lost?.at('message')).toContain(`${winner} already answered this return: accept the return`)
    await untilCase(id, 'accepted')
    expect(await callsOf(offer)).toBe(1)
  })

  it('is told once when its outcome is lost, and nobody is paid twice', async () => {
    await open('shopee')
    const { sn, id } = await deliver('shopee')
    const returnId = await askBack('shopee', sn)
    const asked = await untilCase(id, 'requested')
    await faults({ path: offer, reset: 1, count: 1 })
    await seller.call(`POST /returns/${asked.id}/accept`)
    await untilCase(id, 'accepted')
    await control('shopee', `returns/${returnId}/advance`, { action: 'send' })
    const sent = await until('the goods to be awaited', async () => {
      const one = await untilCase(id, 'in_transit')
      return one.allowed_actions.includes('receive') && one
    })
    await faults({ path: confirm, reset: 1, count: 1 })
    const lines = [{ position: 0, restock: 3, write_off: 0 }]
    await Promise.all([1, 2, 3].map(() => seller.call(`POST /returns/${sent.id}/receive`, { lines })))
    await untilCase(id, 'refunded')
    await until('the action to end', async () => {
      const action = (await caseOf(id))?.latest_action
      return action?.kind === 'receive_return' && action.state === 'done'
    })
    expect([await callsOf(offer), await callsOf(confirm)]).toEqual([1, 1])
    expect(await onHand()).toBe(20)
  })

  it('that the channel refuses says so in its words, and may be given again', async () => {
    await open('shopee')
    const { sn, id } = await deliver('shopee')
    await askBack('shopee', sn)
    const asked = await untilCase(id, 'requested')
    // Shopee has a list of reasons; this is none of them.
    await seller.call(`POST /returns/${asked.id}/reject`, { reason_id: '99', note: null })
    const failed = await until('the refusal', async () => {
      const one = await caseOf(id)
      return one?.latest_action?.state === 'failed' && one
    })
    expect(failed.latest_action?.error?.message).not.toBe('')
    expect(failed.allowed_actions).toEqual(['accept', 'reject'])
    const reasons = await seller.call(`GET /returns/${asked.id}/reject-reasons`)
    const [reason] = reasons.at<{ id: string; name: string }[]>('data')
    expect(reason).toEqual({ id: '1', name: 'The parcel was not received.' })
    await seller.call(`POST /returns/${asked.id}/reject`, {
      reason_id: reason?.id,
      note: 'Nothing came back',
    })
    await untilCase(id, 'disputed')
  })
})

it('brings the order of a return that is older than the first import', async () => {
  const { shop } = channels.shopee
  const order = {
    ref: 'old',
    status: 'COMPLETED',
    cod: false,
    age: 40 * 86_400,
    lines: [['CUP', 'Cup', 1, 10]],
  }
  const brief = await control('shopee', 'orders', { shop_id: shop, order, force: true })
  const sn = String(brief.order_sn)
  await askBack('shopee', sn)
  await linkShop(running.sandbox.url, seller, shop, channels.shopee)
  const row = await until('the old order and its return', async () => {
    const found = await seller.call(`GET /orders/search?keyword=${sn}`)
    const [one] = found.at<{ id: number; return_status: { code: string } | null }[]>('data')
    return one?.return_status?.code === 'requested' && one
  })
  expect(await untilCase(row.id, 'requested')).toMatchObject({ allowed_actions: ['accept', 'reject'] })
})
