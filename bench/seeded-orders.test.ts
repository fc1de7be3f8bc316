/** The bench measures the product only as long as its data is what the product itself would have stored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rebuildFigures } from '../server/analytics/rebuild-figures-store.ts'
import type { OrderAddress } from '../model/order.ts'
import { orderTerms } from '../server/orders/intake/order-terms.ts'
import { openDatabase } from '../server/db/database.ts'
import { openBenchServer, selectIn } from '../test/steps/bench-data.ts'
import { ledgerErrors, noErrors } from '../test/steps/oracle.ts'
import { withClient } from './bench-database.ts'
import { copyOrders } from './copied-orders.ts'
import { bigOwnerEmail, schemaMark, seedOrders, type SeededData } from './seed-orders.ts'

type Searched = {
  code: string
  tracking: string | null
  address: OrderAddress | null
  phone: string | null
  buyer: string
  lines: { sellerSku: string; shopSku: string }[]
  terms: string[]
}

const count = 400
const server = openBenchServer()
let seeded: SeededData
let owner = ''
const copies = 'bench_copies'
const empty = 'bench_empty'

const rowsOf = <Row extends object>(database: string, text: string, values: unknown[] = []) =>
  selectIn<Row>(server, database, text, values)

beforeAll(async () => {
  // As a run leaves it that was broken off: it has the name of the data, but is none of it.
  await server.create(`orders_${count}_${schemaMark()}_draft`)
  seeded = await seedOrders(server, count, () => {}, 2)
  const [found] = await rowsOf<{ id: string }>(
    seeded.database,
    'select owner_id as id from sign_ins where email = $1',
    [bigOwnerEmail],
  )
  owner = found?.id ?? ''
  await server.create(copies, seeded.database)
  await server.create(empty)
  await withClient(server.adminUrl(copies), (client) => copyOrders(client, owner, () => {}))
})

afterAll(async () => {
  await server.drop(copies)
  await server.drop(empty)
  await server.drop(seeded.database)
  await server.stop()
})

const both = () =>
  [
    ['loaded', seeded.database],
    ['copied', copies],
  ] as const

describe('orders of the bench', () => {
  it('are there once, and found ready by the next run', async () => {
    const again = await seedOrders(server, count, () => {}, 2)
    expect(again).toEqual({ database: seeded.database, orders: count, seconds: 0 })
    expect(await server.exists(`${seeded.database}_draft`)).toBe(false)
    const counted = 'select count(*)::int as orders from orders where owner_id = $1'
    expect(await rowsOf(seeded.database, counted, [owner])).toEqual([{ orders: count }])
    expect(await rowsOf(copies, counted, [owner])).toEqual([{ orders: 10 * count }])
  })

  it.each([0, 1])('leave every figure that the product keeps as it would be (%i)', async (at) => {
    const [, database] = both()[at] ?? []
    expect(await ledgerErrors(server.adminUrl(database ?? ''))).toEqual(noErrors)
  })

  it.each([0, 1])('leave nothing that counting anew would correct (%i)', async (at) => {
    const [, database] = both()[at] ?? []
    const db = openDatabase(server.url(database ?? ''), { connections: 1 })
    const changed = await db.asOwner(owner, (tx) => rebuildFigures(tx, owner))
    await db.close()
    expect(Object.entries(changed).filter(([, days]) => days.length > 0)).toEqual([])
  })

  it.each([0, 1])('are found by the words by which the product finds them (%i)', async (at) => {
    const [, database = ''] = both()[at] ?? []
    const [numbered] = await rowsOf<{ number: number }>(
      database,
      'select number::int from owners where owner_id = $1',
      [owner],
    )
    const orders = await rowsOf<Searched>(
      database,
      `select o.channel_order_id as code, o.tracking_number as tracking, o.address, o.buyer_phone as phone,
         left(c.channel_buyer_id, 12) as buyer,
         (select json_agg(json_build_object('sellerSku', i.seller_sku, 'shopSku', i.shop_sku)) from order_items i
           where i.owner_id = $1 and i.order_id = o.id) as lines,
         tsvector_to_array(q.terms) as terms
       from orders o join order_search q on q.owner_id = $1 and q.order_id = o.id
       join customers c on c.owner_id = $1 and c.id = o.customer_id where o.owner_id = $1
       order by hashint8(o.id) limit 200`,
      [owner],
    )
    for (const { code, tracking, address, phone, buyer, lines, terms } of orders) {
      const made = orderTerms(numbered?.number ?? 0, {
        channelOrderId: code,
        packages: [{ trackingNumber: tracking }],
        address: address && { ...address, phone },
        // A copy has the name that its buyer chose, and a number of its own.
        buyer: { name: `user_${buyer}` },
        lines,
      })
      expect(terms.toSorted()).toEqual(made.toSorted())
    }
    expect(orders).toHaveLength(200)
  })

  it('of copies have customers who are found by their phones alone', async () => {
    const others = await rowsOf(
      copies,
      `select c.id, c.phone, q.terms from customers c join customer_search q on q.owner_id = $1 and q.customer_id = c.id
       where c.owner_id = $1 and not q.terms::text like '%' || right(c.phone, 8) || '%' limit 3`,
      [owner],
    )
    expect(others).toEqual([])
  })

  it('have all indexes of the product when they are there', async () => {
    const text = "select indexdef from pg_indexes where schemaname = 'public' order by 1"
    const [made, product] = [await rowsOf(seeded.database, text), await rowsOf(empty, text)]
    expect(made).toEqual(product)
    expect(await rowsOf(copies, text)).toEqual(product)
  })
})
