/** Sorts categories of a list without a promised order. One whose parent is missing stands at the root. */
export function parentsFirst<Row extends { channelCategoryId: string; parentId: string | null }>(
  rows: Row[],
): Row[] {
  const known = new Set(rows.map((row) => row.channelCategoryId))
  const children = Map.groupBy(rows, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : '',
  )
  const below = (id: string): Row[] =>
    (children.get(id) ?? []).flatMap((row) => [
      id === '' && row.parentId !== null ? { ...row, parentId: null } : row,
      ...below(row.channelCategoryId),
    ])
  return below('')
}
