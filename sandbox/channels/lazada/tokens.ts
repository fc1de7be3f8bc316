import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import type { LazadaSettings } from './types.ts'

/** Authorization behind a code or a token. */
interface Grant {
  shopId: number
  expires: number
}

export interface TokenPair {
  access_token: string
  refresh_token: string
  expires_in: number
  refresh_expires_in: number
}

export interface AuthStore {
  issueCode(shopId: number): string
  /** Spends a code. */
  redeem(code: string): { shopId: number; pair: TokenPair } | undefined
  /** A new access token; the refresh token is renewed and ends when the old one would have. */
  refresh(token: string): { shopId: number; pair: TokenPair } | undefined
  /** Returns the shop of an access token while the token is valid. */
  shopOf(token: string): number | undefined
  isLinked(shopId: number): boolean
  linkedShops(): number[]
  /** 'access' makes clients refresh, 'all' makes them ask the seller again. */
  revoke(shopId: number, which: 'access' | 'all'): void
  onChange(listener: () => void): void
  dump(): AuthState
  restore(state: AuthState): void
  reset(): void
}

/** Everything that has to outlive the process. */
export interface AuthState {
  access: [string, Grant][]
  refresh: [string, Grant][]
}

// Guide "Seller authorization": a code is good once, for thirty minutes.
const CODE_SECONDS = 1_800

const secret = (): string => `5000${randomBytes(16).toString('hex')}`

export function createAuthStore(clock: Clock, settings: LazadaSettings): AuthStore {
  const codes = new Map<string, Grant>()
  const access = new Map<string, Grant>()
  const refresh = new Map<string, Grant>()
  let changed = (): void => {}

  const live = (grant: Grant | undefined): Grant | undefined =>
    grant && grant.expires > clock.now() ? grant : undefined

  const issue = (shopId: number, refreshEnds: number): TokenPair => {
    const pair = {
      access_token: secret(),
      refresh_token: secret(),
      expires_in: settings.accessSeconds,
      refresh_expires_in: refreshEnds - clock.now(),
    }
    access.set(pair.access_token, { shopId, expires: clock.now() + settings.accessSeconds })
    refresh.set(pair.refresh_token, { shopId, expires: refreshEnds })
    changed()
    return pair
  }

  const drop = (tokens: Map<string, Grant>, shopId: number): void => {
    for (const [token, grant] of tokens) if (grant.shopId === shopId) tokens.delete(token)
  }

  return {
    issueCode(shopId) {
      const code = `0_${randomBytes(12).toString('base64url')}`
      codes.set(code, { shopId, expires: clock.now() + CODE_SECONDS })
      return code
    },
    redeem(code) {
      const grant = live(codes.get(code))
      codes.delete(code)
      if (!grant) return undefined
      const { shopId } = grant
      return { shopId, pair: issue(shopId, clock.now() + settings.refreshSeconds) }
    },
    refresh(token) {
      const grant = live(refresh.get(token))
      if (!grant) return undefined
      // Stricter than it has to be: clients must keep what comes back.
      refresh.delete(token)
      return { shopId: grant.shopId, pair: issue(grant.shopId, grant.expires) }
    },
    shopOf: (token) => live(access.get(token))?.shopId,
    isLinked: (shopId) => [...refresh.values()].some((grant) => grant.shopId === shopId && live(grant)),
    linkedShops: () => [...new Set([...refresh.values()].filter(live).map((grant) => grant.shopId))],
    revoke(shopId, which) {
      drop(access, shopId)
      if (which === 'all') drop(refresh, shopId)
      changed()
    },
    onChange(listener) {
      changed = listener
    },
    dump: () => ({ access: [...access], refresh: [...refresh] }),
    restore(state) {
      for (const [token, grant] of state.access) access.set(token, grant)
      for (const [token, grant] of state.refresh) refresh.set(token, grant)
    },
    reset() {
      for (const tokens of [codes, access, refresh]) tokens.clear()
      changed()
    },
  }
}
