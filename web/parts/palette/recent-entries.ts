import { keep, readStored } from '../../ui/local-storage.ts'

/** Name and address of a page that was opened. */
export type RecentEntry = { label: string; to: string }

const most = 5

/** Orders, goods and shops that this person opened from the palette in this browser, the latest first. Customers are not kept: they may be erased. */
export function recentEntries(userId: number): RecentEntry[] {
  return readStored<RecentEntry[]>(keyOf(userId), [])
}

export function noteRecentEntry(userId: number, { label, to }: RecentEntry): void {
  const others = recentEntries(userId).filter((one) => one.to !== to)
  keep(keyOf(userId), [{ label, to }, ...others].slice(0, most))
}

function keyOf(userId: number): string {
  return `recent-entries-${userId}`
}
