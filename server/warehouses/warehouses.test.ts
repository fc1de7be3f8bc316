/** Warehouses over real HTTP: what they take, what they refuse, and that there is always one default. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTestConsole,
  type Account,
  type Answer,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { productOf, putProducts } from '../../test/steps/stored-products.ts'
import { countStock } from '../stock/ledger/first-figure-store.ts'

let running: TestConsole
let admin: pg.Client
let owners = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

type Row = {
  id: number
  name: string
  is_default: boolean
  on_hand: number
  reserved: number
  shops: object[]
}

const signUp = () => running.signUp(`seller-${owners++}`)
const list = async (seller: Account) => (await seller.call('GET /warehouses')).at<Row[]>('data')
const add = async (seller: Account, body: object = { name: 'Back room' }) =>
  (await seller.call('POST /warehouses', body)).at<number>('data.id')
const told = (answer: Answer) => [answer.status, answer.at('code')]

/** A shop with one listing, of which 20 are counted and 3 promised. */
async function stockedShop(seller: Account): Promise<number> {
  const { ownerId } = seller
  const shopId = await addShop(running, ownerId, `${ownerId} shop`)
  const [skuId = 0] = await putProducts(running, { ownerId, shopId }, [
    productOf({ channelProductId: '100' }),
  ])
  await admin.query('update shops set is_stock_sync = true where id = $1', [shopId])
  await running.db.asOwner(ownerId, (tx) =>
    countStock(tx, { ownerId, shopId }, [{ skuId, quantity: 20 }], new Date('2026-03-01T00:00:00Z')),
  )
  const made = ['a', 'b', 'c'].map((channelOrderId) => orderOf({ channelOrderId }))
  await putOrders(running, ownerId, shopId, made)
  return shopId
}

describe('the list', () => {
  it('has a default one before anybody made any, and never a second default', async () => {
    const seller = await signUp()
    // All at once, as pages ask.
    const [seen] = await Promise.all([list(seller), list(seller), add(seller)])
    expect(seen[0]).toMatchObject({ is_default: true, on_hand: 0 })
    expect((await list(seller)).map((row) => row.is_default)).toEqual([true, false])
  })

  it('has what lies in each, and the shops bound to it', async () => {
    const seller = await signUp()
    const shopId = await stockedShop(seller)
    const id = await add(seller)
    expect(await list(seller)).toMatchObject([
      { is_default: true, on_hand: 20, reserved: 3, shops: [] },
      { id, on_hand: 0, reserved: 0, shops: [] },
    ])
    await seller.call(`PUT /shops/${shopId}`, { warehouse_id: id, begin_at_zero: true })
    // Reserved stock stays in its warehouse.
    expect(await list(seller)).toMatchObject([
      { on_hand: 20, reserved: 3, shops: [] },
      { id, on_hand: 0, reserved: 0, shops: [{ id: shopId }] },
    ])
  })

  it('comes in pages, the default one first, then by priority', async () => {
    const seller = await signUp()
    await add(seller, { name: 'Later', priority: 9 })
    await add(seller, { name: 'Sooner', priority: 1 })
    const names = (await list(seller)).map(({ name }) => name)
    expect(names.slice(1)).toEqual(['Sooner', 'Later'])
    const second = await seller.call('GET /warehouses?limit=1&page=2')
    expect([second.at('data.0.name'), second.at('meta.pagination.total')]).toEqual(['Sooner', 3])
  })
})

