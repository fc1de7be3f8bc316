/**
 * Reads pages on while others are being saved. Pages that came meanwhile are saved together: a hundred orders by themselves cost a quarter
 * more than within a transaction of five hundred. A channel that is slower than the database has each page saved as it comes.
 */
import type { Read, SyncedPage } from './synced-kind.ts'
import type { Sync } from './sync-store.ts'

/** Pages are read ahead until there are so many items. A transaction that is longer keeps others from the shop's counts. */
const enoughItems = 400

export type ReadAhead<Item> = {
  /** The next page, and as many behind it as are there. */
  take(sync: Sync): Promise<Read<SyncedPage<Item>>>
  /** True when nothing was read that is still to be saved. */
  isEmpty(): boolean
  /** Waits for the page that is on its way, whatever comes of it. */
  end(): Promise<void>
}

/** @param mayGoOn asked before each page but the first */
export function createReadAhead<Item>(
  fetchPage: (sync: Sync) => Promise<Read<SyncedPage<Item>>>,
  idOf: (item: Item) => string,
  mayGoOn: () => boolean,
): ReadAhead<Item> {
  let arrived: Read<SyncedPage<Item>>[] = []
  /** Where the first page that is not taken yet begins; undefined before the first. */
  let start: Sync | undefined
  let coming: Promise<void> | undefined
  let failure: { error: unknown } | undefined

  function fetchFrom(sync: Sync): void {
    coming = fetchPage(sync).then(
      (page) => {
        coming = undefined
        arrived.push(page)
        const waiting = arrived.reduce((sum, { items }) => sum + items.length, 0)
        if (page.nextCursor !== null && waiting < enoughItems && mayGoOn())
          fetchFrom({ ...sync, cursor: page.nextCursor })
      },
      (error: unknown) => {
        coming = undefined
        failure = { error }
      },
    )
  }

  async function end(): Promise<void> {
    while (coming) await coming
  }

  return {
    end,
    isEmpty: () => arrived.length === 0 && coming === undefined && failure === undefined,
    async take(sync) {
      if (start?.cursor !== sync.cursor || start.phase !== sync.phase) {
        await end()
        arrived = []
        failure = undefined
      }
      if (arrived.length === 0 && !coming && !failure) fetchFrom(sync)
      if (arrived.length === 0) await coming
      const [first, ...others] = arrived
      // Pages from before the failure are saved first.
      if (!first) throw failure?.error
      const page = together(first, others, idOf)
      arrived = arrived.slice(page.taken)
      start = { ...sync, cursor: page.nextCursor }
      const { nextCursor } = arrived.at(-1) ?? page
      if (nextCursor !== null && !coming && !failure && mayGoOn()) fetchFrom({ ...sync, cursor: nextCursor })
      return page
    },
  }
}

/** As one page, up to the first that tells again of something, because the later report has to be saved later. */
function together<Item>(
  first: Read<SyncedPage<Item>>,
  others: Read<SyncedPage<Item>>[],
  idOf: (item: Item) => string,
): Read<SyncedPage<Item>> & { taken: number } {
  const idsOf = ({ items, failures }: SyncedPage<Item>) => [
    ...items.map(idOf),
    ...failures.map(({ channelId }) => channelId),
  ]
  const seen = new Set(idsOf(first))
  const pages = [first]
  for (const page of others) {
    const ids = idsOf(page)
    if (ids.some((id) => seen.has(id))) break
    for (const id of ids) seen.add(id)
    pages.push(page)
  }
  return {
    ...(pages.at(-1) ?? first),
    readAt: first.readAt,
    items: pages.flatMap(({ items }) => items),
    failures: pages.flatMap(({ failures }) => failures),
    taken: pages.length,
  }
}
