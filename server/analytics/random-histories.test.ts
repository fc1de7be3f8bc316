/**
 * Histories by chance: orders are reported late, again, back and forth, with other lines, buyers, days and amounts, refunded in parts and
 * taken up again, while customers are merged, separated and erased and the account changes its clock. After each of them all that is kept
 * is what a count of the orders says.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChannelOrder } from '../../model/order.ts'
import { orderStatuses } from '../../model/order-status.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import {
  addressOf,
  addShops,
  lineOf,
  noPayment,
  orderOf,
  pick,
  putOrders,
  seeded,
} from '../../test/steps/stored-orders.ts'
import { putReturns, returnOf } from '../../test/steps/stored-returns.ts'
import { rebuildFigures } from './rebuild-figures-store.ts'

const seeds = process.env['FIGURE_SEED']
  ? [Number(process.env['FIGURE_SEED'])]
  : Array.from({ length: Number(process.env['FIGURE_SEEDS'] ?? 1) }, (_, at) => at + 1)
const steps = 80
/** Orders of a shop: each is told of several times. */
const codes = 12
const hourMs = 3_600_000
/** With a half-hour, with clocks that change at midnight, and far apart. */
const zones = ['Asia/Kuala_Lumpur', 'America/Havana', 'Asia/Kolkata', 'Europe/London', 'Pacific/Auckland']

let running: TestConsole
let admin: pg.Client

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

type Story = { seller: Account; random: () => number; shops: number[]; clock: number }

/** The first two shops tell of returns, the third takes canceled orders up again. */
async function report(story: Story): Promise<void> {
  const { seller, random, shops } = story
  const place = Math.floor(random() * shops.length)
  const orders = Array.from({ length: 1 + Math.floor(random() * 4) }, () => orderBy(story))
  await putOrders(running, seller.ownerId, shops[place] ?? 0, orders, place < 2, { reopens: place === 2 })
}

function orderBy(story: Story): ChannelOrder {
  const { random } = story
  const maybe = <T>(value: T): T | null => (random() < 0.5 ? value : null)
  const number = Math.floor(random() * codes)
  // Around the change of clocks, the end of a month and leap day.
  const days = [
    '2024-02-28T23:00:00Z',
    '2026-03-29T00:30:00Z',
    '2026-10-25T00:30:00Z',
    '2025-12-31T16:00:00Z',
  ]
  const at = (hours: number) =>
    new Date(Date.parse(days[number % days.length] ?? '') + Math.floor(random() * hours * 2) * (hourMs / 2))
  const placedAt =
    random() < 0.9 ? new Date(Date.parse(days[number % days.length] ?? '') + number * hourMs) : at(48)
  story.clock += random() < 0.8 ? 60_000 : -120_000
  return orderOf({
    channelOrderId: `R${number}`,
    status: pick(random, orderStatuses),
    currency: pick(random, ['MYR', 'MYR', 'VND'] as const),
    placedAt,
    changedAt: new Date(story.clock),
    paidAt: maybe(at(72)),
    shippedAt: random() < 0.3 ? at(90) : undefined,
    deliveredAt: random() < 0.3 ? at(400) : undefined,
    completedAt: maybe(at(400)),
    cancelRequestedAt: maybe(at(10)),
    cancelReason: maybe(pick(random, ['out_of_stock', 'Too slow', 'x'.repeat(300)])),
    cancelInitiator: maybe(pick(random, ['buyer', 'seller'] as const)),
    paymentMethod: pick(random, ['cod', 'card'] as const),
    buyer:
      random() < 0.8
        ? { channelBuyerId: `b${Math.floor(random() * 12)}`, name: `Nurul ${number % 3}` }
        : null,
    address: maybe(
      addressOf({
        name: `Nurul ${number % 3}`,
        phone: `01234567${number % 3}0`,
        country: 'MY',
        province: maybe(pick(random, ['Johor', ' Perak '])),
        isMasked: random() < 0.3,
      }),
    ),
    lines: ['A', 'B', 'B', 'C']
      .filter(() => random() < 0.5)
      .map((shopSku) =>
        lineOf({
          shopSku,
          quantity: Math.floor(random() * 3),
          total: Math.floor(random() * 5000),
          isGift: random() < 0.2,
        }),
      ),
    payment: {
      ...noPayment,
      subTotal: Math.floor(random() * 90_000),
      shippingFee: Math.floor(random() * 500),
      refund: random() < 0.3 ? Math.floor(random() * 900) : 0,
    },
  })
}

async function giveBack({ seller, random, shops, clock }: Story): Promise<void> {
  const number = Math.floor(random() * codes)
  await putReturns(running, seller.ownerId, pick(random, shops.slice(0, 2)), [
    returnOf({
      channelReturnId: `T${number}/${Math.floor(random() * 2)}`,
      channelOrderId: `R${number}`,
      status: pick(random, [
        'requested',
        'accepted',
        'in_transit',
        'received',
        'refunded',
        'rejected',
        'closed',
      ] as const),
      refund: Math.floor(random() * 900),
      currency: pick(random, ['MYR', 'VND'] as const),
      changedAt: new Date(clock + Math.floor(random() * 50) * hourMs),
      lines: random() < 0.5 ? [] : ['A', 'B', 'C'].map((shopSku) => ({ shopSku, quantity: 3, refund: 1 })),
    }),
  ])
}

async function changePersons({ seller, random }: Story): Promise<void> {
  const ids = (await seller.call('GET /customers?limit=100')).at<{ id: number }[]>('data').map(({ id }) => id)
  if (ids.length < 2) return
  const what = random()
  if (what < 0.5)
    await seller.call('POST /customers/merge', { customer_ids: [pick(random, ids), pick(random, ids)] })
  else if (what < 0.8) await seller.call(`POST /customers/${pick(random, ids)}/separate`)
  else await seller.call(`POST /customers/${pick(random, ids)}/erase`, {})
}

/** Another time zone counts all anew, and what was wrong before would be right. */
async function changeAccount({ seller, random }: Story): Promise<void> {
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  const account = { timezone: pick(random, zones), currency: pick(random, ['MYR', 'VND'] as const) }
  expect((await seller.call('PUT /settings/account', account)).status).toBe(200)
}

it.each(seeds)('keeps what a count of the orders says, by chance of %i', async (seed) => {
  const random = seeded(seed)
  const seller = await running.signUp(`random${seed}`)
  const { ownerId } = seller
  const shops = await addShops(running, ownerId, { [`x${seed}`]: 2, [`y${seed}`]: 1, [`z${seed}`]: 4 })
  const story: Story = { seller, random, shops, clock: Date.parse('2026-11-01T00:00:00Z') }
  for (let step = 0; step < steps; step++) {
    const what = random()
    if (what < 0.7) await report(story)
    else if (what < 0.85) await giveBack(story)
    else if (what < 0.95) await changePersons(story)
    else await changeAccount(story)
    if (process.env['FIGURE_SEED'])
      expect([step, await ledgerErrors(running.adminUrl)]).toEqual([step, noErrors])
  }
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  const joined = await admin.query(
    `select p.joined, t.joined as truth from person_counts p join (select owner_id, count(*) - count(distinct person_id) as joined from customers
      where person_id is not null group by 1) t using (owner_id) where p.joined <> t.joined`,
  )
  expect(joined.rows).toEqual([])
  const rebuilt = await running.db.asOwner(ownerId, (tx) => rebuildFigures(tx, ownerId))
  expect(Object.values(rebuilt).flat()).toEqual([])
})
