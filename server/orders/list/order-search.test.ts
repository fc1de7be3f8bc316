/** Keywords against the same search done the slow way, over orders of every kind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import {
  fieldOf,
  putKnownOrders,
  type Known,
  type KnownOrders,
  type Query,
} from '../../../test/steps/known-orders.ts'
import { listChecks } from '../../../test/steps/list-checks.ts'
import { pick, seeded } from '../../../test/steps/stored-orders.ts'
import { orderStatuses } from '../../../model/order-status.ts'

let running: TestConsole
let seller: Account
let known: KnownOrders
let all: Known[]
let shops: number[]
let checks: ReturnType<typeof listChecks>

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  known = await putKnownOrders(running, seller)
  ;({ all, shops } = known)
  checks = listChecks(seller, known)
})
afterAll(() => running?.stop())

describe('a keyword', () => {
  const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
  const sample = () => all.filter((_, at) => at % 250 === 3)

  it('finds an order by its code, whole, by its start and by its end', async () => {
    for (const { code } of sample()) {
      expect(await checks.expectTruth({ keyword: code }, (one) => one.code === code)).toBe(1)
      expect(await checks.expectTruth({ keyword: code.toLowerCase() }, (one) => one.code === code)).toBe(1)
      const [start, end] = [code.slice(0, 7), code.slice(-6)]
      expect(
        await checks.expectTruth({ keyword: start }, (one) => one.code.startsWith(start)),
      ).toBeGreaterThan(0)
      expect(await checks.expectTruth({ keyword: end }, (one) => one.code.endsWith(end))).toBeGreaterThan(0)
    }
  })

  it('finds a parcel by its tracking number, whole, by its start and by its end', async () => {
    for (const { tracking } of all.filter((one) => one.tracking).slice(0, 5)) {
      const number = tracking ?? ''
      expect(await checks.expectTruth({ keyword: number }, (one) => one.tracking === number)).toBe(1)
      await checks.expectTruth(
        { keyword: number.slice(0, 8) },
        (one) => one.tracking?.startsWith(number.slice(0, 8)) ?? false,
      )
      await checks.expectTruth(
        { keyword: number.slice(-6) },
        (one) => one.tracking?.endsWith(number.slice(-6)) ?? false,
      )
    }
  })

  it('finds a phone number as people write it', async () => {
    for (const { phone } of sample().filter((one) => one.phone)) {
      const digits = plain(phone ?? '')
      const national = `0${digits.slice(2)}`
      const written = [
        digits,
        `+${digits}`,
        phone ?? '',
        national,
        `${national.slice(0, 3)}-${national.slice(3, 6)} ${national.slice(6)}`,
      ]
      const same = (one: Known) => one.phone !== null && plain(one.phone) === digits
      for (const keyword of written) {
        expect(await checks.expectTruth({ keyword }, same), keyword).toBeGreaterThan(0)
      }
      const ending = digits.slice(-7)
      await checks.expectTruth(
        { keyword: ending },
        (one) =>
          (one.phone !== null && plain(one.phone).endsWith(ending)) ||
          one.code.endsWith(ending) ||
          one.code.startsWith(ending),
      )
    }
  })

  it.each([
    ['nguyen', 'Nguyễn Thị Ánh'],
    ['Nguyễn', 'Nguyễn Thị Ánh'],
    ['NGUYEN THI', 'Nguyễn Thị Ánh'],
    ['anh nguyen', 'Nguyễn Thị Ánh'],
    ['dang', 'Đặng Văn Hùng'],
    ['Đặng hung', 'Đặng Văn Hùng'],
    ['siti', 'Siti binti Ahmad'],
    ['ahm', 'Siti binti Ahmad'],
    ["o'brien", "O'Brien Tan"],
    ['lim wei', 'Lim Wei Jie'],
    ['田', '田中 ケンジ|山田太郎'],
    ['田中', '田中 ケンジ'],
    ['中', '田中 ケンジ'],
    ['ケン', '田中 ケンジ'],
    ['ンジ', '田中 ケンジ'],
    ['ｹﾝｼﾞ', '田中 ケンジ'],
    ['太郎', '山田太郎'],
    ['田太', '山田太郎'],
    ['さくら', 'さくら 高橋'],
    ['高橋 さくら', 'さくら 高橋'],
    ['美', '佐藤 美咲'],
  ])('finds a name by %s', async (keyword, found) => {
    const expected = found.split('|')
    expect(await checks.expectTruth({ keyword }, ({ name }) => expected.includes(name))).toBeGreaterThan(100)
  })

  it.each(['郎太', 'guyen', 'iti', 'nguyen siti', 'zzz', 'l', '鈴木'])(
    'finds nothing by %s',
    async (keyword) => {
      expect(await checks.expectTruth({ keyword }, () => false)).toBe(0)
    },
  )

  it('finds what was ordered by its SKU', async () => {
    for (const keyword of ['LAMP-RED-01', 'lampred01', 'MUG01', '提灯', 't-shirt'])
      expect(
        await checks.expectTruth({ keyword }, ({ sku }) => plain(sku).startsWith(plain(keyword))),
        keyword,
      ).toBeGreaterThan(300)
  })

  it('joins two words with an and, of whatever kind each is', async () => {
    await checks.expectTruth(
      { keyword: 'siti mug01' },
      ({ name, sku }) => name.startsWith('Siti') && sku === 'MUG01',
    )
    const [order] = all.filter(({ name }) => name === '山田太郎')
    expect(await checks.expectTruth({ keyword: `山田 ${order?.code}` }, ({ id }) => id === order?.id)).toBe(1)
  })

  it('goes together with filters, sorts and pages, rare or common', async () => {
    const random = seeded(5)
    const isRare = (order: Known) => order.name === '田中 ケンジ'
    const isCommon = (order: Known) => order.code.startsWith('250') || order.code.endsWith('052')
    // Over 2,000 orders have it, so that the list walks until the page is full.
    expect(all.filter(isCommon).length).toBeGreaterThan(2000)
    for (let round = 0; round < 60; round++) {
      const maybe = (share: number, query: Query): Query => (random() < share ? query : {})
      const common = round % 2 === 0
      await checks.expectTruth(
        {
          keyword: common ? '250' : '田中',
          ...maybe(0.4, { status: [pick(random, orderStatuses), pick(random, orderStatuses)].join(',') }),
          ...maybe(0.3, { shop_id: String(pick(random, shops)) }),
          ...maybe(0.3, { from: '2025-03-10' }),
          ...maybe(0.3, { to: '2025-10-31' }),
          ...maybe(0.2, { is_star: '1' }),
          ...maybe(0.2, { payment_method: '1,2' }),
          ...maybe(0.6, { sort: pick(random, ['', '-']) + pick(random, Object.keys(fieldOf)) }),
          limit: pick(random, ['5', '20', '100']),
          page: pick(random, ['1', '2', '7']),
        },
        common ? (order) => order.code.startsWith('250') : isRare,
      )
    }
  })
})
