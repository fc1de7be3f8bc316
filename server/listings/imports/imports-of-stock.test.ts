/** Imports of stock and links: bundles, first figures, SKUs of several listings, and what an undo meets. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { checkFile, csvOf, problemsOf, runImport, take, upload } from '../../../test/steps/import-steps.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { productOf, putProducts, skuOf } from '../../../test/steps/stored-products.ts'
import { countStock } from '../../stock/ledger/first-figure-store.ts'

let running: TestConsole
let seller: Account
let shops: [number, number]
let lamp: number
let cup: number
let warehouse: string
let names = 0
const gifts = () => `Gifts ${names}`
const official = () => `Official ${names}`

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

const special = { price: 999, from: new Date('2026-05-01T00:00:10Z'), to: new Date('2099-05-08T15:59:59Z') }

/** LAMP is sold in two shops and has a figure, CUP is sold in one and has none. */
beforeEach(async () => {
  seller = await running.signUp(`stocks${++names}`)
  const { ownerId } = seller
  shops = [await addShop(running, ownerId, gifts(), 1), await addShop(running, ownerId, official(), 2)]
  const made = await putProducts(running, { ownerId, shopId: shops[0] }, [
    productOf({
      channelProductId: '9',
      name: 'Lamp and cup',
      skus: [
        skuOf({ channelSkuId: '1', shopSku: 'a', sellerSku: 'LAMP', price: 1290, specialPrice: special }),
        skuOf({ channelSkuId: '2', shopSku: 'b', sellerSku: 'CUP', price: 2000 }),
      ],
    }),
  ])
  ;[lamp = 0, cup = 0] = made
  const other = productOf({
    channelProductId: '77',
    name: 'Lamp',
    skus: [skuOf({ shopSku: 'd', sellerSku: 'LAMP', price: 1500 })],
  })
  await putProducts(running, { ownerId, shopId: shops[1] }, [other])
  await running.db.asOwner(ownerId, async (tx) => {
    await sql`update shops set is_stock_sync = true where owner_id = ${ownerId}`.execute(tx)
    await countStock(tx, { ownerId, shopId: shops[0] }, [{ skuId: lamp, quantity: 10 }], new Date())
  })
  warehouse = (await seller.call('GET /warehouses')).at('data.0.name')
})

/** Pieces by SKU and warehouse. */
async function figures(): Promise<Record<string, number>> {
  const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
    sql<{
      place: string
      on_hand: number
    }>`select k.prime_sku || ' in ' || w.name as place, t.on_hand from stock t
      join skus k on k.owner_id = ${seller.ownerId} and k.id = t.sku_id
      join warehouses w on w.owner_id = ${seller.ownerId} and w.id = t.warehouse_id
      where t.owner_id = ${seller.ownerId}`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ place, on_hand: onHand }) => [place, onHand]))
}

async function listingOf(shop: number, code: string) {
  const product = (await seller.call(`GET /products/filter?shop_id=${shops[shop]}`)).at<number>('data.0.id')
  const detail = await seller.call(`GET /products/${product}`)
  const variants = detail.at<{ id: number; seller_sku: string }[]>('data.product_skus.data')
  const variant = variants.find(({ seller_sku: sku }) => sku === code)
  if (!variant) throw new Error(`no listing ${code}`)
  return { product, variant: variant.id }
}

it('refuses pieces of a bundle, also of one that was made after the check, and imports the other rows', async () => {
  const rows = (own: string) =>
    csvOf([
      ['SKU code', `On hand, ${warehouse}`],
      ['CUP', own],
      ['LAMP', '50'],
    ])
  const early = await checkFile(running, seller, rows('6'), 'skus.csv')
  const parts = [{ sku_id: lamp, quantity: 2 }]
  expect((await seller.call(`PUT /sku-centers/${cup}`, { parts })).status).toBe(200)
  expect((await take(running, seller, early.id, 'commit')).summary).toMatchObject({ done: 1, left: 1 })
  expect(await figures()).toEqual({ [`LAMP in ${warehouse}`]: 50 })
  const entry = await checkFile(running, seller, rows('5'), 'skus.csv')
  expect(entry.summary).toMatchObject({ error: 1, same: 1 })
  expect(await problemsOf(seller, entry.id)).toMatchObject([
    { problems: [{ message: 'A bundle has no stock of its own. Choose its parts.' }] },
  ])
})

