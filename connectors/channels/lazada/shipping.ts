/**
 * Packing, and telling that a package can be fetched. Whom it goes with and where it is fetched is Lazada's to decide and
 * the seller's to set up there. Source: "Fulfillment API" in Lazada's API reference.
 */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { ArrangeRequest, PackRequest, ParcelResult, Shipping } from '../../shipping.ts'
import type { Session } from '../../session.ts'
import { readAgain } from '../../read-again.ts'
import type { HandoverOptions, Parcel, ParcelState } from '../../../model/parcel.ts'
import { call, post } from './auth.ts'
import { labels } from './labels.ts'
import { shopSkuOf } from './mapping.ts'
import { insideOf, packedSchema, providersSchema, readySchema, resultSchema } from './selling-wire.ts'
import { isCanceled, itemStatus } from './status.ts'
import { track } from './tracking.ts'
import { describeIssue, itemsBatchSchema, itemSchema } from './wire.ts'
import type { LazadaItem } from './wire.ts'

/** Orders that one call packs, and packages that one call hands over. */
const batchSize = 20
const packable = ['pending', 'topack', 'repacked']
/** Before the hand-over. */
const notArranged = ['unpaid', ...packable, 'packed']

export const shipping: Shipping = {
  ordersPerCall: batchSize,

  async handoverOptions(session, { channelOrderId, channelPackageId }): Promise<HandoverOptions> {
    const nothing = { pickupAddresses: [], branches: [], providers: [], needs: [] }
    // The courier of a package is settled when it is packed.
    if (channelPackageId !== null) return { ...nothing, modes: ['channel'] }
    const items = packableOf(await readItems(session, channelOrderId))
    if (items.length === 0) return { ...nothing, modes: ['channel'] }
    const { providers, mustChoose } = await readProviders(session, [{ channelOrderId, items }])
    return { ...nothing, modes: ['channel'], providers, needs: mustChoose ? ['provider'] : [] }
  },

  async pack(session, requests) {
    const plans = await Promise.all(requests.map((request) => planPacking(session, request)))
    const done = plans.flatMap((plan) => ('results' in plan ? plan.results : []))
    const open = plans.flatMap((plan) => ('items' in plan ? [plan] : []))
    const batches = [...Map.groupBy(open, ({ providerId }) => providerId).values()].flatMap(inBatches)
    const packed = await allTold(batches.map((batch) => packBatch(session, batch)))
    return [...done, ...packed.flat()]
  },

  async arrange(session, requests) {
    const named = await Promise.all(requests.map(async (request) => packagesOf(session, request)))
    const rows = named.flat()
    const refused = rows.flatMap((row) => ('isDone' in row ? [row] : []))
    const parcels = rows.flatMap((row) => ('isDone' in row ? [] : [row]))
    return [
      ...refused,
      ...(await allTold(inBatches(parcels).map((batch) => handOver(session, batch)))).flat(),
    ]
  },

  async states(session, channelOrderId) {
    const items = await readItems(session, channelOrderId)
    const live = items.filter((item) => !isCanceled(item))
    const counted = live.length > 0 ? live : items
    return [...Map.groupBy(counted, packageOf)].map(([channelPackageId, pieces]) =>
      stateOf(channelOrderId, channelPackageId, pieces),
    )
  },

  labels,
  track,
}

function inBatches<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / batchSize) }, (_, index) =>
    list.slice(index * batchSize, (index + 1) * batchSize),
  )
}

/** Ids travel as numbers, and some are longer than a number of ours can hold: they go as the digits that they came as. */
const digits = (id: string | number) => `#${id}`

function jsonOf(request: object): string {
  return JSON.stringify(request).replaceAll(/"#(\d+)"/g, '$1')
}

/** The rows of an order, one for each piece. */
export async function readItems(session: Session, channelOrderId: string): Promise<LazadaItem[]> {
  const { data } = await readAgain(() =>
    call(
      { ...session, now: session.now() },
      '/order/items/get',
      { order_id: channelOrderId },
      itemsBatchSchema,
    ),
  )
  const items = itemSchema.array().safeParse(data)
  if (!items.success)
    throw new ChannelError('changed-shape', `Lazada's reply: order_items.${describeIssue(items.error)}`)
  return items.data
}

