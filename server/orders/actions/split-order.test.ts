/** An order that goes in several parcels, from the form to the labels, on the channels that let sellers divide orders. */
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'

const channels = {
  shopee: {
    code: 'shopee',
    id: 2,
    shop: 727720655,
    waiting: 'READY_TO_SHIP',
    split: '/api/v2/order/split_order',
    unsplit: '/api/v2/order/unsplit_order',
    most: 5,
  },
  tiktok: {
    code: 'tiktok',
    id: 5,
    shop: '7494726673780148744',
    waiting: 'AWAITING_SHIPMENT',
    split: '/fulfillment/202309/orders/',
    unsplit: '/fulfillment/202309/orders/',
    most: 30,
  },
} as const
type Code = keyof typeof channels
const codes = Object.keys(channels) as Code[]

let running: TestConsole
let seller: Account
let made = 0

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const goods = [
  ['CUP', 'Cup', 2, 10],
  ['LAMP', 'Lamp', 1, 5],
  ['VASE', 'Vase', 1, 30],
]

/** The channel's id of an order that its own couriers carry, and that waits for the seller. */
async function sell(code: Code, lines: unknown[] = goods): Promise<string> {
  const { shop, waiting } = channels[code]
  for (;;) {
    const order = { ref: `split-${made++}`, status: waiting, cod: false, lines }
    const brief = (await running.control('orders', { shop_id: shop, order, force: true }, code)) as Record<
      string,
      string
    >
    const id = String(brief['order_sn'] ?? brief['order_id'])
    const { shopee, tiktok } = running.sandbox
    const isOwn =
      code === 'shopee'
        ? shopee.book.find(id)?.parcel.carrier.modes[0] === 'non_integrated'
        : // A gift is one more line, which this order is to be without.
          tiktok.book.find(id)?.isOwnCourier || tiktok.book.find(id)?.units.some((unit) => unit.isGift)
    if (!isOwn) return id
  }
}

async function arrive(code: Code, channelId: string): Promise<number> {
  await linkShop(running.sandbox.url, seller, channels[code].shop, channels[code])
  return until('the order to arrive', async () => {
    const { body } = await seller.call('GET /orders/filter?limit=100')
    return (body as { data: { id: number; code: string }[] }).data.find((row) => row.code === channelId)?.id
  })
}

const read = (id: number, who = seller) => who.call(`GET /orders/${id}`)
const split = (id: number, parcels: [line: number, quantity: number][][], who = seller) =>
  who.call(`POST /orders/${id}/split`, {
    parcels: parcels.map((items) => ({
      items: items.map(([line, quantity]) => ({ id: `${id}-${line}`, quantity })),
    })),
  })
const two: [number, number][][] = [
  [
    [0, 2],
    [2, 1],
  ],
  [[1, 1]],
]

type Parcel = { id: string; tracking_number: string | null; lines: { quantity: number }[] | null }
const parcelsOf = async (id: number) => (await read(id)).at<Parcel[]>('data.packages.data')
/** When it is quiet again, with so many parcels. */
const untilParcels = (id: number, count: number) =>
  until(`${count} parcels`, async () => {
    const order = await read(id)
    const isQuiet = order.at('data.latest_action.is_under_way') === false
    return isQuiet && order.at<unknown[]>('data.packages.data').length === count && order
  })
const untilStatus = (id: number, status: string) =>
  until(`order ${id} to be ${status}`, async () => (await read(id)).at('data.status.code') === status)
const untilEnded = (id: number, state: string) =>
  until(`the action to be ${state}`, async () => {
    const order = await read(id)
    return order.at('data.latest_action.state') === state && order
  })

/** Nobody looks at the orders by himself any more, and whoever did has ended. */
async function hearNothing(): Promise<void> {
  await asAdmin(`update channel_shops set next_poll_at = now() + interval '1 day'`)
  await until('the last look to end', async () => {
    const jobs = await asAdmin(`select from graphile_worker.jobs where task_identifier = 'sync-orders'`)
    return jobs.length === 0
  })
}

async function loseAnswers(path: string): Promise<void> {
  const body = JSON.stringify({ path, reset: 1, count: 1 })
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body })
}

/** Counts the calls to the marketplace whose path ends with `end`. */
async function callsOf(end: string): Promise<number> {
  const stats = (await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()) as {
    calls: Record<string, { calls: number }>
  }
  return Object.entries(stats.calls)
    .filter(([path]) => path.endsWith(end))
    .reduce((sum, [, { calls }]) => sum + calls, 0)
}

