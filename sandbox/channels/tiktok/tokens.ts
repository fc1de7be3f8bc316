import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import type { TiktokSettings } from './types.ts'

/** Authorization behind a code or a token: one account's consent, which may cover several shops. */
interface Grant {
  shopIds: readonly string[]
  expires: number
}

export interface TokenPair {
  access_token: string
  /** A moment, whatever its name says; so is the other. */
  access_token_expire_in: number
  refresh_token: string
  refresh_token_expire_in: number
}

export interface TokenStore {
  issueCode(shopIds: readonly string[]): string
  /** Spends a code. */
  redeem(code: string): TokenPair | undefined
  /** Spends a refresh token; the access tokens before it live on until they end. */
  refresh(token: string): TokenPair | undefined
  shopsOf(access: string): readonly string[] | 'expired' | 'unknown'
  isLinked(shopId: string): boolean
  /** Ends the authorisation of a shop, as the seller does. */
  unlink(shopId: string): void
  /** Ends tokens and leaves the shop linked: 'access' makes clients refresh, 'all' makes them ask the seller again. */
  revoke(which: 'access' | 'all'): void
  onChange(listener: () => void): void
  dump(): TokenState
  restore(state: TokenState): void
  reset(): void
}

/** Everything that has to outlive the process. */
export interface TokenState {
  access: [string, Grant][]
  refresh: [string, Grant][]
  linked: string[]
}

// "Authorization" guide: a code is good once, for half an hour.
const CODE_SECONDS = 1_800

const secret = (): string => randomBytes(24).toString('base64url')

export function createTokenStore(clock: Clock, settings: TiktokSettings): TokenStore {
  const codes = new Map<string, Grant>()
  const access = new Map<string, Grant>()
  const refresh = new Map<string, Grant>()
  const linked = new Set<string>()
  let changed = (): void => {}

  const issue = (shopIds: readonly string[], refreshEnds: number): TokenPair => {
    const pair = {
      access_token: `TTP_${secret()}`,
      access_token_expire_in: clock.now() + settings.accessSeconds,
      refresh_token: `TTP_${secret()}`,
      refresh_token_expire_in: refreshEnds,
    }
    access.set(pair.access_token, { shopIds, expires: pair.access_token_expire_in })
    refresh.set(pair.refresh_token, { shopIds, expires: refreshEnds })
    changed()
    return pair
  }
  const spend = (grants: Map<string, Grant>, name: string): Grant | undefined => {
    const grant = grants.get(name)
    grants.delete(name)
    return grant && grant.expires > clock.now() ? grant : undefined
  }

  return {
    issueCode(shopIds) {
      const code = `ROW_${secret()}`
      codes.set(code, { shopIds, expires: clock.now() + CODE_SECONDS })
      return code
    },
    redeem(code) {
      const grant = spend(codes, code)
      if (!grant) return undefined
      for (const shopId of grant.shopIds) linked.add(shopId)
      return issue(grant.shopIds, clock.now() + settings.refreshSeconds)
    },
    refresh(token) {
      const grant = spend(refresh, token)
      // The seller chose how long the consent lasts: refreshing makes it no longer.
      return grant && grant.shopIds.some((id) => linked.has(id))
        ? issue(grant.shopIds, grant.expires)
        : undefined
    },
    shopsOf(token) {
      const grant = access.get(token)
      if (!grant) return 'unknown'
      if (grant.expires <= clock.now()) return 'expired'
      const shopIds = grant.shopIds.filter((id) => linked.has(id))
      return shopIds.length > 0 ? shopIds : 'unknown'
    },
    isLinked: (shopId) => linked.has(shopId),
    unlink(shopId) {
      linked.delete(shopId)
      changed()
    },
    revoke(which) {
      access.clear()
      if (which === 'all') refresh.clear()
      changed()
    },
    onChange(listener) {
      changed = listener
    },
    dump: () => ({ access: [...access], refresh: [...refresh], linked: [...linked] }),
    restore(state) {
      for (const [token, grant] of state.access) access.set(token, grant)
      for (const [token, grant] of state.refresh) refresh.set(token, grant)
      for (const shopId of state.linked) linked.add(shopId)
    },
    reset() {
      for (const map of [codes, access, refresh, linked]) map.clear()
      changed()
    },
  }
}
