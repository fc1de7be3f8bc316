/** Orders of TikTok Shop in several packages, over real HTTP, connector against marketplace. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Shipping, Splitting } from '../../connectors/shipping.ts'
import { noChoice } from '../../model/parcel.ts'
import { startSelling, type Selling } from '../steps/selling-session.ts'

const shopId = '7494726673780148744'
const choice = { ...noChoice, mode: 'dropoff' } as const

let selling: Selling
let shipping: Shipping
let splitting: Splitting
let made = 0

beforeEach(async () => {
  selling = await startSelling('tiktok', shopId)
  ;({ shipping, splitting } = selling.connector as Required<typeof selling.connector>)
})
afterEach(() => selling.close())

/** An order that TikTok Shop's couriers carry. */
async function sell(lines: [string, string, number, number][]): Promise<string> {
  const order = { ref: `order-${made++}`, lines, status: 'AWAITING_SHIPMENT', cod: false }
  const action = { shop_id: shopId, order, force: true }
  const { order_id: id } = await selling.control<{ order_id: string }>('orders', action)
  const found = selling.sandbox.tiktok.book.find(id)
  if (found) found.isOwnCourier = false
  return id
}

const skusOf = (id: string) => (selling.sandbox.tiktok.book.find(id)?.units ?? []).map(({ skuId }) => skuId)

describe('an order', () => {
  const lines: [string, string, number, number][] = [
    ['CUP', 'Tea Cup', 2, 12.5],
    ['POT', 'Tea Pot', 1, 40],
  ]
  /** Two parcels, the pots apart. */
  function parcelsFor(channelOrderId: string) {
    const [cups, pots] = [...Map.groupBy(skusOf(channelOrderId), (sku) => sku)].map(([shopSku, units]) => [
      { shopSku, quantity: units.length },
    ])
    return [cups ?? [], pots ?? []]
  }
  const packed = async (channelOrderId: string) =>
    (await selling.connector.orders?.get(selling.session, [channelOrderId]))?.items[0]?.packages ?? []

  it('makes packages that are shipped one by one, and puts them together until one is', async () => {
    const channelOrderId = await sell(lines)
    const parcels = parcelsFor(channelOrderId)
    await splitting.split(selling.session, { channelOrderId, parcels })
    expect((await packed(channelOrderId)).map((one) => one.lines)).toEqual(parcels)
    await splitting.unsplit(selling.session, channelOrderId)
    expect((await packed(channelOrderId)).map((one) => one.lines)).toEqual([undefined])
    await splitting.split(selling.session, { channelOrderId, parcels })
    const [, second] = await packed(channelOrderId)
    const parcel = { channelOrderId, channelPackageId: second?.channelPackageId ?? '' }
    expect(await shipping.arrange(selling.session, [{ parcel, choice }])).toMatchObject([
      { ...parcel, isDone: true },
    ])
    const statuses = (await packed(channelOrderId)).map((one) => splitting.openIn.includes(one.channelStatus))
    expect(statuses).toEqual([true, false])
    await expect(splitting.unsplit(selling.session, channelOrderId)).rejects.toMatchObject({
      kind: 'refused',
      channelCode: '21011035',
    })
  })

  it('says before it asks why an order stays whole, and tells by what lies where whether a split arrived', async () => {
    const single = await sell([['CUP', 'Tea Cup', 2, 12.5]])
    const [shopSku = ''] = skusOf(single)
    const apart = [[{ shopSku, quantity: 1 }], [{ shopSku, quantity: 1 }]]
    await expect(
      splitting.split(selling.session, { channelOrderId: single, parcels: apart }),
    ).rejects.toMatchObject({ kind: 'refused', message: expect.stringMatching(/same sku/) })
    const channelOrderId = await sell(lines)
    const parcels = parcelsFor(channelOrderId)
    await selling.loseAnswer(`/fulfillment/202309/orders/${channelOrderId}/split`)
    await expect(splitting.split(selling.session, { channelOrderId, parcels })).rejects.toMatchObject({
      kind: 'try-later',
    })
    expect((await packed(channelOrderId)).map((one) => one.lines)).toEqual(parcels)
  })
})
