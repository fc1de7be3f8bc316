/** The morning's batch from the request to the paper, with every marketplace of the sandbox. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookOrder, labelCode, markets, type Market } from '../../test/steps/booked-orders.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { addressOf, addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { seePages } from '../../test/steps/sheets.ts'
import { courierIds } from '../../test/steps/courier-ids.ts'
import { mostAtOnce } from '../../model/order-action.ts'
import { addShipment } from '../deliveries/booking/shipments-store.ts'

let running: TestConsole
let admin: pg.Client
let seller: Account
let ownShop: number
let made = 0

beforeAll(async () => {
  running = await startTestConsole()
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  await control('shopee', 'delays', { tracking_seconds: 0, document_seconds: 0 })
  for (const code of Object.keys(markets) as Market[]) {
    const { id, shop } = markets[code]
    await linkShop(running.sandbox.url, seller, shop, { code, id })
  }
  ownShop = await addShop(running, seller.ownerId, 'own', 4)
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const control = (market: Market, path: string, body?: object) => running.control(path, body, market)

/** With our id of it, once our store knows that its courier is booked. */
async function arranged(market: Market): Promise<{ id: number; code: string }> {
  const code = await bookOrder(running, market)
  return { code, id: await stored(code, ({ status }) => status === 4) }
}

type Row = { id: number; status: number; cancel_requested_at: Date | null }

async function stored(code: string, isSo: (row: Row) => boolean): Promise<number> {
  return until(`order ${code} to be stored so`, async () => {
    const { rows } = await admin.query<Row>(
      'select id, status, cancel_requested_at from orders where channel_order_id = $1',
      [code],
    )
    return rows[0] && isSo(rows[0]) && Number(rows[0].id)
  })
}

async function own(more: Parameters<typeof orderOf>[0] | object = {}): Promise<{ id: number; code: string }> {
  const code = `OWN-${made++}`
  const order = orderOf({
    channelOrderId: code,
    status: 'ready_to_ship',
    address: addressOf({ name: 'Mei Ling', street: '12, Jalan Ampang', country: 'MY' }),
    ...more,
  })
  const { created } = await putOrders(running, seller.ownerId, ownShop, [order])
  return { id: created[0] ?? 0, code }
}

type Batch = {
  id: number
  state: string
  total: number
  done: number
  pages: number | null
  failed: { id: number; code: string; reason: string; message: string }[]
}

async function ask(ids: number[], kind = 'waybill'): Promise<number> {
  const answer = await seller.call('POST /orders/bulk-print', { ids, kind })
  expect(answer.status).toBe(202)
  return answer.at<number>('data.id')
}

async function finished(id: number, account = seller): Promise<Batch> {
  return until('the batch to be done', async () => {
    const batch = (await account.call(`GET /orders/print-batches/${id}`)).at<Batch>('data')
    return batch.state === 'done' && batch
  })
}

