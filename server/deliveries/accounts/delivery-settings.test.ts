/** Defaults where a person chooses nothing, and the places of a courier that has no places itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  linkShop,
  linkStore,
  startTestConsole,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { courierKeys } from '../../../test/steps/sandbox-courier-keys.ts'
import { standardDefaults } from '../../../model/delivery-defaults.ts'
import { findOwnPlace, senderAt } from '../places/courier-places-store.ts'
import { findDefaultCourier, findDeliveryDefaults } from './delivery-settings-store.ts'

let running: TestConsole
let seller: Account
let owners = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())
beforeEach(async () => {
  seller = await running.signUp(`seller-${owners++}`)
})

const told = (answer: Answer) => [answer.status, answer.at('code')]
const wrong = (answer: Answer) => [answer.status, Object.keys(answer.at<object>('invalid_fields') ?? {})]

describe('delivery defaults', () => {
  const save = (body: object) => seller.call('PUT /settings/delivery', body)
  const found = (courierId: number) =>
    running.db.asOwner(seller.ownerId, (tx) => findDeliveryDefaults(tx, seller.ownerId, courierId))

  it('begin as everybody’s, and keep what is left out', async () => {
    expect((await seller.call('GET /settings/delivery?shipment_id=2')).at('data')).toMatchObject({
      shipment_id: 2,
      payer: 'shop',
      insurance: 0,
      note_code: 'none',
      default_package: null,
      pickup_mode: 'pickup',
    })
    const parcel = { weight: 800, length: 20, width: 15, height: 10 }
    await save({ shipment_id: 2, payer: 'buyer', note_code: 'try', default_package: parcel })
    const saved = await save({ shipment_id: 2, insurance: 1, auto_print: 1 })
    expect(saved.at('data')).toMatchObject({
      payer: 'buyer',
      note_code: 'try',
      insurance: 1,
      auto_print: 1,
      default_package: parcel,
    })
    expect(await found(2)).toEqual({
      ...standardDefaults,
      feePayer: 'buyer',
      inspection: 'try',
      isInsured: true,
      isAutoPrint: true,
      parcel,
    })
    expect(await found(3)).toEqual(standardDefaults)
    await save({ shipment_id: 2, default_package: null })
    expect((await found(2)).parcel).toBeNull()
  })

  it.each<[object, string]>([
    [{ payer: 'nobody' }, 'payer'],
    [{ insurance: 2 }, 'insurance'],
    [{ remark: 'x'.repeat(51) }, 'remark'],
    [{ default_package: { weight: 0, length: 1, width: 1, height: 1 } }, 'default_package.weight'],
    [{ default_package: { weight: 1 } }, 'default_package.length'],
    [{ surprise: 1 }, 'surprise'],
  ])('refuse %j by name', async (body, field) => {
    const answer = await save({ shipment_id: 1, ...body })
    expect([answer.status, Object.keys(answer.at<object>('invalid_fields'))]).toMatchObject([
      422,
      expect.arrayContaining([field]) as string[],
    ])
  })

  it('are of couriers that there are', async () => {
    expect(told(await save({ shipment_id: 9 }))).toEqual([404, 'not_found'])
    expect(told(await seller.call('GET /settings/delivery?shipment_id=5'))).toEqual([404, 'not_found'])
  })
})

describe('the default courier', () => {
  const choose = (body: object, account = seller) => account.call('PUT /settings/delivery-platform', body)
  const found = (id: number, platformId = 4) =>
    running.db.asOwner(seller.ownerId, (tx) => findDefaultCourier(tx, seller.ownerId, { id, platformId }))

  it('is the shop’s own, else its channel’s, and only while it is connected', async () => {
    const shop = await linkStore(running.sandbox.url, seller, 'aoi-gifts')
    expect(await found(shop)).toBeNull()
    expect(told(await choose({ platform_id: 4, shipment_id: 3 }))).toEqual([409, 'courier_not_connected'])
    await seller.call('POST /deliveries/integrate/jnt', courierKeys.jnt)
    const chosen = await choose({ platform_id: 4, shipment_id: 3 })
    expect(chosen.at('data')).toMatchObject([
      { platform_id: 4, shipment_id: 3, shops: [{ shipment_id: null }] },
    ])
    expect([await found(shop), await found(shop, 6)]).toEqual([3, null])
    await choose({ shop_id: shop, shipment_id: 0 })
    expect([await found(shop), await found(shop + 1)]).toEqual([0, 3])
    await choose({ shop_id: shop, shipment_id: null })
    await seller.call('DELETE /deliveries/integrate/jnt')
    expect(await found(shop)).toBeNull()
    await seller.call('POST /deliveries/integrate/jnt', courierKeys.jnt)
    expect(await found(shop)).toBe(3)
    // A user who sees only one shop decides for that shop only.
    const scoped = await running.addStaff(
      seller.ownerId,
      { email: `scoped-${owners}@example.test`, role: 'manager' },
      [shop],
    )
    expect(told(await choose({ platform_id: 4, shipment_id: 0 }, scoped))).toEqual([403, 'forbidden'])
    expect((await choose({ shop_id: shop, shipment_id: 0 }, scoped)).status).toBe(200)
    const other = await running.signUp(`other-${owners++}`)
    expect(told(await choose({ shop_id: shop, shipment_id: 0 }, other))).toEqual([404, 'not_found'])
  })

  it('is the same as the shop says of itself', async () => {
    const shop = await linkStore(running.sandbox.url, seller, 'merlion-bazaar')
    await seller.call('POST /deliveries/integrate/jnt', courierKeys.jnt)
    const ofShop = async () => (await seller.call(`GET /shops/${shop}`)).at('data.default_shipment_id')
    expect(await ofShop()).toBeNull()
    await choose({ shop_id: shop, shipment_id: 3 })
    expect(await ofShop()).toBe(3)
    const edit = (courierId: number | null) =>
      seller.call(`PUT /shops/${shop}`, { default_shipment_id: courierId })
    expect((await edit(0)).at('data.default_shipment_id')).toBe(0)
    expect(await found(shop)).toBe(0)
    const all = await seller.call('GET /settings/delivery-platform')
    expect(all.at('data.0.shops.0.shipment_id')).toBe(0)
    expect((await seller.call('GET /shops')).at('data.0.default_shipment_id')).toBe(0)
    expect(told(await edit(4))).toEqual([409, 'courier_not_connected'])
    expect(wrong(await edit(9))).toEqual([422, ['default_shipment_id']])
    expect((await edit(null)).at('data.default_shipment_id')).toBeNull()
  })

  it('is asked for where the channel brings nothing itself', async () => {
    await linkShop(running.sandbox.url, seller, 727720655)
    expect((await seller.call('GET /settings/delivery-platform')).at('data')).toEqual([])
    expect(told(await choose({ platform_id: 2, shipment_id: 0 }))).toEqual([404, 'not_found'])
    expect(wrong(await choose({ shipment_id: 0 }))).toEqual([422, ['platform_id']])
    const market = (await seller.call('GET /shops')).at<number>('data.0.id')
    const edited = await seller.call(`PUT /shops/${market}`, { default_shipment_id: 0 })
    expect(wrong(edited)).toEqual([422, ['default_shipment_id']])
    const logistics = await seller.call(
      `GET /shipment-providers/get-shopee-shipment-providers?shop_id=${market}`,
    )
    expect(logistics.at<object[]>('data').length).toBeGreaterThan(0)
    type Offered = { logistics_channel_id: number; mask_channel_id: number }
    const rows = logistics.at<Offered[]>('data')
    const [masked, ...others] = rows.filter((row) => row.mask_channel_id !== 0)
    expect(others).toEqual([])
    const mask = rows.find((row) => row.logistics_channel_id === masked?.mask_channel_id)
    expect(mask).toMatchObject({ enabled: true, mask_channel_id: 0 })
  })
})

describe('warehouses of Ninja Van', () => {
  const place = {
    name: 'Back room',
    contact_name: 'Aoi',
    phone: '+60 12-345 6789',
    address1: '1 Jalan Ipoh',
    city: 'Kuala Lumpur',
    state: 'Wilayah Persekutuan',
    postcode: '51200',
  }
  const path = '/deliveries/warehouse/ninjavan'
  const add = (body: object = {}) => seller.call(`POST ${path}`, { ...place, ...body })
  const list = async () =>
    (await seller.call(`GET ${path}`)).at<{ id: number; name: string; is_default: boolean }[]>('data')

  it('have one default, the first until another takes its place', async () => {
    const first = (await add()).at<number>('data.id')
    const second = (await add({ name: 'Hall' })).at<number>('data.id')
    expect((await list()).map(({ id, is_default: is }) => [id, is])).toEqual([
      [first, true],
      [second, false],
    ])
    expect(told(await seller.call(`DELETE ${path}/${first}`))).toEqual([409, 'courier_place_is_default'])
    const moved = await seller.call(`PUT ${path}/${second}`, { is_default: true, address2: 'Lot 7' })
    expect(moved.at('data')).toMatchObject({ name: 'Hall', address2: 'Lot 7', is_default: true })
    expect((await seller.call(`DELETE ${path}/${first}`)).status).toBe(200)
    expect((await list()).map(({ id }) => id)).toEqual([second])
    const key = { ownerId: seller.ownerId, courierId: 4 }
    const kept = await running.db.asOwner(seller.ownerId, (tx) => findOwnPlace(tx, key))
    expect(kept && senderAt(kept)).toEqual({
      name: 'Aoi',
      phone: '0123456789',
      street: '1 Jalan Ipoh, Lot 7',
      city: 'Kuala Lumpur',
      province: 'Wilayah Persekutuan',
      postcode: '51200',
      country: 'MY',
    })
  })

  it('have one default however many are added at once', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, at) => add({ name: `Room ${at}` })))
    expect((await list()).filter((one) => one.is_default)).toHaveLength(1)
  })

  it.each(['name', 'contact_name', 'phone', 'address1', 'city', 'state', 'postcode'])(
    'need %s',
    async (field) => {
      expect(wrong(await add({ [field]: ' ' }))).toEqual([422, [field]])
      expect(wrong(await add({ [field]: undefined }))).toEqual([422, [field]])
    },
  )

  it('are nobody else’s', async () => {
    const id = (await add()).at<number>('data.id')
    const other = await running.signUp(`other-${owners++}`)
    expect(told(await other.call(`PUT ${path}/${id}`, { name: 'mine' }))).toEqual([404, 'not_found'])
    expect(told(await other.call(`DELETE ${path}/${id}`))).toEqual([404, 'not_found'])
    expect((await list()).map(({ name }) => name)).toEqual(['Back room'])
  })
})