function packageOf({ package_id: id }: LazadaItem): string | null {
  return id == null || id === '' ? null : String(id)
}

function packableOf(items: LazadaItem[]): LazadaItem[] {
  return items.filter((item) => packable.includes(itemStatus(item)) && packageOf(item) === null)
}

function stateOf(channelOrderId: string, channelPackageId: string | null, pieces: LazadaItem[]): ParcelState {
  const words = pieces.map(itemStatus)
  const slowest = notArranged.find((word) => words.includes(word))
  const [first] = pieces
  return {
    channelOrderId,
    channelPackageId,
    isPacked: channelPackageId !== null && (slowest === undefined || slowest === 'packed'),
    isArranged: channelPackageId !== null && slowest === undefined,
    provider: first?.shipment_provider || null,
    trackingNumber: first?.tracking_code || null,
    channelStatus: slowest ?? words[0] ?? '',
  }
}

type OpenOrder = { channelOrderId: string; items: LazadaItem[] }

async function readProviders(session: Session, orders: OpenOrder[]) {
  const request = orders.map(({ channelOrderId, items }) => ({
    order_id: digits(channelOrderId),
    order_item_ids: items.map((item) => digits(item.order_item_id)),
  }))
  const reply = await readAgain(async () =>
    insideOf(
      await call(
        { ...session, now: session.now() },
        '/order/shipment/providers/get',
        { getShipmentProvidersReq: jsonOf({ orders: request }) },
        resultSchema,
      ),
      providersSchema,
    ),
  )
  return {
    allocation: reply.shipping_allocate_type,
    mustChoose: String(reply.platform_default) === '0',
    providers: (reply.shipment_providers ?? []).flatMap(({ name, provider_code: id }) =>
      id ? [{ id, name: name || id }] : [],
    ),
  }
}

type Plan = OpenOrder & { providerId: string | null }

/** Plans which rows to pack; rows that already have a package are reported with it, so that repeating is harmless. */
async function planPacking(
  session: Session,
  { channelOrderId, lines, providerId }: PackRequest,
): Promise<Plan | { results: ParcelResult[] }> {
  const items = await readItems(session, channelOrderId)
  const left = packableOf(items)
  const refuse = (reason: string): { results: ParcelResult[] } => ({
    results: [notDone({ channelOrderId, channelPackageId: null }, reason, null)],
  })
  if (lines === null) {
    if (left.length > 0) return { channelOrderId, items: left, providerId }
    const packed = Map.groupBy(
      items.filter((item) => packageOf(item) !== null && !isCanceled(item)),
      packageOf,
    )
    if (packed.size === 0) return refuse('refusal.nothing_to_pack')
    return {
      results: [...packed].map(([channelPackageId, [first]]) =>
        isDone({ channelOrderId, channelPackageId }, first?.tracking_code),
      ),
    }
  }
  const chosen: LazadaItem[] = []
  for (const { shopSku, quantity } of lines) {
    const found = left.filter((item) => shopSkuOf(item) === shopSku).slice(0, quantity)
    if (found.length < quantity) return refuse(ownMessage('refusal.too_few_pieces', { sku: shopSku }))
    chosen.push(...found)
  }
  return { channelOrderId, items: chosen, providerId }
}

async function packBatch(session: Session, plans: Plan[]): Promise<ParcelResult[]> {
  const [providerId] = plans.map((plan) => plan.providerId)
  try {
    const { allocation } = await readProviders(session, plans)
    const packReq = {
      pack_order_list: plans.map(({ channelOrderId, items }) => ({
        order_id: digits(channelOrderId),
        order_item_list: items.map((item) => digits(item.order_item_id)),
      })),
      delivery_type: 'dropship',
      shipping_allocate_type: allocation,
      ...(providerId !== null && providerId !== undefined && { shipment_provider_code: providerId }),
    }
    const fields = { packReq: jsonOf(packReq) }
    const reply = await post({ ...session, now: session.now() }, '/order/fulfill/pack', fields, resultSchema)
    return insideOf(reply, packedSchema).pack_order_list.flatMap(readPacked)
  } catch (error) {
    return refusedAlone(error, plans, packBatch.bind(null, session))
  }
}

