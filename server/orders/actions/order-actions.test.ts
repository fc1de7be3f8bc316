/** From the click to the fact: what people ask for about orders, over a real console, a real database and the sandbox. */
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  startTestConsole,
  until,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { shipOrder, actionChannels, actionSteps } from '../../../test/steps/action-steps.ts'

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const { control, sell, arrive, orderOf, statusOf, untilStatus, untilEnded, faults, callsOf } = actionSteps(
  () => ({ running, seller }),
)

const told = (answer: Answer) => [answer.status, answer.at('code')]

describe('confirming', () => {
  it('hands a parcel over as it was chosen, and the order says so itself', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    const before = await orderOf(id)
    expect(before.at('data.allowed_actions')).toEqual(['confirm', 'cancel'])
    expect(before.at('data.refused_actions')).toEqual({
      pack: 'no_packing_step',
      split: 'nothing_to_split',
      unsplit: 'not_split',
      accept_cancel: 'no_cancel_request',
      reject_cancel: 'no_cancel_request',
      edit: 'no_editing',
      cancel_shipment: 'no_shipment',
    })
    const info = await seller.call(`GET /orders/${id}/confirm-info`)
    expect(info.at('data')).toMatchObject({
      order_id: id,
      platform_id: 2,
      cod_amount: 0,
      warnings: [],
      own: null,
    })
    expect(info.at('data.modes.0')).toBe('pickup')
    expect(info.at('data.needs.pickup')).toEqual(['address', 'slot'])
    const choice = info.at<Record<string, string>>('data.recommended')
    expect(choice).toMatchObject({ mode: 'pickup', address_id: info.at('data.addresses.0.id') })
    const second = info.at<string>('data.addresses.0.time_slots.1.id')
    const asked = await seller.call(`POST /orders/${id}/confirm`, { choice: { ...choice, slot_id: second } })
    expect(asked.status).toBe(202)
    expect(asked.at('data')).toMatchObject({
      kind: 'confirm',
      is_under_way: true,
      requested_by: { name: 'seller' },
    })
    await untilStatus(id, 'ready_to_ship')
    expect(running.sandbox.shopee.book.find(sn)?.status).toBe('PROCESSED')
    const after = await orderOf(id)
    expect(after.at('data.latest_action')).toMatchObject({ state: 'done', is_under_way: false, error: null })
    expect(after.at('data.refused_actions.confirm')).toBe('status')
    const history = await seller.call(`GET /orders/${id}/history`)
    const events = history.at<{ event: string; actor: { type: string; name: string } }[]>('data')
    expect(events.find(({ event }) => event === 'asked_confirm')?.actor).toEqual({
      type: 'user',
      name: 'seller',
    })
    expect(events.map(({ event }) => event)).toContain('courier_booked')
    expect(told(await seller.call(`POST /orders/${id}/confirm`, {}))).toEqual([409, 'order_action_refused'])
  })

  it.each(['lazada', 'tiktok'] as const)(
    'works on %s in the recommended way, with all its steps',
    async (code) => {
      const sns = await sell(code, 2)
      const [id = 0, other = 0] = await arrive(code, sns)
      expect((await seller.call(`POST /orders/${id}/confirm`, {})).status).toBe(202)
      await untilStatus(id, 'ready_to_ship')
      expect((await orderOf(id)).at('data.latest_action')).toMatchObject({ state: 'done' })
      expect(await statusOf(other)).toBe('pending')
    },
  )

  it('packs alone where that is a step of its own, and then confirms', async () => {
    const [id = 0] = await arrive('lazada', await sell('lazada'))
    expect((await orderOf(id)).at('data.allowed_actions')).toEqual(['confirm', 'pack', 'cancel'])
    expect((await seller.call(`POST /orders/${id}/set-packed`)).status).toBe(202)
    await until(
      'the order to be packed',
      async () => (await orderOf(id)).at('data.channel_status') === 'packed',
    )
    await until('the tracking number', async () => (await orderOf(id)).at('data.tracking_number'))
    expect(await statusOf(id)).toBe('pending')
    await until(
      'the next action',
      async () => (await seller.call(`POST /orders/${id}/confirm`, {})).status === 202,
    )
    await untilStatus(id, 'ready_to_ship')
  })

  it('waits as long as the channel holds the order back', async () => {
    const order = { ref: 'held', status: 'ON_HOLD', cod: false, lines: [['CUP', 'Cup', 2, 19.9]] }
    const request = { shop_id: actionChannels.tiktok.shop, order, force: true }
    const { order_id: held } = await control('tiktok', 'orders', request)
    const [id = 0] = await arrive('tiktok', [String(held)])
    expect((await orderOf(id)).at('data')).toMatchObject({
      is_on_hold: true,
      refused_actions: { confirm: 'on_hold' },
    })
    expect((await orderOf(id)).at('data.allowed_actions')).toEqual(['cancel'])
    expect(told(await seller.call(`POST /orders/${id}/confirm`, {}))).toEqual([409, 'order_action_refused'])
  })

  it('is heard of one packer when two ask at once', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    const packers = await Promise.all(
      ['ann', 'bob'].map((name) =>
        running.addStaff(seller.ownerId, { email: `${name}@example.test`, name, role: 'operator' }),
      ),
    )
    const answers = await Promise.all(packers.map((packer) => packer.call(`POST /orders/${id}/confirm`, {})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    const lost = answers.find(({ status }) => status === 409)
    const winner = answers.find(({ status }) => status === 202)?.at<string>('data.requested_by.name')
    expect(lost?.at('code')).toBe('order_action_open')
    expect(lost?.at('message')).toContain(`${winner} already requested this: confirm`)
    await untilStatus(id, 'ready_to_ship')
  })

  it('books no parcel twice when the answer is lost behind the effect', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    await faults({ path: shipOrder, reset: 1, count: 1 })
    expect((await seller.call(`POST /orders/${id}/confirm`, {})).status).toBe(202)
    await untilEnded(id, 'done')
    await untilStatus(id, 'ready_to_ship')
    expect(await callsOf(shipOrder)).toBe(1)
  })

  it('looks up what a worker that died may have told, before it tells it again', async () => {
    const sns = await sell('shopee', 2)
    const [arranged = 0, untold = 0] = await arrive('shopee', sns)
    const shopId = await shopOf(arranged)
    // The one that the worker told before it died, and the one that it did not come to.
    await asIfKilled(shopId, [arranged, untold])
    await control('shopee', `orders/${sns[0]}/advance`, { action: 'arrange' })
    await wakeWorker(shopId)
    await untilEnded(arranged, 'done')
    await untilEnded(untold, 'done')
    await untilStatus(untold, 'ready_to_ship')
    expect(await callsOf(shipOrder)).toBe(1)
  })

  it('tells the channel once what a worker died over before it told it, beside what is new', async () => {
    const sns = await sell('shopee', 2)
    const [untold = 0, fresh = 0] = await arrive('shopee', sns)
    const shopId = await shopOf(untold)
    // Slow, so that a second call for the same order would be under way beside the first.
    await faults({ path: shipOrder, slow_ms: 300 })
    await asIfKilled(shopId, [untold])
    expect((await seller.call(`POST /orders/${fresh}/confirm`, {})).status).toBe(202)
    for (const id of [untold, fresh]) await untilEnded(id, 'done')
    await untilIdle()
    expect(await callsOf(shipOrder)).toBe(2)
  })

  it('tells the channel once though its worker is believed dead while it is at work', async () => {
    const [id = 0] = await arrive('shopee', await sell('shopee'))
    await faults({ path: shipOrder, slow_ms: 3000 })
    expect((await seller.call(`POST /orders/${id}/confirm`, {})).status).toBe(202)
    await untilEnded(id, 'running')
    // Frees the job's lock, as another process does that takes this one for dead.
    await withAdmin(async (client) => {
      for (const table of ['_private_jobs', '_private_job_queues'])
        await client.query(`update graphile_worker.${table} set locked_at = null, locked_by = null`)
    })
    await untilEnded(id, 'done')
    await untilIdle()
    expect(await callsOf(shipOrder)).toBe(1)
  })

  it('ends as failed after a fault of our own, instead of blocking its order for good', async () => {
    const [id = 0] = await arrive('shopee', await sell('shopee'))
    const shopId = await shopOf(id)
    // Details that no code can have written break the code that reads them; the fifth try is the last.
    await asIfKilled(shopId, [id], { details: 'null', attempts: 3 })
    await wakeWorker(shopId)
    const failed = await untilEnded(id, 'failed')
    expect(failed.at('data.latest_action.error')).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('error in the console'),
    })
    expect(failed.at('data.allowed_actions')).toContain('confirm')
    await seller.call(`POST /orders/${id}/confirm`, {})
    await untilStatus(id, 'ready_to_ship')
  })

  it('tells the channel’s own words when it refuses, and may be tried again', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    const choice = { mode: 'pickup', address_id: '1', slot_id: 'yesterday' }
    await seller.call(`POST /orders/${id}/confirm`, { choice })
    const failed = await untilEnded(id, 'failed')
    expect(failed.at('data.latest_action.error')).toMatchObject({
      code: 'refused',
      message: expect.stringMatching(
        /^The channel or courier rejected this: “[^”]*address_id is wrong[^”]*”\. Correct/,
      ),
      channel_code: 'logistics.error_param',
    })
    expect(failed.at('data.allowed_actions')).toContain('confirm')
    await seller.call(`POST /orders/${id}/confirm`, {})
    await untilStatus(id, 'ready_to_ship')
  })

  it('says in words of ours, which name the remedy, that the shop’s permission has ended', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    await control('shopee', 'tokens', { shop_id: actionChannels.shopee.shop, revoke: 'all' })
    const asked = await seller.call(`POST /orders/${id}/confirm`, {})
    // A sync may hear of it before the action does, or even before it is asked for.
    const told =
      asked.status === 202
        ? (await untilEnded(id, 'failed')).at<object>('data.latest_action.error')
        : (asked.body as object)
    expect(JSON.stringify(told)).toMatch(
      /The shop is (without access\. Reconnect it|not connected\. Reconnect it first)\./,
    )
  })

  it('meets a buyer who cancels meanwhile: the action fails, the request waits for its answer', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    // The action stays under way while the channel answers with errors.
    await faults({ path: '/api/v2/logistics/', server_error: 1 })
    await seller.call(`POST /orders/${id}/confirm`, {})
    await control('shopee', `orders/${sn}/advance`, { action: 'request_cancel' })
    await until('the request', async () => (await orderOf(id)).at('data.cancel_requested_at'))
    expect((await orderOf(id)).at('data.refused_actions.accept_cancel')).toBe('action_open')
    await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' })
    const failed = await untilEnded(id, 'failed')
    expect(failed.at('data.latest_action.error.code')).toBe('refused')
    expect(failed.at('data.allowed_actions')).toEqual(['accept_cancel', 'reject_cancel'])
    expect((await seller.call(`POST /orders/${id}/cancel-request/accept`)).status).toBe(202)
    await untilStatus(id, 'canceled')
  })
})

