import type { Reply } from '../../../../contract/endpoints.ts'

export type Entry = Reply<'GET /sku-centers/{id}/timeline'>['data'][number]
export type Group = [Entry, ...Entry[]]

/** Figures that follow from one cause reach the shops within seconds. */
const togetherMs = 60_000

/** Joins figures that several shops were sent one after the other for the same reason: they are one line. */
export function groupEntries(entries: Entry[]): Group[] {
  const groups: Group[] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && belongs(last[0], entry) && last.every(({ shop }) => shop?.id !== entry.shop?.id))
      last.push(entry)
    else groups.push([entry])
  }
  return groups
}

function belongs(first: Entry, entry: Entry): boolean {
  return (
    first.type === 'sent' &&
    entry.type === 'sent' &&
    first.order?.id === entry.order?.id &&
    Date.parse(first.at) - Date.parse(entry.at) < togetherMs
  )
}
