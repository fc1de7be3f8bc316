import { afterEach, beforeEach, expect, it } from 'vitest'
import { MY, startLinked, type Client } from './sign-call.ts'

let client: Client
let id: string

beforeEach(async () => {
  client = await startLinked()
  id = await sell([
    ['CUP', 'Tea Cup', 2, 12.5],
    ['POT', 'Tea Pot', 1, 40],
  ])
})
afterEach(() => client.sandbox.close())

let made = 0
async function sell(lines: unknown[]): Promise<string> {
  const order = { ref: `split-${made++}`, status: 'AWAITING_SHIPMENT', cod: false, lines }
  const body = { shop_id: MY, order, force: true }
  return (await client.control<{ order_id: string }>('tiktok/orders', body)).order_id
}

function order() {
  const found = client.sandbox.tiktok.book.find(id)
  if (!found) throw new Error('the order is not there')
  return found
}
const unitsOf = (sku: string) => order().units.flatMap((unit) => (unit.sku === sku ? [unit.id] : []))
const all = () => order().units.map((unit) => unit.id)

type Split = { packages: { id: string; splittable_group_id: string }[] }
const split = (...groups: string[][]) =>
  client.send<Split>('POST', `/fulfillment/202309/orders/${id}/split`, {
    splittable_groups: groups.map((ids, at) => ({ id: `g${at}`, order_line_item_ids: ids })),
  })
const ship = (parcel: string) =>
  client.send('POST', `/fulfillment/202309/packages/${parcel}/ship`, { handover_method: 'DROP_OFF' })
const ids = () => order().parcels.map((parcel) => parcel.id)

it('an order is split into groups, each a package with an id of its own, and put together again', async () => {
  order().isOwnCourier = false
  const [before] = ids()
  const { code, data } = await split(unitsOf('CUP'), unitsOf('POT'))
  expect([code, data.packages.map((one) => one.splittable_group_id)]).toEqual([0, ['g0', 'g1']])
  expect(data.packages.map((one) => one.id)).toEqual(ids())
  expect(ids()).not.toContain(before)
  const [first = '', second = ''] = ids()
  expect((await client.get<object>(`/fulfillment/202309/packages/${first}`)).data).toMatchObject({
    order_line_item_ids: unitsOf('CUP'),
    split_and_combine_tag: 'SPLIT',
  })
  expect((await ship(before ?? '')).code).toBe(21008001)
  expect((await split(all())).code).toBe(0)
  expect(ids()).toHaveLength(1)
  expect([first, second]).not.toContain(ids()[0])
  await split(unitsOf('CUP'), unitsOf('POT'))
  expect((await ship(ids()[1] ?? '')).code).toBe(0)
  expect(order().status).toBe('PARTIALLY_SHIPPING')
  expect((await split(all())).code).toBe(21011035)
})

it('groups have to hold every line item once, and one SKU together', async () => {
  const [cup = '', other = ''] = unitsOf('CUP')
  const pots = unitsOf('POT')
  const refusals = [
    [await split(unitsOf('CUP')), 21011005, /in no group/],
    [await split(all(), pots), 21011005, /in two groups/],
    [await split(all(), ['57740000']), 21011005, /no line item/],
    [await split([cup], [other, ...pots]), 21011035, /same sku/],
  ] as const
  for (const [{ code, message }, number, words] of refusals) {
    expect([code, message]).toEqual([number, expect.stringMatching(words)])
    expect(ids()).toHaveLength(1)
  }
  const nothing = await client.send('POST', `/fulfillment/202309/orders/${id}/split`, {})
  expect(nothing.code).toBe(21011005)
})

it('tells beforehand which orders can be split, and why the others cannot', async () => {
  const path = '/fulfillment/202309/orders/split_attributes'
  type Attributes = { split_attributes: { order_id: string; can_split: boolean; reason?: string }[] }
  const ask = async (...order_ids: string[]) =>
    (await client.get<Attributes>(path, { order_ids: order_ids.join(',') })).data.split_attributes
  const single = await sell([['CUP', 'Tea Cup', 2, 12.5]])
  expect(await ask(id, single)).toMatchObject([
    { order_id: id, can_split: true },
    { order_id: single, can_split: false, reason: 'split same sku in Multi Package not allow' },
  ])
  await client.control(`tiktok/orders/${id}/advance`, { action: 'request_cancel' })
  expect(await ask(id)).toMatchObject([{ can_split: false, reason: expect.stringMatching(/pending/) }])
  expect((await split(unitsOf('CUP'), unitsOf('POT'))).code).toBe(21011035)
  expect((await client.get(path, { order_ids: '' })).code).toBe(21011005)
})
