/** Requests of one account at one moment: each finds what the one before it has done, and no limit is exceeded. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mostOpenBulkPublishes } from '../../model/bulk-publish.ts'
import { mostTemplates } from '../../model/product-template.ts'
import { segmentLimits } from '../../model/segment.ts'
import { mostPrintAgents } from '../../model/print-job.ts'
import { mostSalesAreas } from '../../model/sales-area.ts'
import { mostWarehouses } from '../../model/warehouse.ts'
import { mostTemplateImages } from '../../server/templates/template-image-routes.ts'
import { startTestConsole, type Account, type Answer, type TestConsole } from '../start-test-console.ts'
import { lockRow } from '../steps/row-lock.ts'
import { addShop, orderOf, putOrders } from '../steps/stored-orders.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(() => running?.stop())

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const fill = (statement: ReturnType<typeof sql>) =>
  running.db.asOwner(seller.ownerId, (tx) => statement.execute(tx))

it('two segments that take one name get it one after the other', async () => {
  for (const round of numbers(5)) {
    const made = await Promise.all(
      numbers(2).map((at) => seller.call('POST /customers/shortlists', { name: `Round ${round} ${at}` })),
    )
    const renamed = await Promise.all(
      made.map((one) =>
        seller.call(`PUT /customers/shortlists/${one.at<number>('data.id')}`, { name: `Taken ${round}` }),
      ),
    )
    expect(statusesOf(renamed)).toEqual([200, 422])
  }
})

it('a segment is removed while customers are added to it', async () => {
  const customers = await knownCustomers(40)
  for (const round of numbers(5)) {
    const made = await seller.call('POST /customers/shortlists', { name: `Short-lived ${round}` })
    const path = `/customers/shortlists/${made.at<number>('data.id')}`
    const [removed, ...added] = await Promise.all([
      seller.call(`DELETE ${path}`),
      ...numbers(4).map(() => seller.call(`POST ${path}/add-customers`, { customer_ids: customers })),
    ])
    expect(removed?.status).toBe(204)
    for (const { status } of added) expect([200, 404]).toContain(status)
  }
})

it('no limit is exceeded', async () => {
  const { ownerId } = seller
  await fill(sql`delete from shortlists where owner_id = ${ownerId}`)
  await fill(sql`insert into shortlists (owner_id, id, name, created_by, created_by_name, created_at, updated_at)
    select ${ownerId}::uuid, n + 1000000000, 'Filled ' || n, 1, 'x', now(), now() from generate_series(1, ${segmentLimits.segments - 1}::int) n`)
  await fill(sql`insert into product_templates (owner_id, id, content, name, product_sku, platform_ids, sku_count, stock_total,
      image_ids, terms, created_by, updated_by, updated_by_name, created_at, updated_at)
    select ${ownerId}::uuid, n + 1000000000, '{}', 'Filled', '', '{}', 0, 0, '{}', '', 1, 1, 'x', now(), now()
    from generate_series(1, ${mostTemplates - 1}::int) n`)
  await fill(sql`insert into listing_images (owner_id, id, shop_id, hash, bytes, width, height, used_at)
    select ${ownerId}::uuid, n + 1000000000, 0, 'hash' || n, '', 1, 1, now() from generate_series(1, ${mostTemplateImages - 1}::int) n`)
  await fill(sql`delete from warehouses where owner_id = ${ownerId} and not is_default`)
  await fill(sql`insert into warehouses (owner_id, id, name, kind, is_default, created_at, updated_at)
    select ${ownerId}::uuid, n + 1000000000, 'Filled', 'virtual', false, now(), now() from generate_series(1, ${mostWarehouses - 2}::int) n`)
  await fill(sql`insert into sales_areas (owner_id, id, name, shop_ids, warehouse_ids, regions, is_default, created_at, updated_at)
    select ${ownerId}::uuid, n + 1000000000, 'Filled', '{}', '{1}', '[]', false, now(), now() from generate_series(1, ${mostSalesAreas - 1}::int) n`)
  await fill(sql`insert into print_agents (owner_id, id, name, token_hash, created_name, created_at)
    select ${ownerId}::uuid, n + 1000000000, 'Filled', int8send(n::bigint), 'x', now() from generate_series(1, ${mostPrintAgents - 1}::int) n`)
  const segments = numbers(6).map((at) => seller.call('POST /customers/shortlists', { name: `Last ${at}` }))
  expect(statusesOf(await Promise.all(segments))).toEqual([201, 409, 409, 409, 409, 409])
  const warehouses = numbers(6).map((at) => seller.call('POST /warehouses', { name: `Last ${at}` }))
  expect(statusesOf(await Promise.all(warehouses))).toEqual([201, 409, 409, 409, 409, 409])
  await fill(sql`delete from warehouses where owner_id = ${ownerId} and not is_default`)
  const listed = await seller.call('GET /warehouses')
  const warehouse_ids = [listed.at<number>('data.0.id')]
  const areas = numbers(6).map((at) =>
    seller.call('POST /sales-areas', { name: `Last ${at}`, warehouse_ids }),
  )
  expect(statusesOf(await Promise.all(areas))).toEqual([201, 409, 409, 409, 409, 409])
  const agents = numbers(6).map((at) => seller.call('POST /print-agents', { name: `Last ${at}` }))
  expect(statusesOf(await Promise.all(agents))).toEqual([201, 409, 409, 409, 409, 409])
  const templates = numbers(6).map((at) => seller.call('POST /product-template', { name: `Last ${at}` }))
  expect(statusesOf(await Promise.all(templates))).toEqual([201, 409, 409, 409, 409, 409])
  const pictures = await Promise.all(numbers(6).map((at) => upload(at)))
  expect(pictures.toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422, 422])
  const bulk = numbers(mostOpenBulkPublishes + 5).map(() =>
    seller.call('POST /product-template/bulk-upload', { template_ids: [1] }),
  )
  expect(statusesOf(await Promise.all(bulk)).filter((status) => status < 300)).toHaveLength(
    mostOpenBulkPublishes,
  )
})

it('no shop is disconnected that is just being given a warehouse', async () => {
  const shopId = await addShop(running, seller.ownerId, 'Bound')
  const made = await seller.call('POST /warehouses', { name: 'Elsewhere' })
  const warehouse = made.at<number>('data.id')
  const row = await lockRow(running.adminUrl, 'select from shops where id = $1 for no key update', [shopId])
  const bound = seller.call(`PUT /shops/${shopId}`, { warehouse_id: warehouse })
  await row.waiting(1)
  const removed = seller.call(`DELETE /shops/${shopId}`)
  await row.waiting(2)
  await row.release()
  expect([(await bound).status, (await removed).status]).toEqual([200, 409])
})

async function knownCustomers(count: number): Promise<number[]> {
  const shopId = await addShop(running, seller.ownerId, 'Shop')
  await putOrders(
    running,
    seller.ownerId,
    shopId,
    numbers(count).map((at) =>
      orderOf({ channelOrderId: `O${at}`, buyer: { channelBuyerId: `b${at}`, name: `Buyer ${at}` } }),
    ),
  )
  const listed = await seller.call(`GET /customers?limit=${count}`)
  return listed.at<{ id: number }[]>('data').map(({ id }) => id)
}

async function upload(at: number): Promise<number> {
  const bytes = await sharp({
    create: { width: 600, height: 600, channels: 3, background: { r: at * 20, g: 90, b: 30 } },
  })
    .jpeg()
    .toBuffer()
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const { status } = await fetch(`${running.url}/api/v2/product-template/upload-image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.token}` },
    body,
  })
  return status
}