describe('a warehouse', () => {
  it('takes names of people and places, and gives them back', async () => {
    const seller = await signUp()
    const address = {
      street: '1 Jalan Ipoh',
      ward: null,
      district: null,
      province: 'Selangor',
      postcode: '51200',
      country: 'MY',
    }
    const made = await seller.call('POST /warehouses', {
      name: ' 本店の裏 ',
      code: 'B1',
      contact_name: '田中',
      phone: '+60 12',
      address,
    })
    expect(made.status).toBe(201)
    const saved = { name: '本店の裏', code: 'B1', contact_name: '田中', phone: '+60 12', address }
    expect(made.at('data')).toMatchObject({ ...saved, kind: 'virtual', status: 1, is_default: false })
    const path = `/warehouses/${made.at<number>('data.id')}`
    const spoken = await seller.call(`PUT ${path}`, { phone: 'abc' })
    expect([spoken.status, spoken.at('invalid_fields')]).toEqual([422, { phone: 'Enter a phone number' }])
    const wide = await seller.call(`PUT ${path}`, { phone: '０３－１２３４－５６７８' })
    expect(wide.at('data.phone')).toBe('03-1234-5678')
    const changed = await seller.call(`PUT ${path}`, { code: '', phone: null, address: { street: ' ' } })
    const left = { ...saved, code: null, phone: null, address: null }
    expect(changed.at('data')).toMatchObject(left)
    expect((await seller.call(`GET ${path}`)).at('data')).toMatchObject(left)
  })

  it.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'x', kind: 'physical' }, 'shop_id'],
    [{ name: 'x', shop_id: 5 }, 'shop_id'],
    [{ name: 'x', kind: 'magic' }, 'kind'],
    [{ name: 'x', address: { country: 'Malaysia' } }, 'address.country'],
    [{ name: 'x', priority: -1 }, 'priority'],
  ])('is not made from %j', async (body, field) => {
    const seller = await signUp()
    const refused = await seller.call('POST /warehouses', body)
    expect([refused.status, Object.keys(refused.at<object>('invalid_fields'))]).toEqual([422, [field]])
  })

  it('becomes the default one in the place of the other', async () => {
    const seller = await signUp()
    const [first] = await list(seller)
    const ids = [await add(seller), await add(seller)]
    await Promise.all(ids.map((id) => seller.call(`PUT /warehouses/${id}`, { is_default: true })))
    const rows = await list(seller)
    expect(rows.filter((row) => row.is_default)).toHaveLength(1)
    expect(ids).toContain(rows.find((row) => row.is_default)?.id)
    expect((await seller.call(`DELETE /warehouses/${first?.id}`)).status).toBe(200)
  })

  it('becomes the default one only once somebody confirmed what begins with 0 there', async () => {
    const seller = await signUp()
    await stockedShop(seller)
    const id = await add(seller)
    const refused = await seller.call(`PUT /warehouses/${id}`, { is_default: true })
    expect(told(refused)).toEqual([409, 'warehouse_lacks_figures'])
    expect(await list(seller)).toMatchObject([
      { is_default: true, on_hand: 20 },
      { id, is_default: false },
    ])
    await seller.call(`PUT /warehouses/${id}`, { is_default: true, begin_at_zero: true })
    expect(await list(seller)).toMatchObject([{ id, is_default: true, on_hand: 0 }, { on_hand: 20 }])
  })

  it('that lies idle can be bound to no shop', async () => {
    const seller = await signUp()
    const shopId = await addShop(running, seller.ownerId, `${seller.ownerId} idle`)
    const id = await add(seller)
    const rest = () => seller.call(`PUT /warehouses/${id}`, { status: 0 })
    await seller.call(`PUT /shops/${shopId}`, { warehouse_id: id })
    expect(told(await rest())).toEqual([409, 'warehouse_has_shops'])
    await seller.call(`PUT /shops/${shopId}`, { warehouse_id: null })
    expect((await rest()).at('data.status')).toBe(0)
    const refused = await seller.call(`PUT /shops/${shopId}`, { warehouse_id: id })
    expect([refused.status, refused.at('invalid_fields.warehouse_id')]).toEqual([
      422,
      'No active warehouse found',
    ])
    expect((await seller.call(`PUT /warehouses/${id}`, { is_default: true })).status).toBe(409)
    const [standard] = await list(seller)
    expect(told(await seller.call(`PUT /warehouses/${standard?.id}`, { status: 0 }))).toEqual([
      409,
      'warehouse_is_default',
    ])
  })

  it('that a channel keeps refuses to be changed or deleted, in these words', async () => {
    const seller = await signUp()
    const shopId = await addShop(running, seller.ownerId, `${seller.ownerId} till`)
    const made = await seller.call('POST /warehouses', { name: 'Till', kind: 'physical', shop_id: shopId })
    expect(made.at('data')).toMatchObject({ kind: 'physical', shop_id: shopId })
    const id = made.at<number>('data.id')
    const answers = [
      await seller.call(`PUT /warehouses/${id}`, { name: 'Other' }),
      await seller.call(`PUT /warehouses/${id}`, { address: null }),
      await seller.call(`DELETE /warehouses/${id}`),
    ]
    for (const answer of answers) {
      expect(told(answer)).toEqual([409, 'warehouse_physical'])
      expect(answer.at('message')).toBe('Unable to modify. The warehouse is set as a physical warehouse')
    }
    expect((await seller.call(`PUT /warehouses/${id}`, { is_default: true })).status).toBe(200)
    const foreign = await signUp()
    const stolen = { name: 'Till', kind: 'physical', shop_id: shopId }
    expect((await foreign.call('POST /warehouses', stolen)).status).toBe(404)
  })

  it('is deleted only when it is not the default, nothing lies in it, and no shop sells from it', async () => {
    const seller = await signUp()
    const shopId = await stockedShop(seller)
    const id = await add(seller)
    const remove = (which: number | undefined) => seller.call(`DELETE /warehouses/${which}`)
    const [standard] = await list(seller)
    expect(told(await remove(standard?.id))).toEqual([409, 'warehouse_is_default'])
    await seller.call(`PUT /shops/${shopId}`, { warehouse_id: id, begin_at_zero: true })
    expect(told(await remove(id))).toEqual([409, 'warehouse_has_shops'])
    await seller.call(`PUT /warehouses/${id}`, { is_default: true })
    const refused = await remove(standard?.id)
    expect(told(refused)).toEqual([409, 'warehouse_has_stock'])
    expect(refused.at('message')).toContain('Bring it to 0 first')
    await seller.call(`PUT /warehouses/${standard?.id}`, { is_default: true })
    await seller.call(`PUT /shops/${shopId}`, { warehouse_id: null })
    // The figure of 0 that was begun for the shop is no stock.
    expect((await remove(id)).status).toBe(200)
    expect((await remove(id)).status).toBe(404)
    expect(await list(seller)).toMatchObject([{ id: standard?.id, on_hand: 20, reserved: 3 }])
  })
})
