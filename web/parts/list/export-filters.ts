/** Filters of a list's query. The place in the list says nothing about what is in a file. */
export function exportFilters<Q extends object>(query: Q): Omit<Q, 'page' | 'limit' | 'sort' | 'after'> {
  const {
    page: _page,
    limit: _limit,
    sort: _sort,
    after: _after,
    ...filters
  } = query as Q & Record<string, unknown>
  return filters as unknown as Omit<Q, 'page' | 'limit' | 'sort' | 'after'>
}
