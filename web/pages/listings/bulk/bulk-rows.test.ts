import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { ConsoleQueries } from '../../../console-queries.ts'
import { pricesToChange, textsToChange } from './bulk-rows.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})

it.each([pricesToChange([7]), textsToChange([7])])(
  'reads $queryKey once while the dialog is open, and anew for the next one',
  async (query) => {
    let reads = 0
    vi.stubGlobal('fetch', () => {
      reads++
      return Promise.resolve(Response.json({ data: [{ id: 7, price: 100 - reads }], meta: { shops: [] } }))
    })
    const queries = new ConsoleQueries()
    queries.mount()
    const open = () =>
      new QueryObserver(queries, query as ReturnType<typeof pricesToChange>).subscribe(() => undefined)
    const close = open()
    await expect.poll(() => queries.isFetching()).toBe(0)
    for (const isThere of [false, true]) {
      focusManager.setFocused(isThere)
      onlineManager.setOnline(isThere)
    }
    await expect.poll(() => queries.isFetching()).toBe(0)
    expect(reads).toBe(1)
    close()
    await expect.poll(() => queries.getQueryData(query.queryKey)).toBeUndefined()
    open()
    await expect.poll(() => reads).toBe(2)
    queries.unmount()
  },
)