/** A whole batch that is refused may be so for one of its rows: it is halved until each culprit stands alone. */
async function refusedAlone<T extends { channelOrderId: string; channelPackageId?: string | null }>(
  error: unknown,
  batch: T[],
  again: (half: T[]) => Promise<ParcelResult[]>,
): Promise<ParcelResult[]> {
  if (!(error instanceof ChannelError) || !isAboutRows(error)) throw error
  const [only] = batch
  if (batch.length === 1 && only) {
    const parcel = { channelOrderId: only.channelOrderId, channelPackageId: only.channelPackageId ?? null }
    return [notDone(parcel, error.message, error.channelCode ?? null)]
  }
  const middle = Math.ceil(batch.length / 2)
  return (await allTold([again(batch.slice(0, middle)), again(batch.slice(middle))])).flat()
}

/** Numbers are the warehouse's own; the gateway refuses in words such as MissingParameter. */
function isAboutRows({ kind, channelCode }: ChannelError): boolean {
  return kind === 'refused' && /^\d+$/.test(channelCode ?? '')
}

type PackedOrder = ReturnType<typeof packedSchema.parse>['pack_order_list'][number]

function readPacked({ order_id: orderId, order_item_list: rows }: PackedOrder): ParcelResult[] {
  const channelOrderId = String(orderId)
  const done = rows.filter((row) => row.item_err_code === '0')
  const failed = rows.filter((row) => row.item_err_code !== '0')
  const packages = [...Map.groupBy(done, (row) => row.package_id || null)].map(
    ([channelPackageId, [first]]) => isDone({ channelOrderId, channelPackageId }, first?.tracking_number),
  )
  // Several pieces that are refused for one reason are told once.
  const refusals = [...Map.groupBy(failed, (row) => row.item_err_code)].map(([code, [first]]) =>
    notDone({ channelOrderId, channelPackageId: null }, first?.msg || code, code, first?.retry),
  )
  return [...packages, ...refusals]
}

async function packagesOf(session: Session, { parcel }: ArrangeRequest): Promise<(Parcel | ParcelResult)[]> {
  const { channelOrderId, channelPackageId } = parcel
  if (channelPackageId !== null) return [{ channelOrderId, channelPackageId }]
  const items = await readItems(session, channelOrderId)
  const packed = items.filter((item) => packageOf(item) !== null && notArranged.includes(itemStatus(item)))
  const ids = [...new Set(packed.map(packageOf))]
  if (ids.length === 0)
    return [notDone(parcel, `Order ${channelOrderId} has no package that waits for its hand-over`, null)]
  return ids.map((id) => ({ channelOrderId, channelPackageId: id }))
}

async function handOver(session: Session, parcels: Parcel[]): Promise<ParcelResult[]> {
  const packages = parcels.map(({ channelPackageId }) => ({ package_id: channelPackageId }))
  const fields = { readyToShipReq: JSON.stringify({ packages }) }
  try {
    const reply = await post({ ...session, now: session.now() }, '/order/package/rts', fields, resultSchema)
    const told = new Map(insideOf(reply, readySchema).packages.map((row) => [String(row.package_id), row]))
    return parcels.map((parcel) => {
      const row = told.get(parcel.channelPackageId ?? '')
      if (row?.item_err_code === '0') return isDone(parcel, null)
      if (!row) return notDone(parcel, 'Lazada said nothing about this package', null)
      return notDone(parcel, row.msg || row.item_err_code, row.item_err_code, row.retry)
    })
  } catch (error) {
    return refusedAlone(error, parcels, handOver.bind(null, session))
  }
}

function isDone(parcel: Parcel, trackingNumber: string | null | undefined): ParcelResult {
  return { ...parcel, isDone: true, trackingNumber: trackingNumber || null }
}

function notDone(
  parcel: Parcel,
  reason: string,
  channelCode: string | null,
  mayRepeat = false,
): ParcelResult {
  return { ...parcel, isDone: false, reason, channelCode, mayRepeat }
}