async function withAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: running.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function shopOf(orderId: number): Promise<number> {
  const { rows } = await withAdmin((client) =>
    client.query<{ shop_id: string }>('select shop_id from orders where id = $1', [orderId]),
  )
  return Number(rows[0]?.shop_id)
}

/** Saves what a killed worker leaves: actions that were taken up and have no result. */
async function asIfKilled(
  shopId: number,
  orderIds: number[],
  { details = '{}', attempts = 1 } = {},
): Promise<void> {
  await withAdmin(async (client) => {
    for (const [at, orderId] of orderIds.entries())
      await client.query(
        `insert into order_actions (owner_id, id, order_id, shop_id, kind, details, state, attempts, requested_by, requested_by_name,
           requested_at, check_at)
         values ($1, $2, $3, $4, 'confirm', $5, 'running', $6, 1, 'ann', now(), now())`,
        [seller.ownerId, 9_000_000 + at, orderId, shopId, details, attempts],
      )
  })
}

async function wakeWorker(shopId: number): Promise<void> {
  await withAdmin((client) =>
    client.query(`select graphile_worker.add_job('run-order-actions', $1::json)`, [
      JSON.stringify({ ownerId: seller.ownerId, shopId }),
    ]),
  )
}

/** No order action is being carried out, nor is due. */
async function untilIdle(): Promise<void> {
  await until('the worker to be idle', () =>
    withAdmin(async (client) => {
      const { rows } = await client.query(
        `select from graphile_worker.jobs where task_identifier = 'run-order-actions' and run_at <= now()`,
      )
      return rows.length === 0
    }),
  )
}

