/** Lists of customers, counts of segments and figures: each finds what it is named after, and what its bare statement finds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../server/i18n/calendar.ts'
import { call, startTestConsole, type Answer, type TestConsole } from '../test/start-test-console.ts'
import { openBenchServer } from '../test/steps/bench-data.ts'
import { prepareCustomers } from './analytics-calls.ts'
import { customerCases, customerPage, figureCases, segmentCases } from './analytics-cases.ts'
import { openBareAnswers, type BareAnswers } from './bare-answers.ts'
import { withClient } from './bench-database.ts'
import { signIn } from './measure.ts'
import { benchPassword, bigOwnerEmail, seedOrders } from './seed-orders.ts'

const server = openBenchServer()
let seller: TestConsole
let bare: BareAnswers
let token = ''
let database = ''
let known: Awaited<ReturnType<typeof prepareCustomers>>

beforeAll(async () => {
  database = (await seedOrders(server, 700, () => {}, 1)).database
  known = await withClient(server.adminUrl(database), prepareCustomers)
  seller = await startTestConsole({ databaseUrl: server.url(database), role: 'web' })
  token = await signIn(seller.url, bigOwnerEmail, benchPassword)
  bare = openBareAnswers(server.adminUrl(database), known.ownerId)
})

afterAll(async () => {
  await bare.close()
  await seller.stop()
  await server.drop(database)
  await server.stop()
})

const ask = (method: string, path: string, body?: object): Promise<Answer> =>
  call(seller.url, `${method} ${path.replace('/api/v2', '')}`, body, { authorization: `Bearer ${token}` })
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())

describe('the list of customers', () => {
  type Row = { id: number; addresses?: { data: { street: string }[] } }

  it('has the rows of its bare statement, case by case', async () => {
    const [found, expected]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
    for (const { name, path, bare: statement } of [customerPage, ...customerCases(known)]) {
      const rows = (await ask('GET', path)).at<Row[]>('data')
      expect([name, rows.length > 0]).toEqual([name, true])
      if (!statement) continue
      const byHand = JSON.parse((await bare.answer(statement)) ?? '[]') as (Row & {
        addresses?: { street: string }[]
      })[]
      expected[name] = rows.map(({ id, addresses }) => [id, addresses?.data.map(({ street }) => street)])
      found[name] = byHand.map(({ id, addresses }) => [id, addresses?.map(({ street }) => street)])
    }
    expect(found).toEqual(expected)
  })

  it('looks for a name and for a phone of one customer, and finds this one', async () => {
    const words = customerCases(known).filter(({ name }) => name.startsWith('keyword'))
    expect(words.map(({ name }) => name)).toEqual(['keyword: name', 'keyword: phone'])
    const [byName, byPhone] = [await ask('GET', words[0]?.path ?? ''), await ask('GET', words[1]?.path ?? '')]
    const [name, phone] = known.keywords
    expect(byName.at<{ name: string }[]>('data').every((row) => row.name === name)).toBe(true)
    expect(byPhone.at<{ phone: string }[]>('data').map((row) => row.phone)).toEqual([phone])
  })

  it('has its far page only where there are as many', () => {
    const far = (customers: number) =>
      customerCases({ ...known, customers }).filter(({ name }) => name.startsWith('page 1,')).length
    expect([far(19_999), far(20_000)]).toEqual([0, 1])
  })
})

describe('a segment', () => {
  it.each([0, 1, 2, 3, 4])('has as many customers as its bare statement counts (case %i)', async (at) => {
    const one = segmentCases(known.skuIds)[at]
    const counted = await ask('POST', '/customers/shortlists/count', { rules: one?.rules })
    const total = counted.at<number>('data.total')
    expect([counted.at('data.faults'), total > 0]).toEqual([one?.rules.map(() => null), true])
    expect(total).toBeLessThan(counted.at<number>('data.all'))
    expect(JSON.parse((await bare.answer(one?.bare ?? '')) ?? '')).toEqual({ total })
  })

  it('is measured in no other case', () => {
    expect(segmentCases(known.skuIds)).toHaveLength(5)
  })
})

describe('figures', () => {
  it('are answered, each call by its own name', async () => {
    const cases = figureCases(today, known.shopId)
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
    expect(new Set(cases.map(({ path }) => path)).size).toBe(cases.length)
    const refused: unknown[] = []
    for (const { name, path } of cases) {
      const { status, body } = await ask('GET', path)
      if (status !== 200) refused.push([name, status, body])
    }
    expect(refused).toEqual([])
  })

  it('of a year are of the last 365 days, and those of 7 days are of the last week', async () => {
    const pathOf = (wanted: string) =>
      figureCases(today, known.shopId).find(({ name }) => name === wanted)?.path ?? ''
    const revenue = '/analytics/revenue-metrics?compare=2'
    const range = (days: number) => `${revenue}&from=${addDays(today, 1 - days)}&to=${today}`
    for (const [name, days] of [
      ['revenue, 7 days', 7],
      ['revenue, a year', 365],
    ] as const) {
      const { body } = await ask('GET', pathOf(name))
      expect([name, body]).toEqual([name, (await ask('GET', range(days))).body])
    }
  })

  it('of another size of the data are of its own shop, whatever digits the days have', () => {
    const day = '2026-12-31'
    const ofShop = (shop: number) =>
      figureCases(day, shop).find(({ name }) => name === 'revenue of a shop, a year')?.path
    expect(ofShop(12)).toBe(
      `/api/v2/analytics/revenue-metrics?from=${addDays(day, -364)}&to=${day}&shop_id=12`,
    )
  })
})
