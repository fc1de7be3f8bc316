import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { api, onForbidden } from './api.ts'
import { ConsoleQueries } from './console-queries.ts'
import {
  forgetKept,
  keepForReload,
  keptForReload,
  maySignedIn,
  type Me,
  meQuery,
  renewRights,
  signedInKey,
} from './session.ts'

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
  const refused = () => expect(api('GET /users')).rejects.toMatchObject({ status: 403 })
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

it('keeps nothing of a user who signs out for the next one in the same tab, also where the central home ends the session', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
  }
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
  localStorage.setItem(signedInKey, '1')
  keepForReload('me', me([]))
  keepForReload('station', { orders: [] })
  forgetKept()
  expect([maySignedIn(), keptForReload('me'), keptForReload('station')]).toEqual([
    false,
    undefined,
    undefined,
  ])
})
