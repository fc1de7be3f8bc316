import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { orderCode } from '../../model/order.ts'
import { can } from '../../model/permissions.ts'
import { seesContact } from '../../model/see-contact.ts'
import { waybillRefusal, type PrintKind } from '../../model/printing.ts'
import { simpleHtml } from '../../model/simple-html.ts'
import type { LabelFile } from '../../model/parcel.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Language } from '../../model/language.ts'
import { listLiveShipments } from '../deliveries/booking/shipments-store.ts'
import { claimVersion, findVersion } from '../http/edit-versions-store.ts'
import { findOrder, type OrderDetail } from '../orders/detail/order-store.ts'
import { apiPrefix } from '../../contract/endpoint.ts'
import { type Call, type Serve, type ServerContext } from '../http/serve-endpoint.ts'
import { translate } from '../i18n/translate.ts'
import { findTimezone } from '../settings/account-store.ts'
import { listShops } from '../shops/shops-store.ts'
import { listWarehouses } from '../warehouses/warehouses-store.ts'
import { fetchLabels, type LabelFailure, type LabelMakers } from './labels/fetch-labels.ts'
import { senderFrom } from './papers/find-sender.ts'
import { failureMessage } from './failure-message.ts'
import { orderSlipHtml } from './papers/order-slip-html.ts'
import type { PrintJob } from './print-papers.ts'
import {
  addBatch,
  findBatch,
  findTemplate,
  listLabels,
  listStanding,
  lockOrders,
  markPrinted,
  readFile,
  removeLabels,
  saveLabels,
  saveTemplate,
  type FailedOrder,
  type PrintBatch,
} from './printing-store.ts'
import { waybillsOf, wantedLabels, type Waybill } from './labels/wanted-labels.ts'

type Translate = Call<'GET /orders/print-batches/{id}'>['translate']

/** The libraries that draw take 50 MB, which a process that never prints is spared. */
async function printPapers(job: PrintJob) {
  const papers = await import('./print-papers.ts')
  return papers.printPapers(job)
}

