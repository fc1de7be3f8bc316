/** Widths of a table's columns: which ones have room, and what each gets of the room that is left. */
export type ColumnWidth = {
  key: string
  /** Least pixels in which its content can be read. */
  width: number
  /** Share of the slack, in proportion to the other columns'; none unless given. */
  grow?: number | undefined
  /** Pixels beyond which more room shows nothing more. */
  max?: number | undefined
  /** Columns of the lowest rank are left out first where there is no room; one without a rank never is. */
  rank?: number | undefined
}

export type FittedColumns = { widths: Map<string, number>; hidden: string[] }

/** Fits columns into `room` pixels. The widths add up to the room, unless the columns without a rank alone are wider. */
export function fitColumns(columns: readonly ColumnWidth[], room: number): FittedColumns {
  const shown = [...columns]
  const hidden: string[] = []
  const needed = () => shown.reduce((sum, { width }) => sum + width, 0)
  while (needed() > room) {
    const last = leastOf(shown)
    if (!last) break
    shown.splice(shown.indexOf(last), 1)
    hidden.push(last.key)
  }
  const widths = new Map(shown.map(({ key, width }) => [key, width]))
  let slack = Math.max(0, room - needed())
  for (let open = shown.filter(({ grow = 0 }) => grow > 0); slack >= 1 && open.length > 0;) {
    const shares = open.reduce((sum, { grow = 0 }) => sum + grow, 0)
    const share = slack / shares
    for (const { key, grow = 0, max = Infinity } of open) {
      const before = widths.get(key) ?? 0
      const given = Math.min(share * grow, max - before)
      widths.set(key, before + given)
      slack -= given
    }
    open = open.filter(({ key, max = Infinity }) => (widths.get(key) ?? 0) < max)
  }
  // Every column is as wide as it can use: the one that grows most takes the rest, so that the table ends where its frame does.
  const widest = shown.filter(({ grow = 0 }) => grow > 0).toSorted((a, b) => (b.grow ?? 0) - (a.grow ?? 0))[0]
  if (widest && slack > 0) widths.set(widest.key, (widths.get(widest.key) ?? 0) + slack)
  return { widths, hidden }
}

/** The last one of the lowest rank. */
function leastOf(columns: readonly ColumnWidth[]): ColumnWidth | undefined {
  return columns
    .filter(({ rank }) => rank !== undefined)
    .toReversed()
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))[0]
}
