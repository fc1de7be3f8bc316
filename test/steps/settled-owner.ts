import { sql } from 'kysely'
import { courierIds } from './courier-ids.ts'
import { standardDefaults } from '../../model/delivery-defaults.ts'
import { saveAvatar } from '../../server/auth/users/avatar-store.ts'
import { addSecondFactor } from '../../server/auth/second-factor/second-factor-store.ts'
import { saveIdentity } from '../../server/auth/sso/sso-identities-store.ts'
import { noLimits } from '../../server/billing/present-plan.ts'
import { savePlan } from '../../server/billing/plans-store.ts'
import type { Tx } from '../../server/db/database.ts'
import { saveCourierAccount } from '../../server/deliveries/accounts/courier-accounts-store.ts'
import { addOwnPlace } from '../../server/deliveries/places/courier-places-store.ts'
import {
  saveDefaultCourier,
  saveDeliveryDefaults,
} from '../../server/deliveries/accounts/delivery-settings-store.ts'
import { createSealer } from '../../server/secrets/seal.ts'
import { countStock } from '../../server/stock/ledger/first-figure-store.ts'
import { savePushEvents, type PushEvent } from '../../server/stock/push/push-events-store.ts'
import { enterCost } from '../../server/skus/costs/costs-store.ts'
import { saveSlice, type ExportKey } from '../../server/exports/exports-store.ts'
import { saveDraft } from '../../server/orders/drafts/order-draft-store.ts'
import { saveNotifications } from '../../server/notifications/notifications-store.ts'
import { standardTemplate } from '../../model/printing.ts'
import { createLabelPdf } from '../../sandbox/kit/label-pdf.ts'
import { addBatch, finishBatch, saveLabels, saveTemplate } from '../../server/printing/printing-store.ts'
import { saveParcelBack } from '../../server/returns/parcel-back-store.ts'
import { saveSettlements } from '../../server/settlements/settlement-store.ts'
import { settleImport } from './settled-import.ts'
import { openSync, saveFailures, markStale } from '../../server/syncs/sync-store.ts'
import type { ChannelOrder } from '../../model/order.ts'
import type { Account, TestConsole } from '../start-test-console.ts'
import { addressOf, addShop, lineOf, orderOf, putOrders } from './stored-orders.ts'
import { putReturns, returnOf } from './stored-returns.ts'
import { sendSomething } from './settled-shipments.ts'
import { settleListings, type SettledListings } from './settled-listings.ts'
import { settleMails } from './settled-mails.ts'
import { settlePersons, type SettledPersons } from './settled-persons.ts'
import { settlePacking, type SettledPacking } from './settled-packing.ts'
import { settleTemplates, type SettledTemplates } from './settled-templates.ts'

export type Owned = SettledPersons &
  SettledPacking &
  SettledListings &
  SettledTemplates & {
    account: Account
    shops: [number, number]
    orders: number[]
    codes: string[]
    batch: number
    /** Print batch with its file. */
    printBatch: number
    /** An order that was written down. */
    draft: number
    savedFilter: number
    /** A split of the other shop's SKU that was undone. */
    merge: number
    /** Makes an import that the call can go on with, and answers its id. */
    importFor(key: string): Promise<number>
    /** A buyer of the first shop, and one of the other. */
    customer: number
    otherCustomer: number
    /** Adds a segment with the first buyer, and answers its id. */
    addSegment(): Promise<number>
    /** Answers an open stock take with a count, and begins one if there is none. */
    openStockTake(): Promise<number>
    /** Sales area of the other shop. */
    salesArea: number
    /** Asked for of the first order, and of the first one of the other shop. */
    returned: number
    otherReturned: number
    /** The owner himself. */
    userId: number
    mail: number
    /** Invites one more, and answers his id. */
    invite(): Promise<number>
  }

/** The first order was delivered and the second canceled, and then neither was: their counts stay behind as noughts. */
async function endForAWhile(
  running: TestConsole,
  ownerId: string,
  shop: number,
  orders: ChannelOrder[],
): Promise<void> {
  const [sent, open] = orders
  if (!sent || !open) return
  const later = (order: ChannelOrder, hours: number, status = order.status) => ({
    ...order,
    status,
    changedAt: new Date(order.changedAt.getTime() + hours * 3_600_000),
  })
  const reopens = { reopens: true }
  await putOrders(
    running,
    ownerId,
    shop,
    [later(sent, 1, 'delivered'), later(open, 1, 'canceled')],
    true,
    reopens,
  )
  await putOrders(running, ownerId, shop, [later(sent, 2), later(open, 2)], true, reopens)
}

