import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { api, onForbidden } from './api.ts'
import { ConsoleQueries } from './console-queries.ts'
import { type Me, meQuery, renewRights } from './session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  onForbidden(() => undefined)
})

const me = (permissions: string[]) => ({ id: 7, permissions, number_format: 'dots' }) as unknown as Me

it('reads the rights of the user again when something is refused, and not at each of several refusals', async () => {
  const queries = new ConsoleQueries({ defaultOptions: { queries: { retry: false } } })
  onForbidden(() => renewRights(queries))
  let reads = 0
  vi.stubGlobal('fetch', (path: string) => {
    if (!path.includes('/users/me'))
      return Promise.resolve(Response.json({ code: 'forbidden' }, { status: 403 }))
    reads++
    return Promise.resolve(Response.json({ data: me(['orders.view']) }))
  })
  const refused = () =>
    expect(api('GET /staff-of-nobody' as 'GET /users')).rejects.toMatchObject({ status: 403 })
  queries.setQueryData(meQuery.queryKey, me(['orders.view', 'orders.edit']), {
    updatedAt: Date.now() - 60_000,
  })
  new QueryObserver(queries, meQuery).subscribe(() => undefined)
  await refused()
  await expect.poll(() => queries.getQueryData(meQuery.queryKey)?.permissions).toEqual(['orders.view'])
  await refused()
  await refused()
  expect(reads).toBe(1)
})
