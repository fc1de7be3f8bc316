/** Counts a batch of scanned pieces, which a device may send again or late. */
import type { Body } from '../../../contract/endpoints.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import { scanRefusalOf, type ScanRejection } from '../../../model/scan-check.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { lockOrdersToAct, type OrderToAct } from '../actions/order-to-act-store.ts'
import { emitScanned, saveScanCheck, type ScanCheck } from './order-scan-store.ts'
import {
  addOrderScans,
  listLinesToScan,
  saveLineScans,
  saveScanned,
  type LineToScan,
} from './scanned-pieces-store.ts'

type Scan = Body<'POST /orders/scans'>['scans'][number]

export type CountedScans = {
  orders: { id: number; scanned: number; quantity: number; check: ScanCheck | null }[]
  refused: { scan: Scan; order: OrderToAct | undefined; why: ScanRejection }[]
}

type Counted = { order: OrderToAct; lines: LineToScan[]; changedAt: number | null }

export async function countOrderScans(
  tx: Tx,
  session: Pick<Session, 'ownerId' | 'shopIds' | 'name'>,
  scans: Scan[],
  ships: (platformId: number) => boolean,
): Promise<CountedScans> {
  const { ownerId, shopIds } = session
  const ids = [...new Set(scans.map((scan) => scan.order_id))].toSorted((a, b) => a - b)
  const locked = await lockOrdersToAct(tx, ownerId, ids, shopIds)
  const lines = await listLinesToScan(
    tx,
    ownerId,
    locked.map(({ id }) => id),
  )
  const counted = new Map<number, Counted>(
    locked.map((order) => [
      order.id,
      { order, lines: lines.filter(({ orderId }) => orderId === order.id), changedAt: null },
    ]),
  )
  const refused: CountedScans['refused'] = []
  const allowed = scans.filter((scan) => {
    const order = counted.get(scan.order_id)?.order
    const why = order ? refusalOf(order, ships) : 'unknown'
    if (why) refused.push({ scan, order, why })
    return !why
  })
  const fresh = await addOrderScans(
    tx,
    ownerId,
    allowed.map(({ id: scanId, order_id: orderId }) => ({ orderId, scanId })),
  )
  for (const scan of allowed) {
    // A scan that came twice in one batch counts once as well.
    if (!fresh.delete(scan.id)) continue
    const found = counted.get(scan.order_id)
    const why = found ? countInto(found, scan) : 'unknown'
    if (why) refused.push({ scan, order: found?.order, why })
  }
  return { orders: await save(tx, session, [...counted.values()]), refused }
}

function refusalOf(
  { status, isCancelRequested, platformId }: OrderToAct,
  ships: (platformId: number) => boolean,
): ScanRejection | null {
  return scanRefusalOf({ status: orderStatusOf(status), isCancelRequested }, { ships: ships(platformId) })
}

function countInto(counted: Counted, scan: Scan): ScanRejection | null {
  const at = Date.now() - scan.seconds_ago * 1000
  if (scan.reset) {
    for (const line of counted.lines) line.scanned = 0
    counted.changedAt = at
    return null
  }
  const line = counted.lines.find(({ orderId, position }) => `${orderId}-${position}` === scan.line_id)
  if (!line) return 'unknown'
  const next = line.scanned + (scan.add ?? 0)
  if (next > line.quantity) return 'surplus'
  line.scanned = Math.max(0, next)
  counted.changedAt = at
  return null
}

async function save(
  tx: Tx,
  { ownerId, name }: Pick<Session, 'ownerId' | 'name'>,
  counted: Counted[],
): Promise<CountedScans['orders']> {
  const changed = counted.filter(({ changedAt }) => changedAt !== null)
  if (changed.length > 0) {
    await saveLineScans(
      tx,
      ownerId,
      changed.flatMap(({ lines }) => lines),
    )
    await saveScanned(
      tx,
      ownerId,
      changed.map(({ order, lines }) => ({ id: order.id, scanned: sum(lines, 'scanned') })),
    )
    emitScanned(
      tx,
      ownerId,
      changed.map(({ order }) => order),
    )
  }
  const orders: CountedScans['orders'] = []
  for (const { order, lines, changedAt } of counted) {
    const [scanned, quantity] = [sum(lines, 'scanned'), sum(lines, 'quantity')]
    const isComplete = changedAt !== null && scanned === quantity
    const check = isComplete ? await saveScanCheck(tx, ownerId, order, name, new Date(changedAt)) : null
    orders.push({ id: order.id, scanned, quantity, check })
  }
  return orders
}

const sum = (lines: LineToScan[], field: 'scanned' | 'quantity') =>
  lines.reduce((total, line) => total + line[field], 0)
