/** Scanned pieces that the server has not answered yet, kept in this browser so that a lost network loses none. */
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { keep, readStored } from '../../../ui/local-storage.ts'

export type KeptScan = { id: string; at: number; order_id: number } & (
  | { line_id: string; add: number }
  | { reset: true }
)
type Refused = Reply<'POST /orders/scans'>['data']['refused'][number]
/** `refused`: the server took none of the call. */
export type Conflict = Pick<Refused, 'order_id' | 'message'> & { why: Refused['why'] | 'refused' }

/** Far more than two hands scan in ten minutes. */
export const mostKept = 2000
const mostConflicts = 50
/** Orders that lie aside with loose parts of a bundle in them. */
const mostLoose = 100

export type ScanStore = ReturnType<typeof scanStore>

/** Another tab may have added some, so that what is stored is read again each time. */
export function scanStore(userId: number) {
  const key = `orderScans.${userId}`
  const conflictsKey = `orderScanConflicts.${userId}`
  const looseKey = `orderScanParts.${userId}`
  const readLoose = () => readStored<Record<number, [key: string, count: number][]>>(looseKey, {})
  const list = () => readStored<KeptScan[]>(key, [])
  const conflicts = () => readStored<Conflict[]>(conflictsKey, [])
  return {
    list,
    conflicts,
    looseParts: (orderId: number) => readLoose()[orderId] ?? [],
    /** The server counts whole bundles; parts of one that is not whole yet are known here alone. */
    keepLooseParts(orderId: number, parts: [key: string, count: number][]): void {
      const { [orderId]: before, ...others } = readLoose()
      if (parts.length === 0 && !before) return
      const kept = Object.entries(others).slice(-mostLoose)
      // Parts that the browser has no room for are scanned again.
      keep(looseKey, { ...Object.fromEntries(kept), ...(parts.length > 0 && { [orderId]: parts }) })
    },
    /** False: the device keeps as many as it can. */
    add(what: Pick<KeptScan, 'order_id'> & ({ line_id: string; add: number } | { reset: true })): boolean {
      const all = list()
      return all.length < mostKept && keep(key, [...all, { id: newId(), at: Date.now(), ...what }])
    },
    drop(ids: ReadonlySet<string>): void {
      const left = list().filter(({ id }) => !ids.has(id))
      if (left.length > 0) keep(key, left)
      else localStorage.removeItem(key)
    },
    addConflicts(more: Conflict[]): void {
      // One line an order: three pieces of a canceled order are one parcel to keep back.
      const known = new Map([...conflicts(), ...more].map((one) => [`${one.order_id}/${one.why}`, one]))
      keep(conflictsKey, [...known.values()].slice(-mostConflicts))
    },
    dropConflict(gone: Conflict): void {
      keep(
        conflictsKey,
        conflicts().filter((one) => one.order_id !== gone.order_id || one.why !== gone.why),
      )
    },
  }
}

function newId(): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type ScanBatch = BodyInput<'POST /orders/scans'>['scans']

/** The next call's scans with their age, which does not depend on the device's clock being right. */
export function nextScans(scans: KeptScan[], most: number, now = Date.now()): ScanBatch {
  return scans.slice(0, most).map(({ at, ...scan }) => ({
    ...scan,
    seconds_ago: Math.min(7 * 86_400, Math.max(0, Math.floor((now - at) / 1000))),
  }))
}
