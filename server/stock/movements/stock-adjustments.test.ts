/** Corrections of the ledger by people, and what they do to the listings. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../../contract/endpoints.ts'
import type { Role } from '../../../model/permissions.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { ledgerErrors } from '../../../test/steps/oracle.ts'
import {
  addSku,
  admin,
  before,
  count,
  figures,
  keepTwoShops,
  pushes,
  running,
  sell,
  seller,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'

type Movement = Reply<'GET /stock-movements'>['data'][number]

keepTwoShops()

describe('an adjustment', () => {
  let warehouse: number

  beforeEach(async () => {
    warehouse = (await seller.call('GET /warehouses')).at<number>('data.0.id')
  })

  const adjust = (change: number, more: object = {}, key?: Record<string, string>) =>
    seller.call(
      'POST /stock-adjustments',
      {
        warehouse_id: warehouse,
        lines: [{ sku_id: skuId, change }],
        reason: 'Broken',
        ...more,
      },
      key,
    )

  const byPeople = async () => {
    const { rows } = await admin.query<Record<string, unknown>>(
      `select on_hand_change as change, available_after as available, reason, user_name as name, shop_id as shop,
         count(document) over (partition by document)::int as together
       from stock_movements where sku_id = $1 and kind = 'adjust' order by id`,
      [skuId],
    )
    return rows
  }

  it('moves the figures and the targets, with its reason, its person and one number for all lines', async () => {
    await count(10)
    await sell('open', 'pending', 3)
    const made = await adjust(-2)
    expect([made.status, made.at('data.figures')]).toEqual([
      201,
      [{ sku_id: skuId, warehouse_id: warehouse, on_hand: 8, reserved: 3, available: 5 }],
    ])
    expect(await figures()).toEqual([8, 3])
    expect(await pushes()).toMatchObject([{ shop: shops[0], target: 5 }])
    expect(await byPeople()).toEqual([
      { reason: 'Broken', name: 'seller', shop: null, change: -2, available: 5, together: 1 },
    ])
    expect((await ledgerErrors(running.adminUrl)).stock).toEqual([])
  })

  it('leaves no fewer than open orders hold, unless that is confirmed, and does all lines or none', async () => {
    await count(10)
    await sell('open', 'pending', 3)
    const other = await addSku()
    const refused = await adjust(0, {
      lines: [
        { sku_id: other, change: 4 },
        { sku_id: skuId, change: -8 },
      ],
    })
    expect([refused.status, Object.keys(refused.at<object>('invalid_fields'))]).toEqual([
      422,
      ['lines.1.change'],
    ])
    const { rows } = await admin.query('select from stock where sku_id = $1', [other])
    expect([await figures(), await byPeople(), rows]).toEqual([[10, 3], [], []])
    expect((await adjust(-8, { allow_negative: true })).status).toBe(201)
    expect(await figures()).toEqual([2, 3])
    expect(await pushes()).toMatchObject([{ target: 0 }])
  })

  it('never leaves less than nothing on hand, even confirmed, and names a SKU only once', async () => {
    await count(2)
    const tooMuch = await adjust(-3, { allow_negative: true })
    expect(Object.keys(tooMuch.at<object>('invalid_fields'))).toEqual(['lines.0.change'])
    const line = { sku_id: skuId, change: 1 }
    const twice = await adjust(0, { lines: [line, line] })
    expect(Object.keys(twice.at<object>('invalid_fields'))).toEqual(['lines.1.sku_id'])
    expect(await figures()).toEqual([2, 0])
  })

  it('is done once, however often it is sent with one key', async () => {
    await count(10)
    const key = { 'idempotency-key': `adjust-${skuId}` }
    const [first, again] = [await adjust(-1, {}, key), await adjust(-1, {}, key)]
    expect(again.at('data.document')).toBe(first.at('data.document'))
    expect(await figures()).toEqual([9, 0])
  })

  it('begins the ledger of a SKU that was never counted; orders placed before take nothing twice', async () => {
    await sell('open', 'pending', 3, { placedAt: before })
    expect((await adjust(10)).at('data.figures.0')).toMatchObject({
      on_hand: 10,
      reserved: 3,
      available: 7,
    })
    await sell('late', 'pending', 2, { placedAt: before })
    expect(await figures()).toEqual([10, 5])
    expect(await pushes()).toMatchObject([{ target: 5 }])
    await sell('open', 'shipped', 3, { placedAt: before })
    expect(await figures()).toEqual([7, 2])
    await sell('gone', 'shipped', 4, { placedAt: before })
    expect(await figures()).toEqual([7, 2])
  })

  it('tells when the last piece is gone', async () => {
    await count(2)
    await adjust(-2)
    const { rows } = await admin.query(
      "select from notifications where type = 'out_of_stock' and product_name = (select name from skus where id = $1)",
      [skuId],
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('finds no warehouse and no SKU of another account', async () => {
    await count(5)
    const stranger = await running.signUp(`stranger-${skuId}`)
    const theirs = (await stranger.call('GET /warehouses')).at<number>('data.0.id')
    const answers = [
      await adjust(1, { warehouse_id: theirs }),
      await stranger.call('POST /stock-adjustments', {
        warehouse_id: theirs,
        lines: [{ sku_id: skuId, change: 1 }],
        reason: 'Mine',
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(await figures()).toEqual([5, 0])
  })

  it('is open to a user who sees a shop that lists the SKU, and to nobody without the right', async () => {
    await count(5)
    const unlisting = await addShop(running, seller.ownerId, `unlisting ${skuId}`)
    const statusFor = async (role: Role, shop: number) => {
      const email = `${role}-${shop}@example.test`
      const member = await running.addStaff(seller.ownerId, { email, role }, [shop])
      const lines = [{ sku_id: skuId, change: 1 }]
      const body = { warehouse_id: warehouse, lines, reason: 'Found' }
      return (await member.call('POST /stock-adjustments', body)).status
    }
    expect(await statusFor('operator', shops[1])).toBe(201)
    expect(await statusFor('operator', unlisting)).toBe(404)
    expect(await statusFor('catalogue', shops[0])).toBe(403)
    expect(await figures()).toEqual([6, 0])
  })
  it('stands in the list of movements, page by page, beside the orders', async () => {
    await count(10)
    await sell('open', 'pending', 3)
    const made = await adjust(-2)
    const list = `GET /stock-movements?sku_id=${skuId}`
    const [newest, sale, first] = (await seller.call(list)).at<Movement[]>('data')
    expect(newest).toMatchObject({
      kind: 'adjust',
      on_hand_change: -2,
      available_after: 5,
      document: made.at('data.document'),
      reason: 'Broken',
      shop: null,
      order: null,
    })
    expect(newest?.user?.name).toMatch(/./)
    expect(sale).toMatchObject({ kind: 'order', reserved_change: 3, user: null, shop: { id: shops[0] } })
    expect(sale?.order?.code).toMatch(/./)
    const page = await seller.call(`${list}&limit=2`)
    const rest = await seller.call(`${list}&after=${page.at<number>('meta.next_after')}`)
    expect([rest.at('data.0.id'), rest.at('data.length'), rest.at('meta.next_after')]).toEqual([
      first?.id,
      1,
      null,
    ])
    const found = async (more: string) => (await seller.call(`${list}&${more}`)).at<number>('data.length')
    expect(await Promise.all(['kind=adjust', 'warehouse_id=1', 'to=2020-01-01'].map(found))).toEqual([
      1, 0, 0,
    ])
    // Another shop's order is not told of to those who may not see that shop.
    const email = `packer-${skuId}@example.test`
    const packer = await running.addStaff(seller.ownerId, { email, role: 'operator' }, [shops[1]])
    expect((await packer.call(`${list}&kind=order`)).at('data.0')).toMatchObject({ shop: null, order: null })
  })
})
