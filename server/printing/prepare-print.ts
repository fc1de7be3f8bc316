/**
 * The job that makes the file of a batch. Whatever it brings is stored as it comes, so that a job that died goes on where it
 * was; the file, the marks on the orders and their history appear together or not at all.
 */
import { orderCode } from '../../model/order.ts'
import { orderStatusIds } from '../../model/order-status.ts'
import { waybillRefusal, type PrintFailure } from '../../model/printing.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { listOrderParcels, type OrderParcel } from '../deliveries/booking/order-parcels-store.ts'
import { findOrder, type OrderDetail } from '../orders/detail/order-store.ts'
import { listPieces } from '../orders/waves/pick-waves-store.ts'
import type { CourierSessions } from '../syncs/courier-session.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { findTimezone } from '../settings/account-store.ts'
import { listShops, type Shop } from '../shops/shops-store.ts'
import { listWarehouses } from '../warehouses/warehouses-store.ts'
import { settleAutoJob } from './agents/print-agents-store.ts'
import { fetchLabels } from './labels/fetch-labels.ts'
import { senderFrom } from './papers/find-sender.ts'
import type { Printed, PrintJob } from './print-papers.ts'
import {
  findBatch,
  findTemplate,
  finishBatch,
  listLabels,
  lockOrders,
  markPrinted,
  removeLabels,
  removeOldPrints,
  saveLabels,
  saveProgress,
  type BatchKey,
  type FailedOrder,
  type PrintBatch,
  type StoredLabel,
} from './printing-store.ts'
import { waybillsOf, wantedLabels } from './labels/wanted-labels.ts'

export function createPreparePrint(
  db: Database,
  sessions: ChannelSessions,
  couriers: CourierSessions,
  log: Log,
) {
  return async function preparePrint(payload: unknown): Promise<void> {
    const key = payload as BatchKey
    const begun = await begin(db, key)
    if (!begun) return
    const { batch, shops } = begun
    const failed = new Map(batch.failures.map((one) => [one.id, one]))
    const fail = (order: OrderDetail, reason: PrintFailure, words: string | null = null) =>
      failed.set(order.id, { id: order.id, code: orderCode(order), reason, words })

    for (const order of begun.orders) {
      const reason = refusalOf(batch, order)
      if (reason) fail(order, reason)
    }
    const makers = { channels: sessions, couriers }
    const toPrint = batch.kind === 'waybill' ? begun.orders.filter(({ id }) => !failed.has(id)) : []
    const wanted = toPrint.flatMap((order) => {
      const shop = shops.find(({ id }) => id === order.shopId)
      return shop ? wantedLabels(makers, order, shop, begun.labels) : []
    })
    const waiting = new Set(wanted.map(({ orderId }) => orderId))
    await db.asOwner(key.ownerId, (tx) => saveProgress(tx, key, batch.orderIds.length - waiting.size))

    await fetchLabels(makers, wanted, async ({ labels, failures }) => {
      for (const { orderId, reason, words } of failures) {
        const order = begun.orders.find(({ id }) => id === orderId)
        if (order) fail(order, reason, words)
      }
      for (const { orderId } of [...labels, ...failures]) waiting.delete(orderId)
      begun.labels.push(...labels)
      await db.asOwner(key.ownerId, async (tx) => {
        await saveLabels(tx, key.ownerId, labels)
        await saveProgress(tx, key, batch.orderIds.length - waiting.size)
      })
    })

    for (;;) {
      const orders = begun.orders.filter(({ id }) => !failed.has(id))
      const waybills = new Map(orders.map((order) => [order.id, waybillsOf(makers, order, begun.labels)]))
      // The libraries that draw take 50 MB, which a process that never prints is spared.
      const { printPapers } = await import('./print-papers.ts')
      const printed = await printPapers({ ...begun.papers, orders, waybills })
      if (await finish(db, key, batch, printed, orders, failed)) break
    }
    if (failed.size > 0) log.info({ batch: batch.id, failed: failed.size }, 'some orders were not printed')
  }
}

export function createRemovePrints(db: Database) {
  return async function removePrints(payload: unknown): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    await db.asOwner(ownerId, (tx) => removeOldPrints(tx, ownerId, new Date()))
  }
}

type Begun = {
  batch: PrintBatch
  orders: OrderDetail[]
  labels: StoredLabel[]
  shops: Shop[]
  papers: Omit<PrintJob, 'orders' | 'waybills'>
}

