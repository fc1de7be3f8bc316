/** Counts a batch of scans, which a device may send again or late. */
import type { Body } from '../../../contract/endpoints.ts'
import { stockTakeLimits, type ScanRejection } from '../../../model/stock-take.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import {
  addScans,
  listBundleCodes,
  listOnHandAt,
  listSeenSkus,
  listSkusOfCodes,
  listStoredCounts,
  lockCountable,
  removeCounts,
  saveCounts,
  type Count,
} from './stock-counts-store.ts'
import { lockOpenStockTake, saveProgress, type OpenStockTake } from './stock-takes-store.ts'

type Scan = Body<'POST /stock-takes/{id}/scans'>['scans'][number]
type Found = { scan: Scan; skuId: number }
type Rejected = { id: string; code: string | null; why: ScanRejection }

export type CountedScans = {
  take: OpenStockTake
  matched: { id: string; sku_id: number }[]
  rejected: Rejected[]
  repeated: number
}

const mostPieces = 1_000_000

/** @throws AppError not_found, stock_take_ended */
export async function countScans(
  tx: Tx,
  session: Pick<Session, 'ownerId' | 'shopIds' | 'userId' | 'name'>,
  takeId: number,
  scans: Scan[],
): Promise<CountedScans> {
  const { ownerId } = session
  const take = await lockOpenStockTake(tx, session, takeId)
  const each = [...new Map(scans.map((scan) => [scan.id, scan])).values()]
  const { found, rejected } = await matchScans(tx, session, take, each)
  const fresh = await addScans(
    tx,
    ownerId,
    takeId,
    found.map(({ scan }) => scan.id),
  )
  const counted = found.filter(({ scan }) => fresh.has(scan.id))
  const over = await saveScans(tx, session, take, counted)
  return {
    take,
    matched: found.map(({ scan, skuId }) => ({ id: scan.id, sku_id: skuId })),
    rejected: [...rejected, ...over],
    repeated: scans.length - each.length + found.length - counted.length,
  }
}

/** Finds the SKU of each scan, by its id or its code. */
async function matchScans(
  tx: Tx,
  { ownerId, shopIds }: Pick<Session, 'ownerId' | 'shopIds'>,
  { scanCount }: OpenStockTake,
  scans: Scan[],
): Promise<{ found: Found[]; rejected: Rejected[] }> {
  const codes = [...new Set(scans.flatMap(({ code }) => code ?? []))]
  const ofCodes = await listSkusOfCodes(tx, ownerId, shopIds, codes)
  const seen = await listSeenSkus(
    tx,
    ownerId,
    shopIds,
    scans.flatMap(({ sku_id: id }) => id ?? []),
  )
  const all = [...seen, ...[...ofCodes.values()].flat()]
  const countable = await lockCountable(tx, ownerId, all)
  const bundles = await listBundleCodes(tx, ownerId, all)
  const found: Found[] = []
  const rejected: Rejected[] = []
  for (const scan of scans) {
    const { id, code = null, sku_id: given } = scan
    const ids = given === undefined ? (ofCodes.get(code ?? '') ?? []) : seen.has(given) ? [given] : []
    const [skuId] = ids
    if (skuId === undefined || !countable.has(skuId)) rejected.push({ id, code, why: 'unknown' })
    else if (ids.length > 1) rejected.push({ id, code, why: 'several' })
    else if (bundles.has(skuId) && !scan.remove)
      rejected.push({ id, code: code ?? bundles.get(skuId) ?? null, why: 'bundle' })
    else if (scanCount + found.length >= stockTakeLimits.scans) rejected.push({ id, code, why: 'full' })
    else found.push({ scan, skuId })
  }
  return { found, rejected }
}

/** Applies the scans in their order. Answers those that would make too many rows. */
async function saveScans(
  tx: Tx,
  session: Pick<Session, 'ownerId' | 'userId' | 'name'>,
  take: OpenStockTake,
  found: Found[],
): Promise<Rejected[]> {
  if (found.length === 0) return []
  const { ownerId } = session
  const stored = await listStoredCounts(tx, ownerId, take.id, [...new Set(found.map(({ skuId }) => skuId))])
  const counts = new Map(stored.map((count) => [count.skuId, count]))
  const now = Date.now()
  const moments = found.map(({ scan, skuId }) => ({
    scanId: scan.id,
    skuId,
    at: new Date(Math.max(now - scan.seconds_ago * 1000, take.startedAt.getTime())),
  }))
  const onHand = await listOnHandAt(tx, ownerId, take.warehouseId, moments)
  const rejected: Rejected[] = []
  let rowCount = take.rowCount
  for (const { scan, skuId } of found) {
    const before = counts.get(skuId)
    const counted = countAfter(before?.counted, scan)
    if (counted === undefined) {
      if (counts.delete(skuId)) rowCount--
      continue
    }
    if (!before && rowCount >= stockTakeLimits.rows) {
      rejected.push({ id: scan.id, code: scan.code ?? null, why: 'full' })
      continue
    }
    if (!before) rowCount++
    const isAnew = !before || scan.set !== undefined
    counts.set(skuId, {
      skuId,
      counted,
      expected: isAnew ? (onHand.get(scan.id) ?? null) : before.expected,
      countedBy: session.userId,
      countedName: session.name,
      countedAt: new Date(now),
    })
  }
  const gone = stored.filter(({ skuId }) => !counts.has(skuId)).map(({ skuId }) => skuId)
  if (gone.length > 0) await removeCounts(tx, ownerId, take.id, gone)
  const kept: Count[] = [...counts.values()].toSorted((a, b) => a.skuId - b.skuId)
  if (kept.length > 0) await saveCounts(tx, ownerId, take.id, kept)
  await saveProgress(tx, ownerId, { ...take, rowCount, scanCount: take.scanCount + found.length })
  return rejected
}

/** Undefined: the SKU is not counted afterwards. Fewer than nothing begins no count. */
function countAfter(before: number | undefined, { add = 0, set, remove }: Scan): number | undefined {
  if (remove) return undefined
  if (set !== undefined) return set
  if (before === undefined && add < 0) return undefined
  return Math.min(mostPieces, Math.max(0, (before ?? 0) + add))
}
