/** The work queue: its order, its groups in days of the account's time zone, its figures and its pages. No worker runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deadlineOf,
  dueGroups,
  queueSteps,
  queueStepOf,
  type DueGroup,
  type QueueStep,
} from '../../../model/queue-groups.ts'
import type { OrderStatus } from '../../../model/order-status.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addShop, orderOf, pick, putOrders, seeded } from '../../../test/steps/stored-orders.ts'
import { addDays, dayIn, startOfDay } from '../../i18n/calendar.ts'

let running: TestConsole
let seller: Account
let shops: number[]

type Row = {
  id: number
  code: string
  step: QueueStep
  due: DueGroup
  ship_by_at: string | null
  cancel_requested_at: string | null
  cancel_deadline_at: string | null
  deadline_at: string | null
  status: { code: string }
}
type Page = {
  data: Row[]
  meta: {
    figures: { due: DueGroup; step: QueueStep; total: number; first_deadline: string | null }[]
    is_counted: boolean
    next_after: string | null
  }
}

const timezone = 'Asia/Kuala_Lumpur'
const midnight = (days: number) => startOfDay(timezone, addDays(dayIn(timezone, new Date()), days))
const near = (at: Date, ms: number) => new Date(at.getTime() + ms)

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  shops = [await addShop(running, seller.ownerId, 'one'), await addShop(running, seller.ownerId, 'two', 1)]
  const random = seeded(7)
  const hour = 3_600_000
  const statuses: OrderStatus[] = ['unpaid', 'pending', 'confirmed', 'ready_to_ship', 'shipped', 'delivered']
  for (const [at, shopId] of shops.entries()) {
    const orders = Array.from({ length: 150 }, (_, number) =>
      orderOf({
        channelOrderId: `2611${at}${String(number).padStart(4, '0')}`,
        status: pick(random, statuses),
        // Several of one moment, so that pages end between equal ones.
        shipBy: random() < 0.1 ? null : near(new Date(), Math.round((random() - 0.3) * 30) * 4 * hour),
        ...(random() < 0.1 && {
          cancelRequestedAt: new Date(),
          cancelDeadline: random() < 0.2 ? null : near(new Date(), Math.round(random() * 40 - 4) * hour),
        }),
      }),
    )
    // In the evening none of the others is due today.
    orders.push(
      orderOf({ channelOrderId: `2611${at}LAST`, status: 'pending', shipBy: near(midnight(1), -1) }),
      orderOf({ channelOrderId: `2611${at}FILE`, status: 'pending', isDigital: true }),
    )
    await putOrders(running, seller.ownerId, shopId, orders)
  }
})
afterAll(() => running?.stop())

async function read(query = '', account = seller): Promise<Page> {
  const answer = await account.call(`GET /orders/queue?${query}`)
  expect([answer.status, answer.body]).toMatchObject([200, {}])
  return answer.body as Page
}

async function readAll(query: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: Page = await read(`${query}&limit=${limit}${after && `&after=${encodeURIComponent(after)}`}`)
    rows.push(...page.data)
    after = page.meta.next_after
  }
  return rows
}

const inTime = (one: Row, next: Row) =>
  next.deadline_at === null || (one.deadline_at !== null && one.deadline_at <= next.deadline_at)

describe('the queue', () => {
  it('holds the orders that have to leave and no others, the first deadline first', async () => {
    const rows = await readAll('', 100)
    const all = new Set<number>()
    for (const status of ['pending', 'confirmed', 'ready_to_ship'])
      for (let page = 1; page < 4; page++) {
        const { body } = await seller.call(`GET /orders/filter?status=${status}&limit=100&page=${page}`)
        for (const row of (body as Page).data) if (!row.code.endsWith('FILE')) all.add(row.id)
      }
    expect(new Set(rows.map(({ id }) => id))).toEqual(all)
    expect(rows).toHaveLength(all.size)
    for (const [at, row] of rows.slice(1).entries()) expect(inTime(rows[at] ?? row, row)).toBe(true)
    const groups = rows.map(({ due }) => dueGroups.indexOf(due))
    expect(groups).toEqual(groups.toSorted((a, b) => a - b))
    expect(new Set(groups).size).toBe(5)
  })

  it('sorts requests to cancel by the deadline of the answer, whatever the ship-by time', async () => {
    const rows = await readAll('', 100)
    for (const row of rows)
      expect(row.deadline_at).toBe(
        deadlineOf({
          cancelRequestedAt: row.cancel_requested_at,
          cancelDeadline: row.cancel_deadline_at,
          shipBy: row.ship_by_at,
        }),
      )
    const answers = await readAll('step=answer', 7)
    expect(answers.map(({ id }) => id)).toEqual(
      rows.filter(({ step }) => step === 'answer').map(({ id }) => id),
    )
    const shipBy = answers.map(({ ship_by_at: at }) => at ?? '9')
    expect(shipBy).not.toEqual(shipBy.toSorted())
    expect(answers.length).toBeGreaterThan(10)
  })

  it('is the same in pages of any length', async () => {
    const ids = (rows: Row[]) => rows.map(({ id }) => id)
    const whole = ids(await readAll('', 100))
    for (const limit of [1, 7, 50]) expect(ids(await readAll('', limit))).toEqual(whole)
    const parts = await Promise.all(dueGroups.map((due) => readAll(`due=${due}`, 9)))
    expect(parts.flatMap(ids)).toEqual(whole)
    expect(ids(await readAll('due=today,none', 11))).toEqual([
      ...ids(parts[dueGroups.indexOf('today')] ?? []),
      ...ids(parts[dueGroups.indexOf('none')] ?? []),
    ])
  })

  it('counts by group and step what its pages show', async () => {
    for (const query of ['', `shop_id=${shops[1]}`, 'platform_id=2', 'is_printed=0', 'keyword=26110000']) {
      const { meta } = await read(query)
      expect(meta.is_counted).toBe(true)
      const rows = await readAll(query, 100)
      for (const step of queueSteps) {
        expect((await readAll(`${query}&step=${step}`, 100)).map(({ id }) => id)).toEqual(
          rows.filter((row) => row.step === step).map(({ id }) => id),
        )
        for (const due of dueGroups) {
          const ofBoth = rows.filter((row) => row.step === step && row.due === due)
          const figure = meta.figures.find((one) => one.step === step && one.due === due)
          expect([query, step, due, figure?.total ?? 0]).toEqual([query, step, due, ofBoth.length])
          expect(figure?.first_deadline ?? null).toEqual(ofBoth[0]?.deadline_at ?? null)
        }
      }
    }
  })

  it('holds nothing of other accounts, nor of shops that its reader may not see', async () => {
    const stranger = await running.signUp('stranger')
    expect(await read('', stranger)).toMatchObject({ data: [], meta: { figures: [], next_after: null } })
    const [own = 0] = shops
    const packer = await running.addStaff(seller.ownerId, { email: 'p@example.test', role: 'operator' }, [
      own,
    ])
    const seen = await read('limit=100', packer)
    const whole = await readAll(`shop_id=${own}`, 100)
    expect(seen.meta.figures.reduce((sum, { total }) => sum + total, 0)).toBe(whole.length)
    expect(seen.data.map(({ id }) => id)).toEqual(whole.map(({ id }) => id).slice(0, 100))
    expect((await read(`shop_id=${shops[1]}`, packer)).data).toEqual([])
  })

  it('refuses what is no cursor', async () => {
    for (const after of ['x', 'none~x', '2026-02-30T00:00:00%2B00:00~1'])
      expect((await seller.call(`GET /orders/queue?after=${after}`)).status).toBe(422)
  })
})

describe('the groups', () => {
  it('end at midnight of the account, to the second', async () => {
    const owner = await running.signUp('by-midnight')
    const shopId = await addShop(running, owner.ownerId, 'midnight')
    const moments: [string, Date | null, DueGroup][] = [
      ['A', near(new Date(), -1000), 'overdue'],
      ['B', near(midnight(1), -1000), 'today'],
      ['C', midnight(1), 'tomorrow'],
      ['D', near(midnight(2), -1000), 'tomorrow'],
      ['E', midnight(2), 'later'],
      ['F', null, 'none'],
    ]
    await putOrders(
      running,
      owner.ownerId,
      shopId,
      moments.map(([code, shipBy]) => orderOf({ channelOrderId: code, shipBy })),
    )
    const { data } = await read('', owner)
    expect(data.map(({ code, due }) => [code, due])).toEqual(moments.map(([code, , due]) => [code, due]))
  })
})

describe('what an order waits for', () => {
  const order = {
    status: 'pending' as OrderStatus,
    isCancelRequested: false,
    isPickupFailed: false,
    isPrinted: false,
    isChecked: false,
    courier: 5,
  }
  it('is one thing', () => {
    const ready = { ...order, status: 'ready_to_ship' as OrderStatus }
    expect(
      [
        order,
        { ...order, isCancelRequested: true },
        { ...order, status: 'confirmed' as OrderStatus },
        { ...order, status: 'confirmed' as OrderStatus, courier: null },
        ready,
        { ...ready, isPrinted: true },
        { ...ready, isPrinted: true, isChecked: true },
        { ...ready, isPickupFailed: true },
      ].map(queueStepOf),
    ).toEqual(['confirm', 'answer', 'waiting', 'confirm', 'print', 'scan', 'hand_over', 'confirm'])
  })
})