/** All that is known before anybody is asked. Undefined when there is nothing to do any more. */
async function begin(db: Database, key: BatchKey): Promise<Begun | undefined> {
  const { ownerId } = key
  return db.asOwner(ownerId, async (tx) => {
    const batch = await findBatch(tx, key)
    if (!batch || batch.state === 'done') return undefined
    const orders: OrderDetail[] = []
    const leftOut = new Set(batch.failures.map((one) => one.id))
    for (const id of batch.orderIds.filter((one) => !leftOut.has(one))) {
      const order = await findOrder(tx, ownerId, id, [])
      if (order) orders.push(order)
    }
    const divided = new Map<number, OrderParcel[]>()
    if (batch.kind === 'packing_list')
      for (const { id, parcels } of orders)
        if (parcels > 1) divided.set(id, await listOrderParcels(tx, ownerId, id))
    const namesPieces = batch.kind === 'pick_list' || batch.kind === 'packing_list'
    const ids = orders.map(({ id }) => id)
    const pieces = namesPieces ? await listPieces(tx, { ownerId, visible: [] }, ids) : []
    const shops = await listShops(tx, ownerId, [])
    const warehouses = await listWarehouses(tx, ownerId, [])
    const template = await findTemplate(tx, ownerId)
    const { kind, language } = batch
    return {
      batch,
      orders,
      shops,
      labels: kind === 'waybill' ? await listLabels(tx, ownerId, batch.orderIds) : [],
      papers: {
        kind,
        language,
        template,
        pieces,
        divided,
        senderOf: (order) => senderFrom(order, shops, warehouses),
        timezone: await findTimezone(tx, ownerId),
      },
    }
  })
}

/** Lists for the shelf and the packing table leave out what shall not leave the house; a slip is printed at any time. */
function refusalOf({ kind }: PrintBatch, order: Parameters<typeof waybillRefusal>[0]): PrintFailure | null {
  if (kind === 'waybill') return waybillRefusal(order)
  if (kind === 'slip') return null
  if (order.status === orderStatusIds.canceled) return 'canceled'
  return order.cancelRequestedAt === null ? null : 'waybill_cancel_request'
}

/** Failures that pass: the channel is late with the label, sent it broken, or refuses it while the sign-in or something else is not settled. */
const comesLater: ReadonlySet<PrintFailure> = new Set([
  'waybill_unavailable',
  'waybill_refused',
  'waybill_unreadable',
])

/**
 * Saves the file together with what it means for its orders. False when an order was called off or asked to be while the
 * file was made: it is noted as failed, and the file has to be made without it.
 */
async function finish(
  db: Database,
  key: BatchKey,
  batch: PrintBatch,
  printed: Printed,
  orders: OrderDetail[],
  failed: Map<number, FailedOrder>,
): Promise<boolean> {
  const { ownerId } = key
  const unfit = new Set(printed.failures.map(({ id }) => id))
  const onPaper = orders.filter(({ id }) => !unfit.has(id))
  return db.asOwner(ownerId, async (tx) => {
    const locked = await lockOrders(
      tx,
      ownerId,
      onPaper.map(({ id }) => id),
    )
    let isCurrent = true
    for (const order of onPaper) {
      const now = locked.find(({ id }) => id === order.id)
      const reason = now ? refusalOf(batch, now) : 'waybill_status'
      if (!reason) continue
      failed.set(order.id, { id: order.id, code: orderCode(order), reason, words: null })
      isCurrent = false
    }
    if (!isCurrent) return false
    const all = [...failed.values(), ...printed.failures]
    const failures = batch.orderIds.flatMap((id) => all.find((one) => one.id === id) ?? [])
    const pages = printed.file ? printed.pages : null
    const isFirst = await finishBatch(tx, key, { file: printed.file, pages, failures })
    if (!isFirst || batch.kind !== 'waybill') return true
    const broken = printed.failures.filter(({ reason }) => reason === 'waybill_unreadable')
    await removeLabels(
      tx,
      ownerId,
      broken.map(({ id }) => id),
    )
    const late = failures.flatMap(({ id, reason }) => (comesLater.has(reason) ? [id] : []))
    // Papers that a printer prints automatically are there when its program says so.
    if (!(await settleAutoJob(tx, key, { paper: printed.paper, late })))
      await markPrinted(tx, ownerId, locked, batch.createdBy)
    return true
  })
}
