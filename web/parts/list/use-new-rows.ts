import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { afterReading } from '../../console-queries.ts'
import { type LiveChannels, useLive } from '../live.ts'

const washMs = 4000

type ListRow = { id: number; created_at: string }
type Page<Row> = { data: Row[] }

type Options<Row extends ListRow, P extends Page<Row>> = {
  /** Realtime channels that tell of changed rows. */
  channel: LiveChannels
  queryKey: QueryKey
  load: () => Promise<P>
  /** Rows by their ids, whatever the filters: those that left the list while they stay on the screen. */
  loadRows?: ((ids: number[]) => Promise<Row[]>) | undefined
  page: P | undefined
  isFirstPage: boolean
  /** Answers whether the reader is scrolled, selecting, reading or at a row, so that nothing may jump. */
  isBusy: () => boolean
}

/**
 * Keeps the list on screen fresh. While the reader is busy with it, rows change in place but none comes or goes: new ones are
 * counted and wait until they are asked for, or the reader has let go of the list.
 */
export function useNewRows<Row extends ListRow, P extends Page<Row>>(options: Options<Row, P>) {
  const { channel, queryKey, load, loadRows, page, isFirstPage, isBusy } = options
  const queries = useQueryClient()
  const key = JSON.stringify(queryKey)
  const [waiting, setWaiting] = useState<{ key: string; ids: number[] }>({ key, ids: [] })

  // Answers may overtake each other: one that was asked for earlier shows nothing any more.
  const asked = useRef(0)
  const taken = useRef(0)
  async function renewInPlace() {
    const turn = ++asked.current
    const latest = await load().catch(() => null)
    const shown = queries.getQueryData<P>(queryKey)
    if (!latest || !shown) return
    const byId = new Map(latest.data.map((row) => [row.id, row]))
    const gone = shown.data.map((row) => row.id).filter((id) => !byId.has(id))
    const changed = gone[0] && (await loadRows?.(gone).catch(() => null))
    if (turn < taken.current) return
    taken.current = turn
    for (const row of changed || []) byId.set(row.id, row)
    const rows = (queries.getQueryData<P>(queryKey) ?? shown).data
    const known = new Set(rows.map((row) => row.id))
    queries.setQueryData<P>(queryKey, { ...latest, data: rows.map((row) => byId.get(row.id) ?? row) })
    const ids = latest.data.map((row) => row.id).filter((id) => !known.has(id))
    setWaiting({ key, ids: isFirstPage ? ids : [] })
  }

  const isBehind = useRef(false)
  function renew() {
    isBehind.current = false
    taken.current = ++asked.current
    void queries.invalidateQueries({ queryKey, exact: true }, afterReading)
  }
  const catchUp = useEffectEvent(() => {
    if (isBehind.current && !isBusy()) renew()
  })
  // Rows come and go once the reader has let go of the list, after any change of the selection.
  useEffect(() => catchUp())

  useLive(channel, () => {
    // Rows that are being read come and go in any case.
    if (!isBusy() || queries.isFetching({ queryKey, exact: true }) > 0) return renew()
    isBehind.current = true
    void renewInPlace()
  })

  // The list may have been read anew since, after the reader created a row himself.
  const shown = new Set(page?.data.map((row) => row.id))
  return {
    waiting: waiting.key === key ? waiting.ids.filter((id) => !shown.has(id)).length : 0,
    show: () => {
      setWaiting({ key, ids: [] })
      renew()
    },
  }
}

/**
 * Ids of rows that appeared or changed since the same list was last drawn, for four seconds. `stateOf` says what of a row
 * counts as a change.
 */
export function useWashed<Row extends ListRow>(
  page: Page<Row> | undefined,
  key: string,
  stateOf: (row: Row) => string,
): ReadonlySet<number> {
  const seen = useRef<{ key: string; page: Page<Row> } | null>(null)
  const [washed, setWashed] = useState<ReadonlySet<number>>(none)

  useEffect(() => {
    if (!page) return undefined
    const before = seen.current
    seen.current = { key, page }
    if (before?.key !== key || before.page === page) return undefined
    const ids = changedIn(before.page, page, stateOf)
    if (ids.size === 0) return undefined
    setWashed(ids)
    const timer = setTimeout(() => setWashed(none), washMs)
    return () => clearTimeout(timer)
  }, [page, key, stateOf])

  return washed
}

const none: ReadonlySet<number> = new Set()

/** A row that moved up because another one left has not changed. */
function changedIn<Row extends ListRow>(
  before: Page<Row>,
  after: Page<Row>,
  stateOf: (row: Row) => string,
): Set<number> {
  const states = new Map(before.data.map((row) => [row.id, stateOf(row)]))
  const newest = before.data.reduce((latest, row) => (row.created_at > latest ? row.created_at : latest), '')
  const changed = after.data.filter((row) => {
    const state = states.get(row.id)
    return state === undefined ? row.created_at >= newest : state !== stateOf(row)
  })
  return new Set(changed.map((row) => row.id))
}
