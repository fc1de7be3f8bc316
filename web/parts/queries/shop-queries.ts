import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Shop = Reply<'GET /shops'>['data'][number]

export const shopsKey = ['shops'] as const

export const shopsQuery = queryOptions({
  queryKey: shopsKey,
  queryFn: async ({ signal }) =>
    (await api('GET /shops', { query: { include: 'platform,sync', limit: 999 }, signal })).data,
})

export const syncPercentKey = ['sync-percent'] as const

export const syncPercentQuery = queryOptions({
  queryKey: syncPercentKey,
  queryFn: async ({ signal }) => (await api('GET /dashboard/sync-percent', { signal })).data,
})

/** A shop counts once its channel lets us in. */
export function isConnected(shop: Shop): boolean {
  return shop.status === 1
}

/** Keeps customers and sells nothing: no page about orders or products has it among its shops. */
export function isCrm({ platform }: Shop): boolean {
  return platform !== undefined && isCrmPlatform(platform.data)
}

export function isCrmPlatform({ type }: { type: string }): boolean {
  return type === 'crm'
}

const dayMs = 86_400_000

/** Whole days until the channel's permission ends, today being the last one; undefined while that is far off. */
export function daysLeft(shop: Shop, now: Date): number | undefined {
  const { auth_state: state, token_expired_at: end } = shop
  if (state !== 'expiring' || end === null) return undefined
  return Math.max(1, Math.ceil((Date.parse(end) - now.getTime()) / dayMs))
}

/** Shops that the owner would want back: those whose channel locked us out, else those that were unlinked. */
export function lostShops(shops: Shop[]): Shop[] {
  const lockedOut = shops.filter(isLockedOut)
  return lockedOut.length > 0 ? lockedOut : shops.filter((shop) => !isConnected(shop))
}

export function isLockedOut({ auth_state: state }: Shop): boolean {
  return state === 'expired' || state === 'revoked'
}

export type Standing = Shop['auth_state'] | 'unlinked'

/** Nothing is wrong with the sign-in of a shop that was unlinked here on purpose. */
export function standingOf({ status, auth_state: state }: Shop): Standing {
  return status === 0 && state === 'ok' ? 'unlinked' : state
}
