/** Pick waves: what many orders need, by bin, ticked by several people at once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'

let running: TestConsole
let seller: Account
let packer: Account
let ids: number[]
let shopId: number

type Line = {
  line: number
  code: string
  bin: string | null
  quantity: number
  picked: number
  is_short: boolean
}

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  packer = await running.addStaff(seller.ownerId, { email: 'packer@example.test', role: 'operator' })
  shopId = await addShop(running, seller.ownerId, 'shop')
  const orders = [3, 1, 2].map((quantity, at) =>
    orderOf({
      channelOrderId: `2611WAVE${at}`,
      status: 'ready_to_ship',
      shipBy: new Date(Date.now() + (at + 1) * 3_600_000),
      lines: [
        lineOf({ shopSku: '100_1', sellerSku: 'CUP-01', name: 'Cup', quantity }),
        lineOf({ shopSku: `200_${at}`, sellerSku: `LAMP-${at}`, name: 'Lamp', quantity: 1 }),
      ],
    }),
  )
  const again = (channelProductId: string) =>
    productOf({
      channelProductId,
      skus: [skuOf({ shopSku: '100_1', sellerSku: 'CUP-01', channelSkuId: '1' })],
    })
  // A listing that was made anew under the code of the old one counts no piece twice.
  await putProducts(running, { ownerId: seller.ownerId, shopId }, [again('1'), again('2')])
  ids = (await putOrders(running, seller.ownerId, shopId, orders)).created
})
afterAll(() => running?.stop())

async function begin(): Promise<number> {
  const begun = await seller.call('POST /pick-waves', { name: 'Morning', order_ids: ids })
  expect(begun.status).toBe(201)
  return begun.at<number>('data.id')
}
const tick = (id: number, ticks: object[], who = seller) =>
  who.call(`POST /pick-waves/${id}/ticks`, { ticks })
const linesOf = async (id: number) => (await seller.call(`GET /pick-waves/${id}`)).at<Line[]>('data.lines')

it('sums the quantities of all orders', async () => {
  const id = await begin()
  const lines = await linesOf(id)
  expect(lines.map(({ code, quantity }) => [code, quantity])).toEqual([
    ['CUP-01', 6],
    ['LAMP-0', 1],
    ['LAMP-1', 1],
    ['LAMP-2', 1],
  ])
  const list = await packer.call('GET /pick-waves')
  expect(list.at('data.0')).toMatchObject({ id, name: 'Morning', order_count: 3, quantity: 9, picked: 0 })
})

it('takes the ticks of two people at once, also when one is sent again', async () => {
  const id = await begin()
  await Promise.all([
    tick(id, [{ line: 1, picked: 6 }]),
    tick(id, [{ line: 1, picked: 6 }], packer),
    tick(id, [{ line: 2, picked: 1 }], packer),
  ])
  expect((await linesOf(id)).map(({ picked }) => picked)).toEqual([6, 1, 0, 0])
  expect((await tick(id, [{ line: 3, picked: 99 }])).at('data')).toMatchObject({ picked: 8, ended_at: null })
  expect((await tick(id, [{ line: 4, picked: 1 }])).at('data.ended_at')).not.toBeNull()
  expect((await tick(id, [{ line: 4, picked: 0 }])).at('data.ended_at')).toBeNull()
})

it('ends with what is short, and says which orders wait', async () => {
  const id = await begin()
  await tick(
    id,
    [2, 3, 4].map((line) => ({ line, picked: 1 })),
  )
  const ended = await tick(id, [{ line: 1, picked: 4, is_short: true }])
  expect(ended.at('data')).toMatchObject({ picked: 7, quantity: 9 })
  expect(ended.at('data.ended_at')).not.toBeNull()
  const wave = await seller.call(`GET /pick-waves/${id}`)
  expect(wave.at('data.lines.0')).toMatchObject({
    is_short: true,
    changed_by: 'seller',
    waiting: [{ id: ids[2], code: '2611WAVE2', missing: 2 }],
  })
})

it('lists the parts of a bundle, which lie on the shelves', async () => {
  const products = ['SAUCER-01', 'SET-01'].map((code, at) =>
    productOf({ channelProductId: code, skus: [skuOf({ shopSku: `300_${at}`, sellerSku: code })] }),
  )
  await putProducts(running, { ownerId: seller.ownerId, shopId }, products)
  const skuId = async (code: string) =>
    (await seller.call(`GET /sku-centers?keyword=${code}`)).at<number>('data.0.id')
  const [cup, saucer, set] = [await skuId('CUP-01'), await skuId('SAUCER-01'), await skuId('SET-01')]
  const parts = [
    { sku_id: cup, quantity: 2 },
    { sku_id: saucer, quantity: 1 },
  ]
  const changed = await seller.call(`PUT /sku-centers/${set}`, { parts })
  expect([changed.status, changed.body]).toEqual([200, expect.anything()])
  const order = orderOf({
    channelOrderId: '2611BUNDLE',
    status: 'ready_to_ship',
    lines: [
      lineOf({ shopSku: '300_1', sellerSku: 'SET-01', name: 'Tea set', quantity: 3 }),
      lineOf({ shopSku: '100_1', sellerSku: 'CUP-01', name: 'Cup', quantity: 1 }),
    ],
  })
  const { created } = await putOrders(running, seller.ownerId, shopId, [order])
  const begun = await seller.call('POST /pick-waves', { name: 'Sets', order_ids: created })
  const lines = await linesOf(begun.at('data.id'))
  expect(lines.map(({ code, quantity }) => [code, quantity])).toEqual([
    ['CUP-01', 7],
    ['SAUCER-01', 3],
  ])
})

it('is not for strangers, nor for people without its shops', async () => {
  const id = await begin()
  const stranger = await running.signUp('stranger')
  const elsewhere = await running.addStaff(
    seller.ownerId,
    { email: 'elsewhere@example.test', role: 'operator' },
    [999_999],
  )
  for (const who of [stranger, elsewhere]) {
    expect((await who.call(`GET /pick-waves/${id}`)).status).toBe(404)
    expect((await tick(id, [{ line: 1, picked: 1 }], who)).status).toBe(404)
    expect((await who.call('GET /pick-waves')).at('data')).toEqual([])
    expect((await who.call('POST /pick-waves', { name: 'X', order_ids: ids })).status).toBe(404)
  }
  expect((await seller.call(`DELETE /pick-waves/${id}`)).status).toBe(204)
  expect((await seller.call(`GET /pick-waves/${id}`)).status).toBe(404)
})