export function printingRoutes(serve: Serve, { db }: ServerContext, makers: LabelMakers): void {
  serve('POST /orders/bulk-print', async ({ body, session, language }) => {
    const { batch } = await startBatch(session, { ...body, language })
    return { data: presentBatch(batch, language) }
  })

  serve('GET /orders/print-batches/{id}', async ({ params, session, language }) => {
    const batch = await getBatch(session, params.id)
    return { data: presentBatch(batch, language, await listStopped(session.ownerId, batch)) }
  })

  serve('GET /orders/print-batches/{id}/file', async ({ params, session, reply }) => {
    const { id, kind, pages } = await getBatch(session, params.id)
    const { ownerId } = session
    if (pages === null) throw new AppError('not_found')
    const file = await db.asOwner(ownerId, (tx) => readFile(tx, { ownerId, batchId: id }))
    // Shown by the browser's own viewer, from which it is printed.
    void reply.header('content-disposition', `inline; filename="${kind}-${id}.pdf"`)
    void reply.header('cache-control', 'private, no-store')
    return file
  })

  serve('GET /orders/{id}/print-waybill', async ({ params, query, session, language, translate }) => {
    if (query.ids?.length) return { data: await batchOf(session, query.ids, language, translate) }
    const order = await getOrder(session, params.id)
    const { shipment_id: courierId } = query
    if (courierId !== undefined && !(await isWith(session.ownerId, order, courierId)))
      throw new AppError('validation_failed', { invalidFields: { shipment_id: 'field.other_courier' } })
    requireContact(session, order)
    refuse(order)
    const files = await waybillsOfOne(session.ownerId, order, language)
    await db.asOwner(session.ownerId, async (tx) => {
      const locked = await lockOrders(tx, session.ownerId, [order.id])
      for (const now of locked) refuse(now)
      await markPrinted(tx, session.ownerId, locked, session.userId)
    })
    return { data: presentPaper(files, order) }
  })

  serve('GET /orders/{id}/print', async ({ params, session, language }) => {
    const order = await getOrder(session, params.id)
    requireContact(session, order)
    const template = await db.read(session.ownerId, (tx) => findTemplate(tx, session.ownerId))
    return {
      data: {
        html: orderSlipHtml(order, { language, timezone: session.timezone }, template),
        paper_size: template.paper_size,
      },
    }
  })

  serve('GET /settings/print-template', ({ session: { ownerId } }) =>
    db.asOwner(ownerId, async (tx) => {
      const updatedAt = await findVersion(tx, ownerId, 'print_template')
      return { data: { ...(await findTemplate(tx, ownerId)), updated_at: updatedAt } }
    }),
  )

  serve('PUT /settings/update-print-template', ({ body: { updated_at: read, ...template }, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const updatedAt = await claimVersion(tx, session, ['print_template'], read)
      const ends = { header: simpleHtml(template.header), footer: simpleHtml(template.footer) }
      const saved = { ...template, ...ends }
      await saveTemplate(tx, session.ownerId, saved)
      return { data: { ...saved, updated_at: updatedAt } }
    }),
  )

  /** @param check of the orders, before anything is begun */
  async function startBatch(
    session: Session,
    { ids, kind, language }: { ids: number[]; kind: PrintKind; language: Language },
    check: (orders: OrderDetail[]) => void = () => {},
  ) {
    const isContact = hasContact(kind)
    if (isContact && !can(session, 'orders.view_contact')) throw new AppError('forbidden')
    const { ownerId, userId } = session
    return db.asOwner(ownerId, async (tx) => {
      const orders: OrderDetail[] = []
      const failures: FailedOrder[] = []
      for (const id of ids) {
        const order = await findOrder(tx, ownerId, id, session.shopIds)
        if (!order) failures.push({ id, code: String(id), reason: 'not_found', words: null })
        else if (isContact && !seesContact(session, order.status)) {
          const reason = (kind === 'waybill' && waybillRefusal(order)) || 'contact_hidden'
          failures.push({ id, code: orderCode(order), reason, words: null })
        } else orders.push(order)
      }
      if (orders.length === 0)
        throw new AppError(failures[0]?.reason === 'not_found' ? 'not_found' : 'forbidden')
      check(orders)
      const request = { kind, orderIds: ids, language, failures, createdBy: userId }
      const batchId = await addBatch(tx, ownerId, request)
      const batch = await findBatch(tx, { ownerId, batchId })
      if (!batch) throw new AppError('not_found')
      return { batch, orders }
    })
  }

  async function batchOf(session: Session, ids: number[], language: Language, translate: Translate) {
    // Orders that all fail leave no file.
    const { batch, orders } = await startBatch(session, { ids, kind: 'waybill', language }, (found) => {
      const [first] = found
      if (first && found.every(waybillRefusal)) refuse(first)
    })
    const refused = orders.flatMap((order) => {
      const reason = waybillRefusal(order)
      return reason ? [{ id: order.id, reason }] : []
    })
    const failed = [...batch.failures, ...refused].map(({ id, reason }) => ({
      id,
      message: translate(`print.${reason}`),
    }))
    const url = `${apiPrefix}/orders/print-batches/${batch.id}/file`
    const expires = { expired_at: batch.expiresAt.toISOString() }
    return { type: 'pdf' as const, url, batch_id: batch.id, ...expires, failed }
  }

  /** The order's courier, a marketplace's own among them, or that of one of several parcels. */
  async function isWith(ownerId: string, order: OrderDetail, courierId: number): Promise<boolean> {
    if (order.courier === courierId) return true
    const live = await db.read(ownerId, (tx) => listLiveShipments(tx, ownerId, order.id))
    return live.some((one) => one.courierId === courierId)
  }

  /**
   * Lists the orders of a printed batch that may not be sent any more, such as those whose buyer canceled meanwhile.
   */
  async function listStopped(
    ownerId: string,
    { kind, pages, orderIds, failures }: PrintBatch,
  ): Promise<Stopped[]> {
    if (kind !== 'waybill' || pages === null) return []
    const absent = new Set(failures.map(({ id }) => id))
    const inFile = orderIds.filter((id) => !absent.has(id))
    const standing = await db.read(ownerId, (tx) => listStanding(tx, ownerId, inFile))
    return standing.flatMap((order) => {
      const reason = waybillRefusal(order)
      return reason ? [{ id: order.id, code: order.code, reason }] : []
    })
  }

  /**
   * Names and addresses are on it; another user's batch is as unknown as another owner's, and so is one's own of shops or contacts that
   * one sees no more.
   */
  async function getBatch(session: Session, batchId: number): Promise<PrintBatch> {
    const { ownerId, userId, shopIds } = session
    const batch = await db.read(ownerId, (tx) => findBatch(tx, { ownerId, batchId }, shopIds))
    if (!batch || batch.createdBy !== userId || batch.expiresAt <= new Date()) throw new AppError('not_found')
    if (hasContact(batch.kind) && !can(session, 'orders.view_contact')) throw new AppError('not_found')
    return batch
  }

  async function getOrder({ ownerId, shopIds }: Session, id: number): Promise<OrderDetail> {
    const order = await db.read(ownerId, (tx) => findOrder(tx, ownerId, id, shopIds))
    if (!order) throw new AppError('not_found')
    return order
  }

  /**
   * Answers a single label as it came from the store or from the carrier; everything else becomes one file, unless a label is a web
   * page: then each parcel has its own.
   */
  async function waybillsOfOne(
    ownerId: string,
    order: OrderDetail,
    language: Language,
  ): Promise<[LabelFile, ...LabelFile[]]> {
    const { shops, warehouses, template, labels, timezone } = await db.asOwner(ownerId, async (tx) => ({
      shops: await listShops(tx, ownerId, []),
      warehouses: await listWarehouses(tx, ownerId, []),
      template: await findTemplate(tx, ownerId),
      labels: await listLabels(tx, ownerId, [order.id]),
      timezone: await findTimezone(tx, ownerId),
    }))
    const shop = shops.find(({ id }) => id === order.shopId)
    const failures: LabelFailure[] = []
    await fetchLabels(makers, shop ? wantedLabels(makers, order, shop, labels) : [], async (report) => {
      labels.push(...report.labels)
      failures.push(...report.failures)
      await db.asOwner(ownerId, (tx) => saveLabels(tx, ownerId, report.labels))
    })
    const [failure] = failures
    if (failure?.words) throw new AppError('channel_refused', { channelMessage: failure.words })
    const waybills = waybillsOf(makers, order, labels)
    if (failure || waybills.length === 0) throw new AppError('waybill_unavailable')
    const papers = {
      kind: 'waybill' as const,
      language,
      template,
      orders: [order],
      senderOf: () => senderFrom(order, shops, warehouses),
      timezone,
    }
    const fileOf = async (some: Waybill[]): Promise<LabelFile> => {
      const [only] = some
      const alone = only && some.length === 1 && 'bytes' in only ? only : undefined
      if (alone?.format === 'html') return alone
      const printed = await printPapers({ ...papers, waybills: new Map([[order.id, some]]) })
      if (printed.failures.some(({ reason }) => reason === 'waybill_unreadable')) {
        await db.asOwner(ownerId, (tx) => removeLabels(tx, ownerId, [order.id]))
        throw new AppError('waybill_unavailable', { message: 'print.waybill_unreadable' })
      }
      if (alone) return alone
      if (!printed.file) throw new AppError('waybill_unavailable')
      return { format: 'pdf', bytes: Uint8Array.from(printed.file) }
    }
    const isPage = (one: Waybill) => 'bytes' in one && one.format === 'html'
    const groups = waybills.some(isPage) ? waybills.map((one) => [one]) : [waybills]
    const [first, ...further] = await Promise.all(groups.map(fileOf))
    if (!first) throw new AppError('waybill_unavailable')
    return [first, ...further]
  }
}

