import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import type { TikiSettings } from './types.ts'

interface Grant {
  shopId: number
  expires: number
}

export interface TokenReply {
  access_token: string
  expires_in: number
  refresh_token: string
  scope: string
  token_type: 'bearer'
}

/** Everything that has to outlive the process. */
export interface TokenState {
  access: [string, Grant][]
  refresh: [string, Grant][]
  linked: number[]
}

export interface TokenStore {
  issueCode(shopId: number, redirect: string): string
  /** Spends a code, which belongs to the address that it was given for. */
  redeem(code: string, redirect: string): TokenReply | undefined
  /** Spends a refresh token; the access tokens before it live on until they end. */
  refresh(token: string): TokenReply | undefined
  shopOf(access: string): number | undefined
  isLinked(shopId: number): boolean
  /** Ends tokens: 'access' makes clients refresh, 'all' makes them ask the seller again. */
  revoke(which: 'access' | 'all'): void
  onChange(listener: () => void): void
  dump(): TokenState
  restore(state: TokenState): void
  reset(): void
}

const CODE_SECONDS = 600
const SCOPE = 'offline product order inventory'

const secret = (): string => randomBytes(32).toString('base64url')

export function createTokenStore(clock: Clock, settings: TikiSettings): TokenStore {
  const codes = new Map<string, Grant & { redirect: string }>()
  const access = new Map<string, Grant>()
  const refresh = new Map<string, Grant>()
  const linked = new Set<number>()
  let changed = (): void => {}

  const spend = <G extends Grant>(grants: Map<string, G>, name: string): G | undefined => {
    const grant = grants.get(name)
    grants.delete(name)
    return grant && grant.expires > clock.now() ? grant : undefined
  }
  const issue = (shopId: number): TokenReply => {
    const reply: TokenReply = {
      access_token: secret(),
      expires_in: settings.accessSeconds,
      refresh_token: secret(),
      scope: SCOPE,
      token_type: 'bearer',
    }
    access.set(reply.access_token, { shopId, expires: clock.now() + settings.accessSeconds })
    refresh.set(reply.refresh_token, { shopId, expires: clock.now() + settings.refreshSeconds })
    changed()
    return reply
  }

  return {
    issueCode(shopId, redirect) {
      const code = secret()
      codes.set(code, { shopId, redirect, expires: clock.now() + CODE_SECONDS })
      return code
    },
    redeem(code, redirect) {
      const grant = spend(codes, code)
      if (grant?.redirect !== redirect) return undefined
      linked.add(grant.shopId)
      return issue(grant.shopId)
    },
    refresh(token) {
      const grant = spend(refresh, token)
      return grant && issue(grant.shopId)
    },
    shopOf(token) {
      const grant = access.get(token)
      return grant && grant.expires > clock.now() ? grant.shopId : undefined
    },
    isLinked: (shopId) => linked.has(shopId),
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
