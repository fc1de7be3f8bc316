import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstChannelCourier } from '../../../model/queue-groups.ts'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { courierIds } from '../../../test/steps/courier-ids.ts'
import { addressOf, addShop, lineOf, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { ledgerErrors, noErrors } from '../../../test/steps/oracle.ts'
import { listFailures, saveFailures, saveSyncError, type SyncKey } from '../../syncs/sync-store.ts'

let running: TestConsole
let seller: Account
let shop: number

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  shop = await addShop(running, seller.ownerId, 'shop')
})
afterAll(() => running?.stop())

const put = (...orders: Parameters<typeof orderOf>[0][]) =>
  putOrders(running, seller.ownerId, shop, orders.map(orderOf))
const find = async (code: string) => (await seller.call(`GET /orders/search?keyword=${code}`)).at('data.0')

describe('taking orders in', () => {
  it('keeps what can be kept of text that the database refuses', async () => {
    const odd = orderOf({
      channelOrderId: 'ODD001',
      address: addressOf({ name: 'A\u0000oi \ud83c', street: '\udc00' }),
      lines: [lineOf({ name: 'Lan\u0000tern', sellerSku: 'S\u0000KU' })],
      sellerNote: 'a \\u0000 that is only spelt out',
      buyer: { channelBuyerId: '1\u0000', name: '\u0000' },
    })
    expect((await put(odd, { channelOrderId: 'EVEN001' })).created).toHaveLength(2)
    expect(await find('ODD001')).toMatchObject({
      customer: { data: { name: 'Aoi \ufffd' } },
      item_preview: [{ name: 'Lantern' }],
      note: 'a \\u0000 that is only spelt out',
    })
    expect(await put(odd)).toEqual({ created: [], updated: [] })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('keeps failures and errors with such text as well', async () => {
    const { ownerId } = seller
    const failures = await running.db.asOwner(ownerId, async (tx) => {
      const key: SyncKey = { ownerId, shopId: shop, kind: 'order' }
      const failure = { channelId: 'F\u00001', reason: 'bad \ud800', raw: { '\u0000': ['\u0000x'] } }
      await saveFailures(tx, key, [failure])
      await saveSyncError(tx, key, 'the channel says \u0000', false)
      return listFailures(tx, key, 10)
    })
    expect(failures.rows).toMatchObject([{ channelId: 'F1', reason: 'bad \ufffd' }])
  })

  it('keeps one failure of two ids that the database takes for one', async () => {
    const { ownerId } = seller
    const key: SyncKey = { ownerId, shopId: shop, kind: 'order' }
    const failures = await running.db.asOwner(ownerId, async (tx) => {
      await saveFailures(tx, key, [
        { channelId: 'TWIN\u00001', reason: 'first', raw: null },
        { channelId: 'TWIN1', reason: 'second', raw: null },
      ])
      return listFailures(tx, key, 10)
    })
    expect(failures.rows.map(({ channelId }) => channelId)).toContain('TWIN1')
  })

  it('hears the same report twice and an older one as no change', async () => {
    const changedAt = new Date('2026-03-06T00:00:00Z')
    const report = { channelOrderId: 'SAME01', status: 'shipped' as const, changedAt }
    expect((await put(report)).created).toHaveLength(1)
    expect(await put(report, report)).toEqual({ created: [], updated: [] })
    const older = { ...report, status: 'pending' as const, changedAt: new Date('2026-03-05T12:00:00Z') }
    expect(await put(older)).toEqual({ created: [], updated: [] })
    expect(await find('SAME01')).toMatchObject({ status: { code: 'shipped' } })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('keeps that a courier of the owner came in vain, of which channels know nothing', async () => {
    const report = (hour: number) => ({
      channelOrderId: 'VAIN01',
      status: 'ready_to_ship' as const,
      changedAt: new Date(Date.UTC(2026, 2, 6, hour)),
    })
    const [id = 0] = (await put(report(1))).created
    const failed = (courier: number) =>
      running.db.asOwner(seller.ownerId, (tx) =>
        sql`update orders set courier = ${courier}, pickup_failed = true
          where owner_id = ${seller.ownerId} and id = ${id}`.execute(tx),
      )
    const isFailed = async () => (await seller.call(`GET /orders/${id}`)).at('data.pickup_failed')
    await failed(courierIds.jnt)
    await put(report(2))
    expect(await isFailed()).toBe(true)
    await failed(firstChannelCourier)
    await put(report(3))
    expect(await isFailed()).toBe(false)
  })

  it('forgets packages that an order no longer has, and none because a report names none', async () => {
    const of = (...ids: string[]) =>
      ids.map((channelPackageId) => ({
        channelPackageId,
        provider: null,
        trackingNumber: null,
        channelStatus: 'READY',
        ...(ids.length > 1 && { lines: [{ shopSku: channelPackageId, quantity: 1 }] }),
      }))
    const report = (hour: number, packages: ReturnType<typeof of>) => ({
      channelOrderId: 'PARTS01',
      changedAt: new Date(Date.UTC(2026, 2, 6, hour)),
      packages,
    })
    const idOf = async (code: string) => ((await find(code)) as { id: number }).id
    const packagesOf = async (code: string) =>
      (await seller.call(`GET /orders/${await idOf(code)}`))
        .at<{ id: string; lines: object[] | null }[]>('data.packages.data')
        .map((one) => [one.id, one.lines])
    await put(report(1, of('whole')), { channelOrderId: 'PARTS02', packages: of('other') })
    expect(await packagesOf('PARTS01')).toEqual([['whole', null]])
    await put(report(2, of('a', 'b')))
    expect(await packagesOf('PARTS01')).toEqual([
      ['a', [{ shop_sku: 'a', quantity: 1 }]],
      ['b', [{ shop_sku: 'b', quantity: 1 }]],
    ])
    await put(report(3, []))
    expect(await packagesOf('PARTS01')).toHaveLength(2)
    await put(report(4, of('again')))
    expect(await packagesOf('PARTS01')).toEqual([['again', null]])
    expect(await packagesOf('PARTS02')).toEqual([['other', null]])
    // One that is told twice is one.
    expect((await put(report(5, of('twice', 'twice')))).updated).toHaveLength(1)
    expect((await packagesOf('PARTS01')).map(([name]) => name)).toEqual(['twice'])
  })

  it('has an order printed and packed anew once its label holds no more', async () => {
    const own = await addShop(running, seller.ownerId, 'own', 4)
    const report = async (
      hour: number,
      more: Partial<Parameters<typeof orderOf>[0]>,
      trackingNumber: string,
    ) => {
      const order = orderOf({
        channelOrderId: 'AGAIN01',
        status: 'ready_to_ship',
        changedAt: new Date(Date.UTC(2026, 2, 6, hour)),
        packages: [{ channelPackageId: 'P1', provider: 'J&T', trackingNumber, channelStatus: 'X' }],
        ...more,
      })
      await putOrders(running, seller.ownerId, own, [order], true, { reopens: true })
      return find('AGAIN01') as Promise<{ id: number; is_printed: number }>
    }
    const { id } = await report(1, {}, 'N1')
    const print = async () => expect((await seller.call(`GET /orders/${id}/print-waybill`)).status).toBe(200)
    await print()
    expect(await report(2, { sellerNote: 'fragile' }, 'N1')).toMatchObject({ is_printed: 1 })
    expect(await report(3, {}, 'N2')).toMatchObject({ is_printed: 0, tracking_number: 'N2' })
    await print()
    expect(await report(4, { status: 'pending' }, 'N2')).toMatchObject({ is_printed: 0 })
    await report(5, {}, 'N2')
    await print()
    expect(await report(6, { status: 'canceled' }, 'N2')).toMatchObject({ is_printed: 1 })
    expect(await report(7, {}, 'N2')).toMatchObject({ is_printed: 0 })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })

  it('leaves a canceled order canceled, whatever is told of it later', async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 2, 6, hour))
    await put({ channelOrderId: 'DEAD01', status: 'canceled', changedAt: at(1) })
    await put({ channelOrderId: 'DEAD01', status: 'delivered', changedAt: at(2) })
    expect(await find('DEAD01')).toMatchObject({ status: { code: 'canceled' } })
    expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  })
})