/** An owner with two shops, eight orders, and something in every table. */
export async function settleOwner(running: TestConsole, name: string, buyer: string): Promise<Owned> {
  const account = await running.signUp(name)
  const { ownerId } = account
  const shops: [number, number] = [
    await addShop(running, ownerId, `${name} one`),
    await addShop(running, ownerId, `${name} two`),
  ]
  const orders: number[] = []
  const codes: string[] = []
  for (const [at, shop] of shops.entries()) {
    const made = Array.from({ length: 4 }, (_, place) =>
      orderOf({
        channelOrderId: `${name.toUpperCase()}${at}${place}`,
        status: place === 0 ? 'shipped' : 'pending',
        buyer: { channelBuyerId: String(place), name: `${buyer} ${place}` },
        address: addressOf({ name: `${buyer} ${place}`, phone: '+60 12-345 6789', street: '1 Jalan Ipoh' }),
        lines: [lineOf({ sellerSku: 'SAME-SKU' })],
        packages: [
          { channelPackageId: 'P1', provider: 'J&T', trackingNumber: `${name}T${place}`, channelStatus: 'X' },
        ],
      }),
    )
    orders.push(...(await putOrders(running, ownerId, shop, made)).created)
    codes.push(...made.map(({ channelOrderId }) => channelOrderId))
    await endForAWhile(running, ownerId, shop, made)
  }
  const listings = await settleListings(running, account, { name, shops })
  const { otherSku } = listings
  const importFor = (key: string) => settleImport(running, account, key)
  await importFor('GET /imports/{id}')
  await account.call('GET /shops/authorization-url?platform_id=2')
  let draft = 0
  const asked = await account.call('GET /orders/export?format=csv')
  const exportId = asked.at<number>('export_id')
  await running.db.asOwner(ownerId, async (tx) => {
    const at = new Date()
    const [shopId] = shops
    await openSync(tx, { ownerId, shopId, kind: 'product' }, { from: null, to: at })
    await sql`update syncs set phase = 'follow', state = 'done', percent = 100
      where owner_id = ${ownerId} and shop_id = ${shopId} and kind = 'product'`.execute(tx)
    for (const kind of ['order', 'product'] as const) {
      const failure = {
        channelId: kind === 'order' ? `${name}-failed` : 'failed',
        reason: 'reason',
        raw: null,
      }
      await markStale(tx, { ownerId, shopId, kind }, ['hint'])
      await saveFailures(tx, { ownerId, shopId, kind }, [failure])
    }
    await sql`update shops set is_stock_sync = true where owner_id = ${ownerId} and id = ${shops[0]}`.execute(
      tx,
    )
    const { sku: skuId } = listings
    await countStock(tx, { ownerId, shopId: shops[0] }, [{ skuId, quantity: 20 }], at)
    const who = { ownerId, userId: 1, name, currency: 'MYR' }
    await enterCost(tx, who, skuId, { cost: 4_200_000, method: 'average', reason: null })
    await savePushEvents(tx, ownerId, await refusedPush(tx, ownerId, skuId))
    await sql`insert into customer_cards (owner_id, shop_id, customer_id, target, state, reason, target_at, check_at)
      select owner_id, ${shops[1]}::bigint, id, '', 'refused', 'reason', ${at}::timestamptz, ${at}::timestamptz from customers
      where owner_id = ${ownerId} and shop_id = ${shops[0]}`.execute(tx)
    draft = await saveDraft(
      tx,
      { ownerId, shopId: shops[1] },
      { userId: 1, name },
      {
        reference: name,
        customer: { name: buyer, phone: null, email: null },
        address: null,
        lines: [],
        paymentMethod: 'cash',
        isPaid: true,
        note: null,
        currency: 'MYR',
      },
    )
    await saveNotifications(tx, ownerId, [{ ownerId, type: 'order_new', shopId, url: '/orders' }])
    const yearly = { price: 29_000, currency: 'MYR', period: 'year', status: 'active' } as const
    const years = { startedAt: at, expiredAt: new Date('2100-01-01') }
    await savePlan(tx, ownerId, { code: 'settled', name, ...yearly, ...years, limits: noLimits })
    await putFailedExport(tx, { ownerId, exportId })
    await sql`insert into edit_versions values (${ownerId}, 'shop', ${shops[0]}, ${+at}, ${name})`.execute(tx)
    await sql`insert into shop_credentials values (${ownerId}, ${shops[0]}, '', ${at}, ${at}, ${at})`.execute(
      tx,
    )
  })
  const parts = [{ sku_id: listings.sku, quantity: 2 }]
  await account.call('POST /sku-centers', {
    prime_sku: `${name}-two`,
    name: `${name} in a pack of two`,
    parts,
  })
  await account.call(`PUT /sku-centers/${otherSku}/stock-rules/${shops[1]}`, { cap: 5 })
  const merge = await splitAndMerge(account, { skuId: otherSku, name })
  const people = await settlePeople(running, account, name)
  await sendSomething(running, ownerId, { orderId: orders[3] ?? 0, shopId: shops[0] })
  await connectCourier(running, ownerId, name)
  const printBatch = await printSomething(running, ownerId, orders)
  const packing = await settlePacking(running, ownerId, { orders, printBatch, name })
  const [returned, otherReturned] = await askBack(running, ownerId, shops, codes, orders[1] ?? 0)
  await account.call('PUT /users/notifications', { ids: 'all', status: 1 })
  const ranks = [0, 1, 2, 3].map((limit, place) => ({ level_value: place + 1, limit }))
  await account.call('PUT /settings/update-rank-limit', { ranks })
  await account.call('PUT /settings/exchange-rates', {
    rates: ['VND', 'SGD'].map((currency) => ({ currency, from: '2026-01-01', rate: '0.5' })),
  })
  await account.call('PUT /settings/forbidden-words', { words: [{ word: name, platform_ids: [2] }] })
  // The first order is on its way: asking to confirm it fails at once.
  const requested = await account.call('POST /orders/bulk-confirm', { ids: orders.slice(0, 1) })
  const kept = await account.call('POST /saved-filters', { name, filters: { status: 'pending' } })
  const savedFilter = kept.at<number>('data.id')
  await account.call('POST /saved-filters', { name: `${name} too`, filters: {} })
  const warehouses = await account.call('GET /warehouses')
  const ofOther = { shop_ids: [shops[1]], warehouse_ids: [warehouses.at<number>('data.0.id')] }
  const area = await account.call('POST /sales-areas', { ...ofOther, name })
  await account.call('POST /sales-areas', { ...ofOther, name: `${name} too` })
  const openStockTake = async () => {
    const open = await account.call('GET /stock-takes?state=open')
    const [known] = open.at<{ id: number }[]>('data')
    if (known) return known.id
    const warehouse_id = open.at<number>('meta.warehouses.0.id')
    const begun = await account.call('POST /stock-takes', { warehouse_id })
    const id = begun.at<number>('data.id')
    const scan = { id: `settled-${id}`, sku_id: otherSku, add: 1 }
    await account.call(`POST /stock-takes/${id}/scans`, { scans: [scan] })
    return id
  }
  await openStockTake()
  const templates = await settleTemplates(running, account, { name, shopId: shops[1] })
  const buyers = await running.db.asOwner(ownerId, (tx) =>
    sql<{ id: number; shopId: number }>`select min(id) as id, shop_id as "shopId" from customers
      where owner_id = ${ownerId} group by shop_id`.execute(tx),
  )
  const buyerOf = (shopId: number) => buyers.rows.find((row) => row.shopId === shopId)?.id ?? 0
  let segments = 0
  const addSegment = async () => {
    const body = { name: `${name} ${++segments}`, customer_ids: [buyerOf(shops[0])] }
    return (await account.call('POST /customers/shortlists', body)).at<number>('data.id')
  }
  await addSegment()
  const persons = await settlePersons(running, account, buyerOf(shops[0]), buyerOf(shops[1]))
  return {
    ...packing,
    ...persons,
    ...listings,
    ...templates,
    customer: buyerOf(shops[0]),
    otherCustomer: buyerOf(shops[1]),
    addSegment,
    account,
    shops,
    orders,
    codes,
    batch: requested.at<number>('data.id'),
    printBatch,
    savedFilter,
    merge,
    importFor,
    openStockTake,
    salesArea: area.at<number>('data.id'),
    draft,
    returned,
    otherReturned,
    ...people,
  }
}

