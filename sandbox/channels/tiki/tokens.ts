import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import { createTokenStore, type TokenState } from '../../kit/token-store.ts'
import type { TikiSettings } from './types.ts'

const SCOPE = 'offline product order inventory'

export function createTikiTokens(clock: Clock, settings: TikiSettings) {
  // A code belongs to the address that it was given for.
  const tokens = createTokenStore<{ shopId: number; redirect?: string }>(clock, settings, {
    codeSeconds: 600,
    createToken: () => randomBytes(32).toString('base64url'),
  })
  const linked = new Set<number>()
  const issue = (shopId: number) => {
    const { access, refresh } = tokens.issue({ shopId })
    return {
      access_token: access,
      expires_in: settings.accessSeconds,
      refresh_token: refresh,
      scope: SCOPE,
      token_type: 'bearer',
    }
  }
  return {
    ...tokens,
    redeem(code: string, redirect: string) {
      const grant = tokens.spendCode(code)
      if (grant?.redirect !== redirect) return undefined
      linked.add(grant.shopId)
      return issue(grant.shopId)
    },
    /** Spends a refresh token; the access tokens before it live on until they end. */
    renew(token: string) {
      const grant = tokens.spendRefresh(token)
      return grant && issue(grant.shopId)
    },
    shopOf: (access: string) => tokens.findAccess(access)?.shopId,
    isLinked: (shopId: number) => linked.has(shopId),
    /** Ends a seller's consent. */
    unlink(shopId: number) {
      linked.delete(shopId)
      tokens.revoke('all', (grant) => grant.shopId === shopId)
    },
    dump: () => ({ ...tokens.dump(), linked: [...linked] }),
    restore(state: TokenState<{ shopId: number }> & { linked: number[] }) {
      tokens.restore(state)
      for (const shopId of state.linked) linked.add(shopId)
    },
    reset() {
      linked.clear()
      tokens.reset()
    },
  }
}