it('begins only the figures that the file has, and an undo ends them', async () => {
  await seller.call('POST /warehouses', { name: 'Back room' })
  const entry = await checkFile(
    running,
    seller,
    csvOf([
      ['SKU code', `On hand, ${warehouse}`, 'On hand, Back room'],
      ['LAMP', null, '44'],
      ['CUP', '7', null],
    ]),
    'skus.csv',
  )
  await take(running, seller, entry.id, 'commit')
  const begun = { [`LAMP in ${warehouse}`]: 10, 'LAMP in Back room': 44, [`CUP in ${warehouse}`]: 7 }
  expect(await figures()).toEqual(begun)
  expect((await take(running, seller, entry.id, 'undo')).summary).toMatchObject({ undone: 2 })
  expect(await figures()).toEqual({ [`LAMP in ${warehouse}`]: 10 })
  // The shop of a SKU without a figure keeps its own.
  const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
    sql`select from stock_pushes p join product_skus k on k.owner_id = ${seller.ownerId} and k.id = p.product_sku_id
      where p.owner_id = ${seller.ownerId} and k.sku_id = ${cup}`.execute(tx),
  )
  expect(rows).toEqual([])
  const sku = await seller.call(`GET /sku-centers/${cup}`)
  expect(sku.at('data.stock_total')).toBeNull()
})

it('refuses the second of two counts of one SKU', async () => {
  const entry = await checkFile(
    running,
    seller,
    csvOf([
      ['Seller SKU', 'Shop', 'On hand'],
      ['LAMP', gifts(), '40'],
      ['LAMP', official(), '45'],
    ]),
  )
  expect(entry.summary).toMatchObject({ change: 1, error: 1 })
  expect(await problemsOf(seller, entry.id)).toMatchObject([
    { row: 3, problems: [{ message: 'Also in row 2, with other values' }] },
  ])
})

it('checks the rows behind a mended one about the same listing or SKU again', async () => {
  const entry = await checkFile(
    running,
    seller,
    csvOf([
      ['Seller SKU', 'Shop', 'Price', 'On hand'],
      ['KUP', gifts(), '30', null],
      ['CUP', gifts(), '31', null],
      ['LAMP', gifts(), null, '4O'],
      ['LAMP', official(), null, '45'],
      ['CUP', official(), 'x', null],
    ]),
  )
  expect(entry.summary).toMatchObject({ change: 2, error: 3 })
  const mend = async (row: number, column: number, value: string) => {
    expect((await seller.call(`PUT /imports/${entry.id}/rows/${row}`, { column, value })).status).toBe(200)
    return (await problemsOf(seller, entry.id)).map(({ row: at, problems: [one] }) => [at, one?.message])
  }
  const unknown = [6, 'No SKU or listing has this code']
  const twice = [3, 'Also in row 2, with other values']
  expect(await mend(2, 0, 'CUP')).toEqual([twice, [4, 'Enter a whole number'], unknown])
  expect(await mend(4, 3, '40')).toEqual([twice, [5, 'Also in row 4, with other values'], unknown])
  // The first row about a listing turns to another one.
  expect(await mend(5, 0, 'KUP')).toEqual([twice, [5, 'No SKU or listing has this code'], unknown])
  const done = await take(running, seller, entry.id, 'commit')
  expect(done.summary).toMatchObject({ done: 2, error: 3 })
})

it('checks the whole file again where very many rows are about the listing of a mended one', async () => {
  const others = Array.from({ length: 101 }, () => ['CUP', gifts(), '31'])
  const rows = [['Seller SKU', 'Shop', 'Price'], ['KUP', gifts(), '30'], ...others]
  const entry = await checkFile(running, seller, csvOf(rows))
  expect(entry.summary).toMatchObject({ change: 1, same: 100, error: 1 })
  const mended = await seller.call(`PUT /imports/${entry.id}/rows/2`, { column: 0, value: 'CUP' })
  expect(mended.at('data.status')).toBe('checking')
  expect((await runImport(running, seller, entry.id)).summary).toMatchObject({ change: 1, error: 101 })
})

it('tells the columns, and exports SKUs, of an account without a warehouse yet', async () => {
  const fresh = await running.signUp(`fresh${names}`)
  const fields = await fresh.call('GET /imports/fields?kind=products')
  const file = await (await running.signUp(`other${names}`)).call('GET /sku-centers/export')
  expect([fields.status, file.status]).toEqual([200, 202])
})