/** As the job notes it when the channel refuses the figure of the SKU's listing. */
async function refusedPush(tx: Tx, ownerId: string, skuId: number): Promise<PushEvent[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product_skus where owner_id = ${ownerId} and sku_id = ${skuId}`.execute(tx)
  const event = { kind: 'refused', figure: 20, shown: null, reason: 'reason', attempts: 0 } as const
  return rows.map(({ id }) => ({ ...event, listingId: id }))
}

/** Somebody who was invited, with the mail of it; the owner has a picture and an app for codes. */
async function settlePeople(
  { db, config }: TestConsole,
  account: Account,
  name: string,
): Promise<Pick<Owned, 'userId' | 'mail' | 'invite'>> {
  const { ownerId } = account
  const userId = (await account.call('GET /users/me')).at<number>('data.id')
  await db.asOwner(ownerId, async (tx) => {
    await saveAvatar(tx, { ownerId, userId }, Buffer.of(1))
    await addSecondFactor(tx, createSealer([config.secretKey]), { ownerId, userId }, 'JBSWY3DPEHPK3PXP')
    await settleMails(tx, { ownerId, userId })
    await saveIdentity(tx, { ownerId, userId }, { issuer: 'https://home.example', subject: ownerId })
  })
  let invited = 0
  const invite = async () => {
    const email = `${name}-invited${++invited}@example.test`
    const made = await account.call('POST /invite-user', { name, email, role: 'viewer' })
    return made.at<number>('data.id')
  }
  await invite()
  const mail = (await account.call('GET /mails')).at<number>('data.0.id')
  return { userId, mail, invite }
}

/** A return and a settlement in each shop, and a parcel that came back to the first. */
async function askBack(
  running: TestConsole,
  ownerId: string,
  shops: [number, number],
  codes: string[],
  orderId: number,
): Promise<[number, number]> {
  const [first = '', other = ''] = [codes[0], codes[4]]
  for (const [shopId, channelOrderId] of [
    [shops[0], first],
    [shops[1], other],
  ] as const)
    await putReturns(running, ownerId, shopId, [
      returnOf({ channelReturnId: `R-${channelOrderId}`, channelOrderId, status: 'in_transit' }),
    ])
  return running.db.asOwner(ownerId, async (tx) => {
    const parts = { revenue: 1000, shipping: 0, fees: [], taxes: [], refund: 0, adjustment: 0 }
    const paid = { currency: 'MYR' as const, settledAt: new Date(), amount: 1000, ...parts }
    await saveSettlements(tx, { ownerId, shopId: shops[0] }, [{ ...paid, channelOrderId: first }])
    await saveSettlements(tx, { ownerId, shopId: shops[1] }, [{ ...paid, channelOrderId: other }])
    // Possible whatever the order's status: it records the pieces that came back.
    const parcel = {
      orderId,
      shopId: shops[0],
      receivedAt: null,
      receivedName: null,
      note: null,
      isRefundOnly: false,
      lines: [],
    }
    const found = [{ position: 0, restock: 1, writeOff: 0 }]
    await saveParcelBack(tx, ownerId, parcel, { by: { userId: 1, name: 'Aoi' }, note: null, lines: found })
    const { rows } = await sql<{ id: number }>`
      select id from return_cases where owner_id = ${ownerId} order by shop_id`.execute(tx)
    return [rows[0]?.id ?? 0, rows[1]?.id ?? 0]
  })
}

export async function putFailedExport(tx: Tx, key: ExportKey): Promise<void> {
  const part = { rows: 1, bytes: 1, chunks: 1, state: null }
  const bookmark = { place: null, part }
  const piece = { part: 1, position: 0, bytes: Buffer.of(1) }
  await saveSlice(tx, key, piece, { state: 'failed', rows: 1, total: 8, bookmark, parts: [] })
}

async function printSomething({ db }: TestConsole, ownerId: string, orderIds: number[]): Promise<number> {
  return db.asOwner(ownerId, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from users where owner_id = ${ownerId}`.execute(tx)
    const createdBy = rows[0]?.id ?? 0
    const batchId = await addBatch(tx, ownerId, { kind: 'waybill', orderIds, language: 'en', createdBy })
    const file = Uint8Array.from(createLabelPdf([['A label', 'TRACK-1']]))
    await finishBatch(tx, { ownerId, batchId }, { file, pages: 1, failures: [] })
    const [orderId = 0] = orderIds
    await saveLabels(tx, ownerId, [{ orderId, channelPackageId: 'P1', format: 'pdf', bytes: file }])
    await saveTemplate(tx, ownerId, standardTemplate)
    return batchId
  })
}