async function file(id: number, account = seller): Promise<Uint8Array> {
  const reply = await fetch(`${running.url}/api/v2/orders/print-batches/${id}/file`, {
    headers: { authorization: `Bearer ${account.token}` },
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return new Uint8Array(await reply.arrayBuffer())
}

const noAuto = { is_on: false, shop_ids: [], courier_ids: [] }

type AutoJob = { batch_id: number; printer: string; state: string; is_auto: boolean }
const autoJobs = async () =>
  (await seller.call('GET /print-agents')).at<AutoJob[]>('data.jobs').filter((one) => one.is_auto)

/** Has labels of the order's shop printed as soon as they are there, on a computer that polls. */
async function printAutomatically(orderId: number): Promise<() => Promise<unknown>> {
  const { rows } = await admin.query<{ shop_id: string }>('select shop_id from orders where id = $1', [
    orderId,
  ])
  const made = await seller.call('POST /print-agents', { name: 'Packing desk' })
  const agentId = made.at<number>('data.id')
  const send = async (path: string, body: object, token = '') => {
    const reply = await fetch(`${running.url}/api/v2/print-agent/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(reply.ok).toBe(true)
    return (await reply.json()) as { data: { token: string } }
  }
  const { token } = (await send('pair', { code: made.at<string>('data.code') })).data
  await seller.call('PUT /print-settings', {
    rules: { label: { agent_id: agentId, printer: 'Labels' }, office: null },
    auto: { ...noAuto, is_on: true, shop_ids: [Number(rows[0]?.shop_id)] },
  })
  return () => send('poll', { printers: [] }, token)
}

const codesOn = async (id: number) =>
  (await seePages(await file(id))).map(({ codes }) => codes.map(({ text }) => text))

const historyOf = async (id: number) =>
  (await seller.call(`GET /orders/${id}/history`))
    .at<{ event: string; actor: { type: string; name: string } }[]>('data')
    .filter(({ event }) => event.startsWith('waybill'))

describe('a mixed batch', () => {
  it('is one file in the order asked for, with the labels of all channels and our own', async () => {
    const orders = [await own(), await arranged('tiktok'), await arranged('lazada'), await arranged('shopee')]
    const mine = await own()
    const ids = [...orders, mine].map(({ id }) => id)
    const id = await ask(ids)
    const batch = await finished(id)
    expect(batch).toMatchObject({ total: 5, done: 5, failed: [], pages: 5 })
    const pages = await codesOn(id)
    expect(pages[0]).toEqual([orders[0]?.code, orders[0]?.code])
    for (const [at, market] of (['tiktok', 'lazada', 'shopee'] as const).entries())
      expect(pages[at + 1]).toEqual([await labelCode(running, market, orders[at + 1]?.code ?? '')])
    expect(pages[4]).toEqual([mine.code, mine.code])

    for (const one of ids) {
      const detail = await seller.call(`GET /orders/${one}`)
      expect([one, detail.at('data.is_printed')]).toEqual([one, 1])
      expect(await historyOf(one)).toMatchObject([
        { event: 'waybill_printed', actor: { type: 'user', name: 'seller' } },
      ])
    }
    // Once more: marked as such, and without asking the channels, which know no label of a parcel that has left.
    await control('shopee', `orders/${orders[3]?.code}/advance`, { action: 'pickup' })
    await stored(orders[3]?.code ?? '', ({ status }) => status === 5)
    const again = await ask(ids)
    expect(await finished(again)).toMatchObject({ failed: [], pages: 5 })
    expect((await codesOn(again))[3]).toEqual(pages[3])
    expect((await historyOf(ids[0] ?? 0)).map(({ event }) => event)).toEqual([
      'waybill_reprinted',
      'waybill_printed',
    ])
  })

  it('prints the rest when some may not be printed, and says why', async () => {
    const pending = await own({ status: 'pending' })
    const canceled = await own({ status: 'canceled' })
    const asked = await own({ cancelRequestedAt: new Date() })
    const ready = await own()
    const id = await ask([pending, canceled, asked, ready].map((order) => order.id))
    const batch = await finished(id)
    expect(batch.pages).toBe(1)
    expect(batch.failed).toEqual([
      {
        ...pending,
        reason: 'waybill_status',
        message: 'Can not print waybill for order with this type of status',
      },
      {
        ...canceled,
        reason: 'waybill_status',
        message: 'Can not print waybill for order with this type of status',
      },
      {
        ...asked,
        reason: 'waybill_cancel_request',
        message: 'The buyer requested cancellation. Answer the request before printing.',
      },
    ])
    for (const { id: one } of [pending, canceled, asked]) expect(await historyOf(one)).toEqual([])
  })

  it('leaves a broken label out, and asks for it anew the next time', async () => {
    const [broken, mine] = [await arranged('tiktok'), await own()]
    await finished(await ask([broken.id]))
    // Its only page has no size.
    const damage = () =>
      admin.query(
        `update labels set bytes = convert_to(replace(convert_from(bytes, 'latin1'), '/MediaBox', '/Mediabox'), 'latin1')
         where order_id = $1`,
        [broken.id],
      )
    await damage()
    const id = await ask([broken.id, mine.id])
    expect((await finished(id)).failed).toMatchObject([{ id: broken.id, reason: 'waybill_unreadable' }])
    expect(await codesOn(id)).toEqual([[mine.code, mine.code]])
    const again = await ask([broken.id])
    expect(await finished(again)).toMatchObject({ pages: 1, failed: [] })
    await damage()
    const alone = () => seller.call(`GET /orders/${broken.id}/print-waybill`)
    const refused = await alone()
    expect([refused.status, refused.at('message')]).toEqual([
      502,
      "The channel's waybill file is damaged. Try again.",
    ])
    expect((await alone()).status).toBe(200)
  })

  it('quotes what a channel says instead of a label', async () => {
    const gone = await arranged('shopee')
    await control('shopee', `orders/${gone.code}/advance`, { action: 'pickup' })
    const [failed] = (await finished(await ask([gone.id]))).failed
    expect(failed?.message).toMatch(/^The channel or courier issued no waybill: “[^”]+[^.]”\. Correct that, /)
  })

  it('without anything to print has no file', async () => {
    const { id } = await own({ status: 'unpaid' })
    const batch = await finished(await ask([id]))
    expect(batch.pages).toBeNull()
    const reply = await seller.call(`GET /orders/print-batches/${batch.id}/file`)
    expect([reply.status, reply.at('code')]).toEqual([404, 'not_found'])
  })

  it('waits for a label that is still being made, and gives up on one that never comes', async () => {
    await control('tiktok', 'delays', { document_seconds: 3 })
    const late = await arranged('tiktok')
    const id = await ask([late.id])
    const poll = await printAutomatically(late.id)
    await poll()
    expect(await autoJobs()).toEqual([])
    expect(await finished(id)).toMatchObject({ pages: 1, failed: [] })
    expect(await codesOn(id)).toEqual([[await labelCode(running, 'tiktok', late.code)]])

    await control('tiktok', 'delays', { document_seconds: 3600 })
    const never = await arranged('tiktok')
    await poll()
    const [job] = await autoJobs()
    const batch = await finished(job?.batch_id ?? 0)
    expect(batch.failed).toEqual([
      {
        ...never,
        reason: 'waybill_unavailable',
        message: 'Cannot retrieve waybill information. Please try again',
      },
    ])
    const alone = await seller.call(`GET /orders/${never.id}/print-waybill`)
    expect([alone.status, alone.at('code')]).toEqual([502, 'waybill_unavailable'])
    await control('tiktok', 'delays', { document_seconds: 0 })

    // Printed automatically, it is asked for again after a pause.
    await poll()
    expect(await autoJobs()).toEqual([])
    const soon = 'update print_auto_orders set again_at = now() where order_id = $1 and again_at > now()'
    expect((await admin.query(soon, [never.id])).rowCount).toBe(1)
    await poll()
    const [again] = await autoJobs()
    expect(await finished(again?.batch_id ?? 0)).toMatchObject({ pages: 1, failed: [] })
    expect(await autoJobs()).toMatchObject([{ printer: 'Labels', state: 'waiting' }])
    await seller.call('PUT /print-settings', { rules: { label: null, office: null }, auto: noAuto })
  })

  it('leaves an order out whose buyer asks to cancel while its label is being made', async () => {
    await control('tiktok', 'delays', { document_seconds: 3 })
    const [stays, goes] = [await own(), await arranged('tiktok')]
    const id = await ask([stays.id, goes.id])
    await control('tiktok', `orders/${goes.code}/advance`, { action: 'request_cancel' })
    await stored(goes.code, (row) => row.cancel_requested_at !== null)
    const batch = await finished(id)
    expect(batch.failed).toMatchObject([{ id: goes.id, reason: 'waybill_cancel_request' }])
    expect(await codesOn(id)).toEqual([[stays.code, stays.code]])
    expect(await historyOf(goes.id)).toEqual([])
    await control('tiktok', 'delays', { document_seconds: 0 })
  })
})

describe('more orders than one call takes', () => {
  const first = 900_000
  const idsOf = (count: number) => Array.from({ length: count }, (_, at) => first + at)
  const calls: [string, (ids: number[]) => [string, object?]][] = [
    ['confirmed', (ids) => ['POST /orders/bulk-confirm', { ids }]],
    ['canceled', (ids) => ['POST /orders/bulk-cancel', { ids, reason_code: 'out_of_stock' }]],
    ['printed', (ids) => ['POST /orders/bulk-print', { ids, kind: 'slip' }]],
    ['put on waybills', (ids) => [`GET /orders/${first}/print-waybill?ids=${ids.join(',')}`]],
    ['exported', (ids) => [`GET /orders/export?ids=${ids.join(',')}`]],
  ]

  it.each(calls)('are not %s together, and as many as it takes are', async (_, requestOf) => {
    const statuses = []
    for (const count of [mostAtOnce, mostAtOnce + 1])
      statuses.push((await seller.call(...requestOf(idsOf(count)))).status)
    expect(statuses[0]).not.toBe(422)
    expect(statuses[1]).toBe(422)
  })
})

describe('other papers', () => {
  it('are printed in any status but for lists of canceled orders, and mark no order as printed', async () => {
    const ids = [(await own({ status: 'unpaid' })).id, (await own({ status: 'canceled' })).id]
    const leftOut = [{ id: ids[1], reason: 'canceled', message: 'The order is canceled. Do not pack it.' }]
    for (const kind of ['pick_list', 'packing_list'])
      expect(await finished(await ask(ids, kind))).toMatchObject({ pages: 1, failed: leftOut })
    expect(await finished(await ask(ids, 'slip'))).toMatchObject({ pages: 2, failed: [] })
    expect((await seller.call(`GET /orders/${ids[0]}`)).at('data.is_printed')).toBe(0)
  })
})

describe('one order', () => {
  it('gives its label or our waybill', async () => {
    const mine = await own()
    const paper = await seller.call(`GET /orders/${mine.id}/print-waybill`)
    expect(paper.status).toBe(200)
    const pages = await seePages(Buffer.from(paper.at<string>('data.content_base64'), 'base64'))
    expect(pages[0]?.codes.map(({ text }) => text)).toEqual([mine.code, mine.code])
    expect(await historyOf(mine.id)).toHaveLength(1)
    const slip = await seller.call(`GET /orders/${mine.id}/print`)
    expect(slip.at('data.paper_size')).toBe('A6')
    expect(slip.at<string>('data.html')).toContain(mine.code)
    expect(slip.at<string>('data.html')).not.toMatch(/<script|http/)
  })

  it('is that of the courier who has the parcel, the marketplace’s own too, and of no other', async () => {
    const { id, code } = await arranged('shopee')
    const paper = await seller.call(`GET /orders/${id}/print-waybill?shipment_id=5`)
    expect([paper.status, paper.at('data.type')]).toEqual([200, 'pdf'])
    const other = await seller.call(`GET /orders/${id}/print-waybill?shipment_id=1`)
    expect([code, other.status, Object.keys(other.at('invalid_fields'))]).toEqual([
      code,
      422,
      ['shipment_id'],
    ])
  })

  it('gives a file of several, and says which cannot be in it', async () => {
    const [good, pending] = [await own(), await own({ status: 'pending' })]
    const asked = await seller.call(`GET /orders/${good.id}/print-waybill?ids=${good.id},${pending.id}`)
    expect(asked.status).toBe(200)
    const message = 'Can not print waybill for order with this type of status'
    expect(asked.at('data')).toMatchObject({ type: 'pdf', failed: [{ id: pending.id, message }] })
    const id = asked.at<number>('data.batch_id')
    expect(asked.at('data.url')).toBe(`/api/v2/orders/print-batches/${id}/file`)
    expect(await finished(id)).toMatchObject({ pages: 1, failed: [{ id: pending.id }] })
    expect((await seller.call(`GET /orders/${good.id}/print-waybill?ids=a`)).status).toBe(422)
    const unknown = await seller.call(`GET /orders/${good.id}/print-waybill?ids=${good.id},999999`)
    expect(unknown.at('data.failed')).toMatchObject([{ id: 999_999 }])
    expect((await seller.call(`GET /orders/${good.id}/print-waybill?ids=999999`)).status).toBe(404)
    expect(Date.parse(asked.at('data.expired_at'))).toBeGreaterThan(Date.now())
    const none = await seller.call(`GET /orders/${good.id}/print-waybill?ids=${pending.id}`)
    expect([none.status, none.at('code'), none.at('message')]).toEqual([409, 'waybill_status', message])
  })

  it('gives the waybill of the courier that is named, and none of another', async () => {
    const { id } = await own()
    const read = (courierId: number) =>
      seller.call(`GET /orders/${id}/print-waybill?shipment_id=${courierId}`)
    const before = await read(courierIds.self_delivery)
    await running.db.asOwner(seller.ownerId, (tx) =>
      addShipment(tx, seller.ownerId, {
        orderId: id,
        parcel: 1,
        shopId: ownShop,
        courierId: courierIds.self_delivery,
        choice: {},
        cod: 0,
        currency: 'MYR',
      }),
    )
    for (const refused of [before, await read(courierIds.jnt)])
      expect([refused.status, refused.at('field_codes')]).toEqual([422, { shipment_id: 'other_courier' }])
    expect(await historyOf(id)).toEqual([])
    expect((await read(courierIds.self_delivery)).at('data.type')).toBe('pdf')
    expect(await historyOf(id)).toHaveLength(1)
  })

  it('is refused in the words of the catalogue', async () => {
    const pending = await own({ status: 'pending' })
    const asked = await own({ cancelRequestedAt: new Date() })
    const digital = await own({ isDigital: true })
    const answers = []
    for (const { id } of [pending, asked, digital]) {
      const { status, body } = await seller.call(`GET /orders/${id}/print-waybill`)
      answers.push([status, body])
    }
    const status = {
      code: 'waybill_status',
      message: 'Can not print waybill for order with this type of status',
    }
    expect(answers).toEqual([
      [409, status],
      [409, status],
      [
        409,
        {
          code: 'waybill_digital',
          message: 'Can not print waybill for order with digital product',
        },
      ],
    ])
  })
})

describe('who may', () => {
  it('prints no foreign order, and nobody else gets the file', async () => {
    const stranger = await running.signUp('stranger')
    const colleague = await running.addStaff(seller.ownerId, {
      email: 'packer@example.test',
      role: 'operator',
    })
    const mine = await own()
    const foreign = await stranger.call('POST /orders/bulk-print', { ids: [mine.id], kind: 'waybill' })
    expect([foreign.status, foreign.at('code')]).toEqual([404, 'not_found'])
    const id = await ask([mine.id])
    await finished(id)
    for (const account of [stranger, colleague]) {
      for (const name of [`GET /orders/print-batches/${id}`, `GET /orders/print-batches/${id}/file`])
        expect((await account.call(name)).status).toBe(404)
    }
    const viewer = await running.addStaff(seller.ownerId, { email: 'viewer@example.test', role: 'viewer' })
    expect((await viewer.call('POST /orders/bulk-print', { ids: [mine.id], kind: 'slip' })).status).toBe(403)
  })
})

describe('a packer', () => {
  it('prints the rest when some orders have ended or are out of reach, and is told which', async () => {
    const packer = await running.addStaff(seller.ownerId, { email: 'night@example.test', role: 'operator' }, [
      ownShop,
    ])
    const elsewhere = await addShop(running, seller.ownerId, 'elsewhere', 4)
    const [foreign = 0] = (
      await putOrders(running, seller.ownerId, elsewhere, [orderOf({ channelOrderId: 'ELSEWHERE' })])
    ).created
    const [ready, canceled] = [await own(), await own({ status: 'canceled' })]
    const print = (kind: string, ...ids: number[]) => packer.call('POST /orders/bulk-print', { ids, kind })
    const asked = await print('waybill', canceled.id, foreign, ready.id)
    expect(asked.status).toBe(202)
    const id = asked.at<number>('data.id')
    expect(await finished(id, packer)).toMatchObject({
      pages: 1,
      failed: [
        { ...canceled, reason: 'waybill_status' },
        { id: foreign, code: String(foreign), reason: 'not_found' },
      ],
    })
    const pages = await seePages(await file(id, packer))
    expect(pages[0]?.codes[0]?.text).toBe(ready.code)
    const slips = await print('slip', canceled.id, ready.id)
    expect(slips.at('data.failed')).toMatchObject([{ ...canceled, reason: 'contact_hidden' }])
    expect([(await print('waybill', canceled.id)).status, (await print('waybill', foreign)).status]).toEqual([
      403, 404,
    ])
    // At another shop from now on.
    const people = await seller.call('GET /users?keyword=night@example.test')
    const moved = await seller.call(`PUT /users/${people.at<number>('data.0.id')}`, { shop_ids: [elsewhere] })
    expect(moved.status).toBe(200)
    for (const name of [`GET /orders/print-batches/${id}`, `GET /orders/print-batches/${id}/file`])
      expect((await packer.call(name)).status).toBe(404)
  })
})

describe('the template', () => {
  it('is kept, and used by the next waybill', async () => {
    const before = await seller.call('GET /settings/print-template')
    expect(before.at('data')).toMatchObject({ paper_size: 'A6', copies: 1, updated_at: null })
    const { updated_at: _, ...template } = before.at<Record<string, unknown>>('data')
    const request = {
      ...template,
      paper_size: 'A5',
      header: '<b onclick="f()">Aoi</b><script>f()</script>',
      footer: 'ありがとうございます',
    }
    expect((await seller.call('PUT /settings/update-print-template', request)).status).toBe(200)
    expect((await seller.call('GET /settings/print-template')).at('data')).toMatchObject({
      paper_size: 'A5',
      header: '<b>Aoi</b>',
      footer: 'ありがとうございます',
    })
    const id = await ask([(await own()).id])
    await finished(id)
    expect(Math.round((await seePages(await file(id)))[0]?.width ?? 0)).toBe(420)
    await seller.call('PUT /settings/update-print-template', template)
  })
})
