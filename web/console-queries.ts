import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryClientConfig,
} from '@tanstack/react-query'

/** Lets an answer that is on its way come: changes that are told faster than they are read would else never be seen. */
export const afterReading: InvalidateOptions = { cancelRefetch: false }

/**
 * An answer that was on its way when its query was invalidated may be older than the change, and the library takes it for fresh
 * wherever it does not call that read off. Here the query is read once more.
 */
export class ConsoleQueries extends QueryClient {
  constructor(config?: QueryClientConfig) {
    super(config)
    // The answer to a change is set while a read is under way that began before it, and would land on top: it is called off for a new one.
    this.getQueryCache().subscribe(({ query, ...event }) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual) return
      if (query.state.fetchStatus === 'fetching')
        void this.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }

  override async invalidateQueries<Key extends readonly unknown[] = readonly unknown[]>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const overtaken = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => options?.cancelRefetch === false || !query.state.dataUpdatedAt || !query.isActive())
    // That of the read which is under way.
    const ends = Promise.allSettled(overtaken.map((query) => query.fetch()))
    await super.invalidateQueries(filters, options)
    await ends
    await super.invalidateQueries({ predicate: (query) => overtaken.includes(query) }, afterReading)
  }
}