async function connectCourier({ db, config }: TestConsole, ownerId: string, name: string): Promise<void> {
  await db.asOwner(ownerId, async (tx) => {
    const key = { ownerId, courierId: courierIds.ninjavan }
    const sealer = createSealer([config.secretKey])
    const account = { accountId: name, label: name, shown: {}, places: [], placeId: null, keys: {} }
    await saveCourierAccount(tx, sealer, key, account)
    const place = { address1: '1 Jalan Ipoh', address2: '', city: 'Kuala Lumpur', state: 'Selangor' }
    const address = { ...place, postcode: '51200', country: 'MY' as const }
    await addOwnPlace(tx, key, { name, contactName: name, phone: '0123456789', address }, true)
    await saveDeliveryDefaults(tx, ownerId, key.courierId, standardDefaults)
    await saveDefaultCourier(tx, ownerId, { platformId: 4, shopId: 0, courierId: key.courierId })
  })
}

/** Splits a SKU, undoes it, and answers the number of the split. */
async function splitAndMerge(
  account: Account,
  { skuId, name }: { skuId: number; name: string },
): Promise<number> {
  const listed = await account.call(`GET /sku-centers/${skuId}`)
  const split = await account.call(`POST /sku-centers/${skuId}/split`, {
    prime_sku: `${name}-split`,
    name: `${name} split off`,
    product_sku_ids: [listed.at<number>('data.listings.data.0.id')],
  })
  const id = split.at<number>('meta.merge.id')
  await account.call(`POST /sku-merges/${id}/undo`)
  return id
}