describe('the flat fields of a confirmation', () => {
  it('say how a marketplace fetches the parcel, and are never passed over', async () => {
    const [id = 0] = await arrive('shopee', await sell('shopee'))
    const confirm = (body: object) => seller.call(`POST /orders/${id}/confirm`, body)
    // Only the owner's own couriers take a package: silence would hand the parcel over in another way than was meant.
    const foreign = await confirm({ mode: 'pickup', pieces: 2 })
    expect([foreign.status, Object.keys(foreign.at<object>('invalid_fields'))]).toEqual([422, ['pieces']])
    const half = await confirm({ time_slot_id: 'T1' })
    expect(half.at('invalid_fields')).toHaveProperty('mode')
    expect((await orderOf(id)).at('data.latest_action')).toBeNull()
    const info = await seller.call(`GET /orders/${id}/confirm-info`)
    const modes = info.at<string[]>('data.modes')
    if (modes.includes('dropoff')) {
      expect((await confirm({ mode: 'dropoff' })).status).toBe(202)
      await untilStatus(id, 'ready_to_ship')
    }
    expect(modes.length).toBeGreaterThan(0)
  })
})

describe('canceling', () => {
  it.each(['shopee', 'lazada', 'tiktok'] as const)(
    'is done on %s for a reason of the channel',
    async (code) => {
      const [id = 0] = await arrive(code, await sell(code))
      const reasons = await seller.call(`GET /orders/cancel-reasons?order_id=${id}`)
      const [reason] = reasons.at<{ code: string; id: string }[]>('data')
      const body = { reason_code: reason?.code, reason_id: reason?.id, note: 'The last one broke' }
      expect((await seller.call(`POST /orders/${id}/cancel`, body)).status).toBe(202)
      await untilStatus(id, 'canceled')
      expect((await orderOf(id)).at('data.allowed_actions')).toEqual([])
    },
  )

  it('fails for a reason that the channel does not take', async () => {
    const [id = 0] = await arrive('shopee', await sell('shopee'))
    await seller.call(`POST /orders/${id}/cancel`, { reason_code: 'fraud_suspected' })
    expect((await untilEnded(id, 'failed')).at('data.latest_action.error.code')).toBe('no_such_reason')
    expect(await statusOf(id)).toBe('pending')
  })

  it('is refused when the parcel is on its way, by us and, if we have not heard, by the channel', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    await control('shopee', 'push', { url: '' })
    for (const action of ['arrange', 'pickup']) await control('shopee', `orders/${sn}/advance`, { action })
    const asked = await seller.call(`POST /orders/${id}/cancel`, { reason_code: 'out_of_stock' })
    expect(asked.status).toBe(202)
    const failed = await untilEnded(id, 'failed')
    // The channel takes no reason for an order that is known to have left, if we heard so in the meantime.
    expect(['refused', 'no_such_reason']).toContain(failed.at('data.latest_action.error.code'))
    await untilStatus(id, 'shipped')
    const again = await seller.call(`POST /orders/${id}/cancel`, { reason_code: 'out_of_stock' })
    expect(told(again)).toEqual([409, 'order_action_refused'])
  })

  it('keeps an order whose buyer is told no', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    await control('shopee', `orders/${sn}/advance`, { action: 'request_cancel' })
    await until('the request', async () => (await orderOf(id)).at('data.cancel_requested_at'))
    expect(told(await seller.call(`POST /orders/${id}/confirm`, {}))).toEqual([409, 'order_action_refused'])
    expect((await seller.call(`POST /orders/${id}/cancel-request/reject`)).status).toBe(202)
    await until(
      'the request to be gone',
      async () => (await orderOf(id)).at('data.cancel_requested_at') === null,
    )
    expect(await statusOf(id)).toBe('pending')
  })
})