async function asAdmin<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: running.adminUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

describe.each(codes)('an order on %s', (code) => {
  it('goes in two parcels, each with its number and its label, once it is confirmed', async () => {
    const channelId = await sell(code)
    const id = await arrive(code, channelId)
    const before = await read(id)
    expect(before.at('data.allowed_actions')).toEqual(['confirm', 'split', 'cancel'])
    expect(before.at('data.refused_actions.unsplit')).toBe('not_split')
    expect(before.at('data.splitting')).toEqual({ most_parcels: channels[code].most, divides_lines: false })
    const [whole] = await parcelsOf(id)
    expect(whole?.lines).toBe(null)
    const asked = await split(id, two)
    expect([asked.status, asked.at('data.kind'), asked.at('data.is_under_way')]).toEqual([202, 'split', true])
    const order = await untilParcels(id, 2)
    const parcels = order.at<Parcel[]>('data.packages.data')
    expect(parcels.map((one) => one.id)).not.toContain(whole?.id)
    expect(
      parcels
        .map(({ lines }) => (lines ?? []).reduce((sum, { quantity }) => sum + quantity, 0))
        .toSorted((a, b) => a - b),
    ).toEqual([1, 3])
    expect(order.at('data.status.code')).toBe('pending')
    expect(order.at('data.allowed_actions')).toEqual(['confirm', 'unsplit', 'cancel'])
    expect(order.at('data.refused_actions.split')).toBe('split_already')
    expect((await split(id, two)).at('code')).toBe('order_action_refused')
    const history = await seller.call(`GET /orders/${id}/history`)
    expect(history.at<{ event: string; actor: object }[]>('data')).toContainEqual(
      expect.objectContaining({ event: 'asked_split', actor: { type: 'user', name: 'seller' } }),
    )

    expect((await seller.call(`GET /orders/${id}/confirm-info`)).at('data.recommended.mode')).toBe('pickup')
    expect((await seller.call(`POST /orders/${id}/confirm`, {})).status).toBe(202)
    await untilStatus(id, 'ready_to_ship')
    expect((await read(id)).at('data.latest_action')).toMatchObject({ state: 'done', error: null })
    running.sandbox.clock.shift(30)
    const numbers = await until('a number for each parcel', async () => {
      const found = (await parcelsOf(id)).map((one) => one.tracking_number)
      return found.every((number) => number !== null) && found
    })
    expect(new Set(numbers).size).toBe(2)

    const asks = await seller.call('POST /orders/bulk-print', { ids: [id], kind: 'waybill' })
    const batch = `/orders/print-batches/${asks.at<number>('data.id')}`
    const printed = await until('the labels', async () => {
      // The marketplace finishes labels that are in progress after some seconds.
      running.sandbox.clock.shift(10)
      const answer = await seller.call(`GET ${batch}`)
      return answer.at('data.state') === 'done' && answer
    })
    expect(printed.at('data')).toMatchObject({ failed: [], pages: 2 })
  })

  it('is put together again, and may be divided another way', async () => {
    const id = await arrive(code, await sell(code))
    await split(id, two)
    await untilParcels(id, 2)
    expect((await seller.call(`POST /orders/${id}/unsplit`)).status).toBe(202)
    const whole = await untilParcels(id, 1)
    expect(whole.at('data.packages.data.0.lines')).toBe(null)
    expect(whole.at('data.latest_action')).toMatchObject({ kind: 'unsplit', state: 'done' })
    await split(id, [[[0, 2]], [[1, 1]], [[2, 1]]])
    await untilParcels(id, 3)
  })

  it('is divided once when the answer is lost behind the effect, and put together once', async () => {
    const id = await arrive(code, await sell(code))
    const end = code === 'shopee' ? 'split_order' : '/split'
    await loseAnswers(channels[code].split)
    await split(id, two)
    const order = await untilParcels(id, 2)
    expect(order.at('data.latest_action')).toMatchObject({ state: 'done', error: null })
    expect(await callsOf(end)).toBe(1)
    await loseAnswers(channels[code].unsplit)
    await seller.call(`POST /orders/${id}/unsplit`)
    const whole = await untilParcels(id, 1)
    expect(whole.at('data.latest_action')).toMatchObject({ kind: 'unsplit', state: 'done', error: null })
    expect(await callsOf(end)).toBe(2)
  })

  it('is looked up after a worker that died, before anything is told again', async () => {
    const channelId = await sell(code)
    const id = await arrive(code, channelId)
    const end = code === 'shopee' ? 'split_order' : '/split'
    const [row] = await asAdmin<{ shop_id: string; skus: string[] }>(
      `select o.shop_id, array(select i.shop_sku from order_items i
           where i.owner_id = o.owner_id and i.order_id = o.id order by i.position) as skus
         from orders o where o.id = $1`,
      [id],
    )
    const parcels = two.map((items) =>
      items.map(([line, quantity]) => ({ shopSku: row?.skus[line], quantity })),
    )
    // State that a killed worker leaves after it took up the action: killed once before the call to the channel, once
    // after.
    const asIfKilled = async (actionId: number) => {
      await asAdmin(
        `insert into order_actions (owner_id, id, order_id, shop_id, kind, details, state, attempts, requested_by, requested_by_name,
             requested_at, check_at)
           values ($1, $2, $3, $4, 'split', $5, 'running', 1, 1, 'ann', now(), now())`,
        [seller.ownerId, actionId, id, row?.shop_id, JSON.stringify({ parcels })],
      )
      await asAdmin(`select graphile_worker.add_job('run-order-actions', $1::json)`, [
        JSON.stringify({ ownerId: seller.ownerId, shopId: Number(row?.shop_id) }),
      ])
    }
    await asIfKilled(9_000_001)
    await untilParcels(id, 2)
    expect(await callsOf(end)).toBe(1)
    await asIfKilled(9_000_002)
    await until('the second to end', async () => {
      const [action] = await asAdmin<{ state: string }>(
        'select state from order_actions where id = $1',
        [9_000_002],
      )
      return action?.state === 'done'
    })
    expect(await callsOf(end)).toBe(1)
  })

  it('tells the channel’s words when it went on unheard', async () => {
    const channelId = await sell(code)
    const id = await arrive(code, channelId)
    await running.control('push', { url: '' }, code)
    await hearNothing()
    await running.control(
      `orders/${channelId}/advance`,
      { action: code === 'shopee' ? 'arrange' : 'ship' },
      code,
    )
    expect((await split(id, two)).status).toBe(202)
    const failed = await untilEnded(id, 'failed')
    expect(failed.at('data.latest_action')).toMatchObject({
      kind: 'split',
      error: { code: 'refused', message: expect.stringMatching(/READY_TO_SHIP|status/) },
    })
    await untilStatus(id, 'ready_to_ship')
    expect((await read(id)).at('data.refused_actions')).toMatchObject({ split: 'status', unsplit: 'status' })
  })
})

