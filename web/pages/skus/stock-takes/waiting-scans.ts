/** Scans that the server has not answered yet, kept in this browser so that a lost network loses none. */
import type { ScanRejection } from '../../../../model/stock-take.ts'
import { keep, readStored } from '../../../ui/local-storage.ts'

export type Scan = { id: string; at: number; code?: string; sku_id?: number } & Counting
export type Counting = { add: number } | { set: number } | { remove: true }

/** A code that cannot be counted as it is, and how many pieces were scanned with it. */
export type Refused = { code: string; why: ScanRejection | 'invalid'; pieces: number }

const mostPerCall = 100

export function newScan(what: { code: string } | { sku_id: number }, counting: Counting): Scan {
  const random = crypto.getRandomValues(new Uint8Array(16))
  const id = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { id, at: Date.now(), ...what, ...counting }
}

export const waitingKey = (takeId: number, userId: number): string => `stockTake.${takeId}.${userId}`

export function waitingScans(key: string): Scan[] {
  return readStored<Scan[]>(key, [])
}

/** Another tab may have added some, so that what is stored is read again each time. Null: the browser has no room for one more. */
export function addWaiting(key: string, scan: Scan): Scan[] | null {
  const all = [...waitingScans(key), scan]
  return keep(key, all) ? all : null
}

export function dropWaiting(key: string, ids: ReadonlySet<string>): Scan[] {
  const left = waitingScans(key).filter(({ id }) => !ids.has(id))
  keepAll(key, left)
  return left
}

const refusedKey = (key: string): string => `${key}.refused`

export function refusedCodes(key: string): Refused[] {
  return readStored<Refused[]>(refusedKey(key), [])
}

export function keepRefused(key: string, refused: Refused[]): void {
  keepAll(refusedKey(key), refused)
}

function keepAll(key: string, all: unknown[]): void {
  if (all.length > 0) keep(key, all)
  else localStorage.removeItem(key)
}

/** The next call's scans with their age, which does not depend on the device's clock being right. */
export function nextBatch(scans: Scan[], now = Date.now()) {
  return scans.slice(0, mostPerCall).map(({ at, ...scan }) => ({
    ...scan,
    seconds_ago: Math.min(7 * 86_400, Math.max(0, Math.floor((now - at) / 1000))),
  }))
}

/** Scans of a batch that a refusal names, as `scans.3.code`. */
export function scansNamedBy(fields: Record<string, string>, batch: { id: string }[]): Set<string> {
  const places = Object.keys(fields).map((path) => Number(/^scans\.(\d+)/.exec(path)?.[1]))
  return new Set(places.flatMap((place) => batch[place]?.id ?? []))
}

/** Count of a SKU once the scans that wait are counted; null: it is not counted. */
export function countWith(before: number | null, scans: Counting[]): number | null {
  return scans.reduce<number | null>((counted, scan) => {
    if ('remove' in scan) return null
    if ('set' in scan) return scan.set
    return counted === null && scan.add < 0 ? null : Math.max(0, (counted ?? 0) + scan.add)
  }, before)
}