describe('who may ask', () => {
  it('is nobody of another account, and of a shop’s staff those with the right', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    const stranger = await running.signUp('stranger')
    const packer = await running.addStaff(seller.ownerId, { email: 'packer@example.test', role: 'operator' })
    const viewer = await running.addStaff(seller.ownerId, { email: 'viewer@example.test', role: 'viewer' })
    const elsewhere = await running.addStaff(
      seller.ownerId,
      { email: 'elsewhere@example.test', role: 'operator' },
      [999_999],
    )
    for (const who of [stranger, elsewhere]) {
      expect(told(await who.call(`POST /orders/${id}/confirm`, {}))).toEqual([404, 'not_found'])
      expect(told(await who.call(`GET /orders/${id}/confirm-info`))).toEqual([404, 'not_found'])
      expect(told(await who.call('POST /orders/bulk-confirm', { ids: [id] }))).toEqual([404, 'not_found'])
    }
    expect(told(await viewer.call(`POST /orders/${id}/confirm`, {}))).toEqual([403, 'forbidden'])
    expect(told(await packer.call(`POST /orders/${id}/cancel`, { reason_code: 'other' }))).toEqual([
      403,
      'forbidden',
    ])
    const seen = await orderOf(id, packer)
    expect(seen.at('data.allowed_actions')).toEqual(['confirm'])
    expect(seen.at('data.refused_actions.cancel')).toBe('forbidden')
    expect((await orderOf(id, viewer)).at('data.allowed_actions')).toEqual([])
    expect((await packer.call(`POST /orders/${id}/confirm`, {})).status).toBe(202)
    await untilStatus(id, 'ready_to_ship')
  })
})

