/** Waiting work as home shows it, over HTTP: the figures of the queue itself, first deadlines, and what was packed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reply } from '../../../contract/endpoints.ts'
import type { ChannelOrder } from '../../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../../test/steps/stored-returns.ts'

type Waiting = Reply<'GET /dashboard/waiting'>['data']

let running: TestConsole
let seller: Account
let shops: number[]
const hourMs = 3_600_000
/** Whole seconds, as channels tell them. */
const now = Math.floor(Date.now() / 1000) * 1000
const inHours = (hours: number) => new Date(now + hours * hourMs)

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('waiting', { timezone: 'Asia/Tokyo' })
  shops = [await addShop(running, seller.ownerId, 'one'), await addShop(running, seller.ownerId, 'two')]
})
afterAll(() => running?.stop())

const put = (shop: number, id: string, more: Partial<ChannelOrder>) =>
  putOrders(running, seller.ownerId, shops[shop] ?? 0, [orderOf({ channelOrderId: id, ...more })])
const waitingOf = async (account: Account) =>
  (await account.call('GET /dashboard/waiting')).at<Waiting>('data')

it('has the figures of the queue, the first deadline of each kind of request, and those of own shops', async () => {
  await put(0, 'late', { shipBy: inHours(-16) })
  await put(0, 'next', { shipBy: inHours(40) })
  await put(1, 'ready', { status: 'ready_to_ship', shipBy: inHours(60) })
  const asked = { cancelRequestedAt: new Date() }
  await put(0, 'asks', { ...asked, cancelDeadline: inHours(20), shipBy: inHours(30) })
  await put(1, 'asks-first', { ...asked, cancelDeadline: inHours(5), shipBy: inHours(30) })
  await put(1, 'back', { status: 'delivered' })
  await putReturns(running, seller.ownerId, shops[1] ?? 0, [
    returnOf({ channelReturnId: 'r1', channelOrderId: 'back', status: 'requested', answerBy: inHours(9) }),
  ])
  const waiting = await waitingOf(seller)
  const { meta } = (await seller.call('GET /orders/queue')).body as Reply<'GET /orders/queue'>
  expect(waiting.queue).toEqual({ figures: meta.figures, is_counted: true })
  expect(waiting.queue.figures).toContainEqual({
    due: 'overdue',
    step: 'confirm',
    total: 1,
    first_deadline: expect.any(String),
  })
  const firstAnswer = ({ queue }: Waiting) =>
    Math.min(
      ...queue.figures
        .filter(({ step }) => step === 'answer')
        .map(({ first_deadline: first }) => Date.parse(first ?? '')),
    )
  expect(firstAnswer(waiting)).toBe(inHours(5).getTime())
  expect(Date.parse(waiting.first_return_answer_by ?? '')).toBe(inHours(9).getTime())

  const packer = await running.addStaff(
    seller.ownerId,
    { email: 'packer@waiting.test', role: 'operator' },
    shops.slice(0, 1),
  )
  const own = await waitingOf(packer)
  expect(own.queue.figures.reduce((sum, { total }) => sum + total, 0)).toBe(3)
  expect(firstAnswer(own)).toBe(inHours(20).getTime())
  expect(own.first_return_answer_by).toBeNull()
})

it('counts what was packed today and in the last hour', async () => {
  const before = await waitingOf(seller)
  await put(0, 'packed', { status: 'ready_to_ship', lines: [lineOf({ quantity: 2 })] })
  const list = (await seller.call('GET /orders/filter?keyword=packed')).at<{ id: number }[]>('data')
  const id = list[0]?.id ?? 0
  const order = (await seller.call(`GET /orders/scan?code=packed`)).at<{ lines: { id: string }[] }>('data')
  const checked = await seller.call(`POST /orders/${id}/scan-checked`, {
    lines: order.lines.map((line) => ({ id: line.id, quantity: 2 })),
  })
  expect([checked.status, checked.body]).toMatchObject([200, {}])
  const after = await waitingOf(seller)
  expect([before.packed_today, before.packed_last_hour]).toEqual([0, 0])
  expect([after.packed_today, after.packed_last_hour]).toEqual([1, 1])
})

it('says what each courier takes, how much of it is packed and what lacks its waybill', async () => {
  const before = await waitingOf(seller)
  const totals = ({ couriers }: Waiting) => couriers.reduce((sum, { total }) => sum + total, 0)
  const lazada = await addShop(running, seller.ownerId, 'three', 1)
  shops.push(lazada)
  for (const id of ['l1', 'l2', 'l3']) await put(2, id, { status: 'ready_to_ship' })
  await put(2, 'l4', { status: 'ready_to_ship', cancelRequestedAt: new Date() })
  await put(2, 'l5', { status: 'shipped' })
  const order = (await seller.call('GET /orders/scan?code=l1')).at<{ id: number; lines: { id: string }[] }>(
    'data',
  )
  await seller.call(`POST /orders/${order.id}/scan-checked`, {
    lines: order.lines.map((line) => ({ id: line.id, quantity: 1 })),
  })
  const after = await waitingOf(seller)
  expect(after.couriers[0]).toEqual({ id: 6, total: 4, packed: 1, to_pack: 2, unprinted: 4 })
  expect(totals(after)).toBe(totals(before) + 4)
  const list = await seller.call('GET /orders/filter?status=ready_to_ship&shipment_id=6')
  expect(list.at('meta.pagination.total')).toBe(4)
})

it('has as many parcels to pack as the packing page', async () => {
  // A shop that ships by itself: its open orders are packed without a hand-over.
  const free = await addShop(running, seller.ownerId, 'free', 6)
  shops.push(free)
  const at = shops.length - 1
  await put(at, 'f1', { status: 'pending' })
  await put(at, 'f2', { status: 'confirmed' })
  await put(at, 'f3', { status: 'pending', cancelRequestedAt: new Date() })
  await put(0, 'p1', { status: 'pending' })
  await put(0, 'd1', { status: 'ready_to_ship', isDigital: true })
  await put(0, 'o1', { status: 'ready_to_ship', shipBy: inHours(-30) })
  const left = async () => (await seller.call('GET /orders/scan-station')).at<number>('data.left')
  const waiting = await waitingOf(seller)
  expect(waiting.to_pack).toBe(await left())
  const ofCouriers = waiting.couriers.reduce((sum, { to_pack: one }) => sum + one, 0)
  expect([waiting.to_pack - ofCouriers, ofCouriers]).toEqual([2, 4])
})