it('reads a file again whose rows the database was too busy to take', async () => {
  const rows = Array.from({ length: 2000 }, () => ['CUP', gifts(), '31'])
  const { body } = await upload(running, seller, csvOf([['Seller SKU', 'Shop', 'Price'], ...rows]))
  const asOwner: typeof running.db.asOwner = (ownerId, work, options) =>
    options?.mayBeLost
      ? Promise.reject(Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }))
      : running.db.asOwner(ownerId, work, options)
  const busy = { ...running, db: { ...running.db, asOwner } }
  await expect(runImport(busy, seller, body.data.id)).rejects.toThrow('lock timeout')
  expect(await runImport(running, seller, body.data.id)).toMatchObject({ status: 'checked', rows: 2000 })
})

it('frees the rows behind one that was about the same listing and is about another now', async () => {
  const entry = await checkFile(
    running,
    seller,
    csvOf([
      ['Seller SKU', 'Shop', 'Price'],
      ['CUP', gifts(), 'x'],
      ['CUP', gifts(), '31'],
    ]),
  )
  expect(entry.summary).toMatchObject({ error: 2 })
  const mended = await seller.call(`PUT /imports/${entry.id}/rows/2`, { column: 0, value: 'LAMP' })
  expect(mended.at('data.summary')).toMatchObject({ change: 1, error: 1 })
})

it('refuses a price for all shops beside another one for one of them', async () => {
  const entry = await checkFile(
    running,
    seller,
    csvOf([
      ['Seller SKU', 'Shop', 'Price'],
      ['LAMP', gifts(), '20'],
      ['LAMP', null, '25'],
      ['LAMP', official(), '25'],
    ]),
  )
  expect(await problemsOf(seller, entry.id)).toMatchObject([
    { row: 3, problems: [{ message: 'Also in row 2, with other values' }] },
  ])
})

it('leaves a row whose former SKU was merged since, and takes the others back', async () => {
  const entry = await checkFile(
    running,
    seller,
    csvOf([
      ['Seller SKU', 'Shop', 'Price', 'SKU code'],
      ['CUP', gifts(), '25', 'LAMP'],
      ['LAMP', official(), '16', null],
    ]),
  )
  await take(running, seller, entry.id, 'commit')
  expect((await seller.call(`POST /sku-centers/${lamp}/merge`, { sku_ids: [cup] })).status).toBe(200)
  expect((await take(running, seller, entry.id, 'undo')).summary).toMatchObject({ undone: 1, left: 1 })
})

it('leaves a special price whose dates were changed since', async () => {
  const file = csvOf([
    ['Seller SKU', 'Shop', 'Special price'],
    ['LAMP', gifts(), '9,50'],
  ])
  const entry = await checkFile(running, seller, file)
  await take(running, seller, entry.id, 'commit')
  const { product, variant } = await listingOf(0, 'LAMP')
  const longer = { price: 9.5, from: '2026-05-01T00:00:10Z', to: '2088-01-01T00:00:00Z' }
  const answer = await seller.call(`PUT /products/${product}`, {
    variants: [{ id: variant, special_price: longer }],
  })
  expect(answer.status).toBe(202)
  expect((await take(running, seller, entry.id, 'undo')).summary).toMatchObject({ undone: 0, left: 1 })
})