describe('beside what is asked of the channel', () => {
  it('tells the buyer, the sender and the tracking number, and keeps the note of the team', async () => {
    const [sn = ''] = await sell('shopee')
    const [id = 0] = await arrive('shopee', [sn])
    const tracking = () => seller.call(`GET /orders/${id}/check-tracking-number-shopee`)
    expect((await tracking()).at('data')).toEqual({ has_tracking_number: false, tracking_number: null })
    const sender = await seller.call(`GET /orders/${id}/sender-info`)
    expect(sender.at('data')).toMatchObject({ warehouse_id: expect.any(Number), address: null })
    const buyer = await seller.call(`GET /orders/${id}/customer`)
    expect(buyer.at('data')).toMatchObject({ total_order: 1, currency: 'MYR' })
    expect((await seller.call(`PUT /orders/${id}`, { note: ' Wrap it well ' })).at('data.note')).toBe(
      'Wrap it well',
    )
    await seller.call(`POST /orders/${id}/confirm`, {})
    await untilStatus(id, 'ready_to_ship')
    expect((await orderOf(id)).at('data.note')).toBe('Wrap it well')
    running.sandbox.clock.shift(30)
    await until('the tracking number', async () => (await tracking()).at('data.has_tracking_number'))
    const stranger = await running.signUp('stranger')
    for (const call of ['customer', 'sender-info', 'check-tracking-number-shopee'])
      expect((await stranger.call(`GET /orders/${id}/${call}`)).status).toBe(404)
    expect((await stranger.call(`PUT /orders/${id}`, { note: 'Mine' })).status).toBe(404)
  })
})