describe('a parcel that is booked already', () => {
  it('keeps the others where they are', async () => {
    const channelId = await sell('shopee')
    const id = await arrive('shopee', channelId)
    await split(id, two)
    await untilParcels(id, 2)
    const order = running.sandbox.shopee.book.find(channelId)
    if (!order) throw new Error('the order is not there')
    running.sandbox.shopee.lifecycle.arrange(order, order.parcel)
    const booked = await until('the booking', async () => {
      const now = await read(id)
      return now.at('data.refused_actions.unsplit') === 'parcel_booked' && now
    })
    expect(booked.at('data.status.code')).toBe('pending')
    expect((await seller.call(`POST /orders/${id}/unsplit`)).at('code')).toBe('order_action_refused')
    // The remaining package goes with its own call.
    await seller.call(`POST /orders/${id}/confirm`, {})
    await untilStatus(id, 'ready_to_ship')
    expect((await read(id)).at('data.latest_action')).toMatchObject({ kind: 'confirm', state: 'done' })
  })
})

describe('parcels that the seller sends', () => {
  it.each(codes)('have a tracking number each on %s', async (code) => {
    const channelId = await sell(code)
    const { shopee, tiktok } = running.sandbox
    const onShopee = shopee.book.find(channelId)
    const onTiktok = tiktok.book.find(channelId)
    if (onShopee) onShopee.parcel.carrier = { ...onShopee.parcel.carrier, modes: ['non_integrated'] }
    if (onTiktok) onTiktok.isOwnCourier = true
    const id = await arrive(code, channelId)
    await split(id, two)
    await untilParcels(id, 2)
    const info = await seller.call(`GET /orders/${id}/confirm-info`)
    expect(info.at('data.modes.0')).toBe('self')
    const numbers = (await parcelsOf(id)).map((parcel, at) => ({
      package_id: parcel.id,
      tracking_number: `OWN-00000${at}`,
    }))
    const choice = {
      mode: 'self',
      provider_id: info.at<string | undefined>('data.providers.0.id') ?? null,
      tracking_numbers: numbers,
    }
    expect((await seller.call(`POST /orders/${id}/confirm`, { choice })).status).toBe(202)
    await untilStatus(id, 'shipped')
    expect((await read(id)).at('data.latest_action')).toMatchObject({ kind: 'confirm', error: null })
    expect(
      (await parcelsOf(id)).map((one) => ({ package_id: one.id, tracking_number: one.tracking_number })),
    ).toEqual(numbers)
  })
})

