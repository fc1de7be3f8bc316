/** The timeline of a SKU: what moved it, what its shops were sent, and why it was oversold. */
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../../contract/endpoints.ts'
import { addShop, lineOf, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import {
  admin,
  count,
  keepInStep,
  keepTwoShops,
  pushes,
  run,
  running,
  sell,
  seller,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'
import { listDrifted, savePushSteps, setTargetStock } from '../push/stock-push-store.ts'

type Timeline = Reply<'GET /sku-centers/{id}/timeline'>

keepTwoShops()

const read = async (query = '', account = seller, id = skuId) => {
  const reply = await account.call(`GET /sku-centers/${id}/timeline${query}`)
  expect([query, reply.status]).toEqual([query, 200])
  return { data: reply.at<Timeline['data']>('data'), meta: reply.at<Timeline['meta']>('meta') }
}
const brief = ({ data }: { data: Timeline['data'] }) =>
  data.map((one) => [
    one.type,
    one.kind ?? one.figure,
    one.on_hand_change || one.reserved_change,
    one.on_hand_after,
  ])

/** Does what the job does once a channel has answered about a shop's listing. */
async function answer(
  shopId: number,
  step: {
    state: 'sent' | 'refused' | 'due'
    event: 'sent' | 'refused' | 'differs'
    observed?: number
    reason?: string
  },
): Promise<void> {
  const { rows } = await admin.query<{ id: string; target: number }>(
    'select p.product_sku_id as id, p.target from stock_pushes p where p.shop_id = $1',
    [shopId],
  )
  const steps = rows.map(({ id, target }) => ({
    id: Number(id),
    quantity: target,
    observed: null,
    attempts: 0,
    reason: null,
    checkAt: new Date(),
    turnAt: new Date(),
    ...step,
  }))
  await running.db.asOwner(seller.ownerId, (tx) => savePushSteps(tx, seller.ownerId, steps))
}

async function bothInStep(): Promise<void> {
  await keepInStep(shops[1])
  const key = { ownerId: seller.ownerId, shopId: shops[1] }
  await running.db.asOwner(seller.ownerId, async (tx) =>
    setTargetStock(tx, seller.ownerId, await listDrifted(tx, key)),
  )
}

describe('the timeline', () => {
  it('merges movements and what shops were sent, newest first, with what was on hand after each', async () => {
    await count(12)
    await sell('a', 'pending', 2)
    await bothInStep()
    await answer(shops[1], { state: 'sent', event: 'sent' })
    const { rows } = await admin.query<{ id: string }>(
      'select id from warehouses where is_default and owner_id = $1',
      [seller.ownerId],
    )
    const lines = [{ sku_id: skuId, change: -1 }]
    await seller.call('POST /stock-adjustments', {
      warehouse_id: Number(rows[0]?.id),
      reason: 'One broken',
      lines,
    })
    await answer(shops[0], { state: 'refused', event: 'refused', reason: 'Invalid ID.' })
    await answer(shops[1], { state: 'due', event: 'differs', observed: 11 })
    await sell('a', 'shipped', 2)
    const all = await read()
    expect(brief(all)).toEqual([
      ['movement', 'ship', -2, 9],
      ['differs', 9, 0, null],
      ['refused', 9, 0, null],
      ['movement', 'adjust', -1, 11],
      ['sent', 10, 0, null],
      ['movement', 'order', 2, 12],
      ['movement', 'import', 12, 12],
    ])
    expect(all.data).toMatchObject([
      { order: { code: `${run}-a` }, shop: { id: shops[0] } },
      { shop: { id: shops[1] }, shown: 11, order: null },
      { shop: { id: shops[0] }, reason: 'Invalid ID.' },
      { user: { name: 'seller' }, reason: 'One broken', warehouse: { id: Number(rows[0]?.id) } },
      { shop: { id: shops[1] }, order: { code: `${run}-a` } },
      { order: { code: `${run}-a` } },
      { order: null },
    ])
    expect(all.meta).toEqual({ next_after: null, refused: 1 })
  })

  it('is filtered, and goes on behind a page with the figures of the whole', async () => {
    await count(12)
    await bothInStep()
    for (const id of ['a', 'b', 'c']) {
      await sell(id, 'shipped', 2)
      await answer(shops[1], { state: 'sent', event: 'sent' })
    }
    await answer(shops[1], { state: 'refused', event: 'refused', reason: 'No.' })
    const whole = brief(await read())
    const pages: unknown[][] = []
    for (let after: string | null = ''; after !== null;) {
      const page = await read(`?limit=2${after && `&after=${after}`}`)
      pages.push(...brief(page))
      after = page.meta.next_after
    }
    expect(pages).toEqual(whole)
    expect(brief(await read('?filter=stock'))).toEqual(whole.filter(([type]) => type === 'movement'))
    expect(brief(await read('?filter=sent'))).toEqual([
      ['sent', 6, 0, null],
      ['sent', 8, 0, null],
      ['sent', 10, 0, null],
    ])
    expect(brief(await read('?filter=refused'))).toEqual([['refused', 6, 0, null]])
    expect((await seller.call(`GET /sku-centers/${skuId}/timeline?after=nothing`)).status).toBe(422)
  })

  it('names no shop and no order that the reader may not see', async () => {
    await count(12)
    await bothInStep()
    await sell('a', 'pending', 2)
    await answer(shops[1], { state: 'sent', event: 'sent' })
    await answer(shops[0], { state: 'sent', event: 'sent' })
    const viewer = await running.addStaff(
      seller.ownerId,
      { email: `timeline${run}@example.test`, role: 'viewer' },
      [shops[1]],
    )
    expect((await read('', viewer)).data).toMatchObject([
      { type: 'sent', shop: { id: shops[1] }, order: null },
      { type: 'movement', kind: 'order', shop: null, order: null },
      { type: 'movement', kind: 'import', shop: null },
    ])
  })
})

describe('an oversell', () => {
  const sale = (id: string, shopId: number, secondsAgo: number, shopSku = '100_1') =>
    putOrders(running, seller.ownerId, shopId, [
      orderOf({
        channelOrderId: `${run}-${id}`,
        placedAt: new Date(Date.now() - secondsAgo * 1000),
        lines: [lineOf({ shopSku })],
      }),
    ])

  /** Two lanterns that a third shop, and the two others, sell as one thing. */
  async function listBundle(): Promise<{ bundle: number; third: number }> {
    const third = await addShop(running, seller.ownerId, `run ${run} three`)
    const skus = [skuOf({ sellerSku: `pair-${run}`, shopSku: '300_1' })]
    const product = productOf({ channelProductId: '300', name: 'Pair of lanterns', skus })
    for (const shopId of [...shops, third]) {
      await putProducts(running, { ownerId: seller.ownerId, shopId }, [product])
      await keepInStep(shopId)
    }
    const bundle = (await seller.call(`GET /sku-centers?keyword=pair-${run}`)).at<number>('data.0.id')
    const parts = [{ sku_id: skuId, quantity: 2 }]
    expect((await seller.call(`PUT /sku-centers/${bundle}`, { parts })).status).toBe(200)
    return { bundle, third }
  }

  it('names both orders, how long each was unknown, and when the other shop was sent 0', async () => {
    await count(1)
    await bothInStep()
    await sale('first', shops[0], 9)
    await sale('second', shops[1], 4)
    expect((await pushes()).map(({ target }) => target)).toEqual([0, 0])
    const before = (await read()).data.find((one) => one.oversell)?.oversell
    expect(before).toMatchObject({ pieces: 1, zero_at: null, buffer: 0 })
    await answer(shops[1], { state: 'sent', event: 'sent' })
    const [found, ...rest] = (await read()).data.filter((one) => one.oversell)
    expect(rest).toEqual([])
    expect(found?.oversell?.sales).toMatchObject([
      { order: { code: `${run}-first` }, shop: { id: shops[0] } },
      { order: { code: `${run}-second` }, shop: { id: shops[1] } },
    ])
    const [first, second] = found?.oversell?.sales ?? []
    expect(first?.seconds).toBeGreaterThanOrEqual(9)
    expect(second?.seconds).toBeGreaterThanOrEqual(4)
    expect(Date.parse(found?.oversell?.zero_at ?? '')).toBeGreaterThan(Date.parse(second?.placed_at ?? ''))
  })

  it('leaves the later order short, and says so until there are enough', async () => {
    await count(1)
    await sale('first', shops[0], 9)
    await sale('second', shops[1], 4)
    const missingOf = async (id: string) => {
      const found = await seller.call(`GET /orders/filter?keyword=${run}-${id}`)
      return (await seller.call(`GET /orders/${found.at<number>('data.0.id')}`)).at('data.missing_stock')
    }
    const missing = async () => [await missingOf('first'), await missingOf('second')]
    expect(await missing()).toEqual([
      [],
      [{ sku_id: skuId, code: `lantern-${run}`, pieces: 1, warehouse_id: expect.any(Number) }],
    ])
    const { rows } = await admin.query<{ id: string }>(
      'select id from warehouses where is_default and owner_id = $1',
      [seller.ownerId],
    )
    await seller.call('POST /stock-receipts', {
      warehouse_id: Number(rows[0]?.id),
      lines: [{ sku_id: skuId, quantity: 1 }],
    })
    expect(await missing()).toEqual([[], []])
  })

  it('says that the shop of the second sale is sent no stock', async () => {
    await count(1)
    await sale('first', shops[0], 9)
    await sale('second', shops[1], 4)
    const found = (await read()).data.find((one) => one.oversell)?.oversell
    expect(found).toMatchObject({ pieces: 1, zero_at: null, is_synced: false })
    await bothInStep()
    expect((await read()).data.find((one) => one.oversell)?.oversell).toMatchObject({ is_synced: true })
  })

  it('is none of orders that were here before the first count, however few it found', async () => {
    await sale('first', shops[0], 9)
    await sale('second', shops[1], 4)
    const { rows } = await admin.query<{ id: string }>(
      'select id from warehouses where is_default and owner_id = $1',
      [seller.ownerId],
    )
    const counted = await seller.call('POST /stock-adjustments', {
      warehouse_id: Number(rows[0]?.id),
      reason: 'First count',
      lines: [{ sku_id: skuId, change: 1 }],
    })
    expect(counted.at('data.figures')).toMatchObject([{ on_hand: 1, reserved: 2, available: -1 }])
    expect((await read()).data.filter((one) => one.oversell)).toEqual([])
    await sale('third', shops[1], 1)
    const [third, ...rest] = (await read()).data.filter((one) => one.oversell)
    expect(third?.order).toMatchObject({ code: `${run}-third` })
    expect(rest).toEqual([])
  })

  it('of a bundle looks for what the shop was sent of the bundle, and both name each other', async () => {
    await count(3)
    const { bundle, third } = await listBundle()
    await sale('pair', shops[1], 9, '300_1')
    await answer(third, { state: 'sent', event: 'sent' })
    await sale('single', shops[0], 6)
    await sale('second', third, 3, '300_1')
    const { data } = await read()
    const [found, ...rest] = data.filter((one) => one.oversell)
    expect(rest).toEqual([])
    expect(found).toMatchObject({ bundle: { id: bundle, name: 'Pair of lanterns' }, oversell: { pieces: 2 } })
    expect(found?.oversell?.sales).toMatchObject([
      { order: { code: `${run}-single` }, shop: { id: shops[0] } },
      { order: { code: `${run}-second` }, shop: { id: third } },
    ])
    // The page of the bundle has what its sales moved of its parts, and what they oversold.
    const part = { id: skuId, name: expect.any(String) as string }
    const moved = { type: 'movement', kind: 'order', on_hand_after: null, bundle: null, part }
    const own = (await read('', seller, bundle)).data
    expect(own).toMatchObject([
      { ...moved, reserved_change: 2, order: { code: `${run}-second` }, oversell: found?.oversell },
      {
        type: 'sent',
        shop: { id: third },
        figure: 0,
        order: { code: `${run}-pair` },
        bundle: null,
        part: null,
      },
      { ...moved, reserved_change: 2, order: { code: `${run}-pair` }, oversell: null },
    ])
    expect(found?.oversell?.zero_at).toBe(own[1]?.at)
    const pages = [await read('?limit=1', seller, bundle)]
    while (pages.at(-1)?.meta.next_after && pages.length < 5)
      pages.push(await read(`?limit=1&after=${pages.at(-1)?.meta.next_after}`, seller, bundle))
    expect(pages.flatMap(({ data: page }) => page)).toEqual(own)
  })

  it('names no bundle that none of the reader’s shops lists', async () => {
    await count(9)
    await listBundle()
    // The first shop sells the bundle no more.
    await admin.query('delete from product_skus where shop_id = $1 and shop_sku = $2', [shops[0], '300_1'])
    await admin.query('update skus set shop_ids = array_remove(shop_ids, $1) where name = $2', [
      shops[0],
      'Pair of lanterns',
    ])
    await sale('pair', shops[1], 9, '300_1')
    const email = `part-${run}@example.test`
    const member = await running.addStaff(seller.ownerId, { email, role: 'manager' }, [shops[0]])
    const bundlesOf = async (user: typeof seller) => {
      const moves = await user.call(`GET /stock-movements?sku_id=${skuId}`)
      const rows = [...(await read('', user)).data, ...moves.at<{ bundle: unknown; kind?: string }[]>('data')]
      return rows.filter((row) => row.bundle !== null).length
    }
    expect(await bundlesOf(seller)).toBe(2)
    expect(await bundlesOf(member)).toBe(0)
  })

  it('is none where a person lets fewer pieces be left than orders have reserved, or one order is shipped', async () => {
    await count(2)
    await sale('only', shops[0], 5)
    const { rows } = await admin.query<{ id: string }>(
      'select id from warehouses where is_default and owner_id = $1',
      [seller.ownerId],
    )
    const body = { warehouse_id: Number(rows[0]?.id), reason: 'Lost', allow_negative: true }
    await seller.call('POST /stock-adjustments', { ...body, lines: [{ sku_id: skuId, change: -2 }] })
    expect((await read()).data.filter((one) => one.oversell)).toEqual([])
  })
})