const hasContact = (kind: PrintKind): boolean => kind === 'waybill' || kind === 'slip'

function requireContact(session: Session, { status }: Pick<OrderDetail, 'status'>): void {
  if (!seesContact(session, status)) throw new AppError('forbidden')
}

/** To a single order the buyer's request to cancel is one of the statuses in which nothing is printed. */
function refuse(order: Parameters<typeof waybillRefusal>[0]): void {
  const reason = waybillRefusal(order)
  if (reason) throw new AppError(reason === 'waybill_digital' ? reason : 'waybill_status')
}

type Stopped = Pick<FailedOrder, 'id' | 'code' | 'reason'>

function presentBatch(
  batch: PrintBatch,
  language: Language,
  stopped: Stopped[] = [],
): Reply<'GET /orders/print-batches/{id}'>['data'] {
  return {
    id: batch.id,
    kind: batch.kind,
    state: batch.state,
    total: batch.orderIds.length,
    done: batch.done,
    pages: batch.pages,
    ids: batch.orderIds,
    failed: batch.failures.map(({ id, code, reason, words }) => ({
      id,
      code,
      reason,
      message: failureMessage(language, { reason, words }),
    })),
    stopped: stopped.map((one) => ({ ...one, message: translate(language, `print.${one.reason}`) })),
    created_at: batch.createdAt.toISOString(),
    expires_at: batch.expiresAt.toISOString(),
  }
}

function presentPaper(
  [first, ...further]: [LabelFile, ...LabelFile[]],
  order: OrderDetail,
): Reply<'GET /orders/{id}/print-waybill'>['data'] {
  return {
    ...presentLabel(first),
    further: further.map(presentLabel),
    expired_at: null,
    tracking_number: order.trackingNumber,
  }
}

const presentLabel = ({ format, bytes }: LabelFile) => ({
  type: format,
  content_base64: Buffer.from(bytes).toString('base64'),
})