it('leaves a price of which an earlier change goes out while the row waits', async () => {
  const { product, variant } = await listingOf(1, 'LAMP')
  await seller.call(`PUT /products/${product}`, { variants: [{ id: variant, price: 17 }] })
  const entry = await checkFile(
    running,
    seller,
    csvOf([
      ['Seller SKU', 'Shop', 'Price', 'On hand'],
      ['LAMP', official(), '16', '12'],
      ['CUP', gifts(), '26', null],
    ]),
  )
  const stock = await lockRow(running.adminUrl, 'select from stock where sku_id = $1 for update', [lamp])
  await seller.call(`POST /imports/${entry.id}/commit`)
  const done = runImport(running, seller, entry.id)
  await stock.waiting(1)
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update listing_changes set state = 'running', sent_at = now()
      where owner_id = ${seller.ownerId} and product_id = ${product}`.execute(tx),
  )
  await stock.release()
  expect((await done).summary).toMatchObject({ done: 1, left: 1 })
  expect(await problemsOf(seller, entry.id)).toMatchObject([
    { problems: [{ message: 'A change is being sent to the channel. Try again in a minute.' }] },
  ])
  expect(await figures()).toMatchObject({ [`LAMP in ${warehouse}`]: 10 })
})

const versionOf = (subject: string) =>
  `select from edit_versions where subject = '${subject}' and subject_id = $1 for update`

/** By field: cells of the file, the row that an edit and the undo wait for, and the edit. */
const edits: Record<
  string,
  () => Promise<[cells: string[], lock: [string, number], edit: [string, object?]]>
> = {
  'SKU name': async () => [
    ['LAMP', gifts(), 'A lantern of red paper'],
    [versionOf('sku'), lamp],
    [`PUT /sku-centers/${lamp}`, { name: 'A lantern of blue paper' }],
  ],
  'On hand': async () => {
    const warehouseId = (await seller.call('GET /warehouses')).at('data.0.id')
    const lines = [{ sku_id: lamp, change: 5 }]
    return [
      ['LAMP', gifts(), '40'],
      ['select from stock where sku_id = $1 for update', lamp],
      ['POST /stock-adjustments', { warehouse_id: warehouseId, reason: 'Found', lines }],
    ]
  },
  'SKU code': async () => [
    ['CUP', gifts(), 'LAMP'],
    ['select from shops where id = $1 for update', shops[0]],
    [`DELETE /sku-centers/${lamp}/product/${(await listingOf(0, 'CUP')).product}`],
  ],
  Price: async () => {
    const { product, variant } = await listingOf(1, 'LAMP')
    return [
      ['LAMP', official(), '16'],
      [versionOf('product'), product],
      [`PUT /products/${product}`, { variants: [{ id: variant, price: 17 }] }],
    ]
  },
}

it.each(Object.entries(edits))('leaves a row whose %s changes while its undo waits', async (field, find) => {
  const [cells, lock, edit] = await find()
  const entry = await checkFile(running, seller, csvOf([['Seller SKU', 'Shop', field], cells]))
  expect((await take(running, seller, entry.id, 'commit')).summary).toMatchObject({ done: 1 })
  const held = await lockRow(running.adminUrl, lock[0], [lock[1]])
  const edited = seller.call(...edit)
  await held.waiting(1)
  await seller.call(`POST /imports/${entry.id}/undo`)
  const undone = runImport(running, seller, entry.id)
  await held.waiting(2)
  await held.release()
  expect((await edited).status).toBeLessThan(300)
  expect((await undone).summary).toMatchObject({ undone: 0, left: 1 })
  expect(await problemsOf(seller, entry.id)).toMatchObject([
    { problems: [{ message: 'Changed since the import' }] },
  ])
})

it('leaves pieces whose warehouse or SKU is gone by the undo, and takes the other rows back', async () => {
  const back = (await seller.call('POST /warehouses', { name: 'Back room' })).at<number>('data.id')
  const mugs = productOf({ channelProductId: '3', name: 'Mug', skus: [skuOf({ sellerSku: 'MUG' })] })
  const mug = (await putProducts(running, { ownerId: seller.ownerId, shopId: shops[0] }, [mugs])).at(-1)
  const file = (pieces: [mug: string, lamp: string, cup: string]) =>
    csvOf([
      ['SKU code', `On hand, ${warehouse}`, 'On hand, Back room'],
      ['MUG', pieces[0], null],
      ['LAMP', null, pieces[1]],
      ['CUP', pieces[2], null],
    ])
  const first = await checkFile(running, seller, file(['4', '3', '2']), 'skus.csv')
  await take(running, seller, first.id, 'commit')
  const entry = await checkFile(running, seller, file(['0', '0', '1']), 'skus.csv')
  expect((await take(running, seller, entry.id, 'commit')).summary).toMatchObject({ done: 3 })
  expect((await seller.call(`DELETE /warehouses/${back}`)).status).toBe(200)
  expect((await seller.call(`POST /sku-centers/${lamp}/merge`, { sku_ids: [mug] })).status).toBe(200)
  expect((await take(running, seller, entry.id, 'undo')).summary).toMatchObject({ undone: 1, left: 2 })
  expect(await figures()).toMatchObject({ [`CUP in ${warehouse}`]: 2 })
})