describe('what is chosen', () => {
  it('has to be all of the order, once, whole things, in as many parcels as the channel makes', async () => {
    const id = await arrive('shopee', await sell('shopee', [...goods, ...moreGoods]))
    const fieldsOf = async (parcels: [number, number][][]) => {
      const answer = await split(id, parcels)
      return [answer.status, ...Object.keys(answer.at<object | undefined>('invalid_fields') ?? {})]
    }
    const rest: [number, number][] = [3, 4, 5].map((line) => [line, 1])
    expect(await fieldsOf([[[9, 1]], [[1, 1]]])).toEqual([422, 'parcels.0.items.0.id'])
    expect(
      await fieldsOf([
        [
          [1, 1],
          [1, 1],
        ],
        [[2, 1]],
      ]),
    ).toEqual([422, 'parcels.0.items.1.id'])
    expect(await fieldsOf([[[1, 2]], [[2, 1]]])).toEqual([422, 'parcels.0.items.0.quantity'])
    expect(await fieldsOf([[[1, 1]], [[1, 1]]])).toEqual([422, 'parcels.1.items.0.quantity'])
    expect(await fieldsOf([[[0, 1]], [[0, 1]]])).toEqual([422, 'parcels.1.items.0.id'])
    expect(await fieldsOf([[[0, 2]], [[1, 1]]])).toEqual([422, 'parcels'])
    expect(await fieldsOf([[[0, 2]]])).toEqual([422, 'parcels'])
    expect(await fieldsOf([[], [[0, 2]]])).toEqual([422, 'parcels.0.items'])
    expect(await fieldsOf([0, 1, 2, 3, 4, 5].map((line) => [[line, line === 0 ? 2 : 1]]))).toEqual([
      422,
      'parcels',
    ])
    expect((await read(id)).at('data.latest_action')).toBe(null)
    expect(
      (
        await split(id, [
          [[0, 2], ...rest],
          [
            [1, 1],
            [2, 1],
          ],
        ])
      ).status,
    ).toBe(202)
    await untilParcels(id, 2)
  })

  it('is heard of one of two who ask at once, and of nobody else', async () => {
    const id = await arrive('tiktok', await sell('tiktok'))
    const [packer, second, viewer] = await Promise.all(
      (['operator', 'operator', 'viewer'] as const).map((role, at) =>
        running.addStaff(seller.ownerId, { email: `${role}${at}@example.test`, role }),
      ),
    )
    const stranger = await running.signUp('stranger')
    expect((await split(id, two, stranger)).status).toBe(404)
    expect((await stranger.call(`POST /orders/${id}/unsplit`)).status).toBe(404)
    expect((await split(id, two, viewer)).status).toBe(403)
    const answers = await Promise.all([packer, second].map((who) => split(id, two, who)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    expect(answers.find(({ status }) => status === 409)?.at('message')).toContain('split into parcels')
    await untilParcels(id, 2)
    expect((await viewer?.call(`POST /orders/${id}/unsplit`))?.status).toBe(403)
  })

  it('is refused for one thing alone, and where the channel divides nothing', async () => {
    const single = await arrive('shopee', await sell('shopee', [['CUP', 'Cup', 2, 10]]))
    expect((await read(single)).at('data.refused_actions.split')).toBe('nothing_to_split')
    const other = await addShop(running, seller.ownerId, `other-${made}`, 1)
    const stored = await putOrders(running, seller.ownerId, other, [orderOf({ channelOrderId: '2603SPLIT' })])
    const [elsewhere = 0] = stored.created
    const refused = await split(elsewhere, [[[0, 1]], [[1, 1]]])
    expect([refused.status, refused.at('code')]).toEqual([409, 'order_action_refused'])
    expect((await read(elsewhere)).at('data.splitting')).toBe(null)
  })
})

const moreGoods = [
  ['TEA', 'Tea', 1, 3],
  ['POT', 'Pot', 1, 40],
  ['TRAY', 'Tray', 1, 12],
]
