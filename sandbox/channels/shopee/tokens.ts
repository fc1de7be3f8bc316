import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import type { ShopeeSettings } from './types.ts'

/** Authorization behind a code or a token. */
interface Grant {
  shopId: number
  expires: number
}

export interface TokenPair {
  access_token: string
  refresh_token: string
  expire_in: number
}

export type Refusal = 'unknown' | 'expired' | 'unlinked'

export interface AuthStore {
  issueCode(shopId: number): string
  /** Spends a code. */
  redeem(code: string, shopId: number): TokenPair | undefined
  /** Spends a refresh token; the access token before it lives on for the grace time. */
  refresh(token: string, shopId: number): TokenPair | Refusal
  isAccess(token: string, shopId: number): boolean
  isLinked(shopId: number): boolean
  authTime(shopId: number): number
  linkedShops(): number[]
  /** Ends the authorisation of a shop, as the seller does. */
  unlink(shopId: number): boolean
  /** Ends tokens and leaves the shop linked: 'access' makes clients refresh, 'all' makes them ask the seller again. */
  revoke(shopId: number, which: 'access' | 'all'): void
  onChange(listener: () => void): void
  dump(): AuthState
  restore(state: AuthState): void
  reset(): void
}

/** Everything that has to outlive the process; codes don't, as nobody waits ten minutes for a restart. */
export interface AuthState {
  access: [string, Grant][]
  refresh: [string, Grant][]
  current: [number, string][]
  linked: [number, number][]
}

// Open Platform guide, "Authorization and Authentication": a code is good once, for ten minutes.
const CODE_SECONDS = 600

const secret = (): string => randomBytes(16).toString('hex')

export function createAuthStore(clock: Clock, settings: ShopeeSettings): AuthStore {
  const codes = new Map<string, Grant>()
  const access = new Map<string, Grant>()
  const refresh = new Map<string, Grant>()
  const current = new Map<number, string>()
  const linked = new Map<number, number>()
  let changed = (): void => {}

  const isLive = (grant: Grant | undefined, shopId: number): boolean =>
    grant !== undefined && grant.shopId === shopId && grant.expires > clock.now()

  const issue = (shopId: number): TokenPair => {
    const pair = { access_token: secret(), refresh_token: secret(), expire_in: settings.accessSeconds }
    access.set(pair.access_token, { shopId, expires: clock.now() + settings.accessSeconds })
    refresh.set(pair.refresh_token, { shopId, expires: clock.now() + settings.refreshSeconds })
    current.set(shopId, pair.access_token)
    changed()
    return pair
  }

  const drop = (tokens: Map<string, Grant>, shopId: number): void => {
    for (const [token, grant] of tokens) if (grant.shopId === shopId) tokens.delete(token)
  }

  return {
    issueCode(shopId) {
      const code = secret()
      codes.set(code, { shopId, expires: clock.now() + CODE_SECONDS })
      return code
    },
    redeem(code, shopId) {
      const grant = codes.get(code)
      codes.delete(code)
      if (!isLive(grant, shopId)) return undefined
      linked.set(shopId, clock.now())
      return issue(shopId)
    },
    refresh(token, shopId) {
      const grant = refresh.get(token)
      if (!linked.has(shopId)) return 'unlinked'
      if (!grant || grant.shopId !== shopId) return 'unknown'
      // Spent even if the answer gets lost: that is how clients that race each other lose the link.
      refresh.delete(token)
      if (grant.expires <= clock.now()) return 'expired'
      const old = access.get(current.get(shopId) ?? '')
      if (old) old.expires = Math.min(old.expires, clock.now() + settings.graceSeconds)
      return issue(shopId)
    },
    isAccess: (token, shopId) => linked.has(shopId) && isLive(access.get(token), shopId),
    isLinked: (shopId) => linked.has(shopId),
    authTime: (shopId) => linked.get(shopId) ?? 0,
    linkedShops: () => [...linked.keys()],
    unlink(shopId) {
      drop(access, shopId)
      drop(refresh, shopId)
      const was = linked.delete(shopId)
      changed()
      return was
    },
    revoke(shopId, which) {
      drop(access, shopId)
      if (which === 'all') drop(refresh, shopId)
      changed()
    },
    onChange(listener) {
      changed = listener
    },
    dump: () => ({ access: [...access], refresh: [...refresh], current: [...current], linked: [...linked] }),
    restore(state) {
      for (const [token, grant] of state.access) access.set(token, grant)
      for (const [token, grant] of state.refresh) refresh.set(token, grant)
      for (const [shopId, token] of state.current) current.set(shopId, token)
      for (const [shopId, time] of state.linked) linked.set(shopId, time)
    },
    reset() {
      for (const map of [codes, access, refresh, current, linked]) map.clear()
    },
  }
}
