import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import { createTokenStore, type TokenState } from '../../kit/token-store.ts'
import type { ShopeeSettings } from './types.ts'

interface Rights {
  shopId: number
}

interface State extends TokenState<Rights> {
  /** By shop, when it was linked. */
  linked: [number, number][]
}

export function createShopeeTokens(clock: Clock, settings: ShopeeSettings) {
  const tokens = createTokenStore<Rights>(clock, settings, {
    // Open Platform guide, "Authorization and Authentication": a code is good once, for ten minutes.
    codeSeconds: 600,
    createToken: () => randomBytes(16).toString('hex'),
  })
  const linked = new Map<number, number>()
  const issue = (shopId: number) => {
    const { access, refresh } = tokens.issue({ shopId })
    return { access_token: access, refresh_token: refresh, expire_in: settings.accessSeconds }
  }
  return {
    ...tokens,
    redeem(code: string, shopId: number) {
      if (tokens.spendCode(code)?.shopId !== shopId) return undefined
      linked.set(shopId, clock.now())
      return issue(shopId)
    },
    /** Spends a refresh token; the access token before it lives on for the grace time. */
    renew(token: string, shopId: number) {
      if (!linked.has(shopId)) return 'unlinked'
      if (tokens.refresh.get(token)?.shopId !== shopId) return 'unknown'
      // Spent even if the answer gets lost: that is how clients that race each other lose the link.
      if (!tokens.spendRefresh(token)) return 'expired'
      const old = [...tokens.access.values()].findLast((grant) => grant.shopId === shopId)
      if (old) old.expires = Math.min(old.expires, clock.now() + settings.graceSeconds)
      return issue(shopId)
    },
    isAccess: (token: string, shopId: number) =>
      linked.has(shopId) && tokens.findAccess(token)?.shopId === shopId,
    isLinked: (shopId: number) => linked.has(shopId),
    authTime: (shopId: number) => linked.get(shopId) ?? 0,
    linkedShops: () => [...linked.keys()],
    /** Ends the authorisation of a shop, as the seller does. */
    unlink(shopId: number) {
      linked.delete(shopId)
      tokens.revoke('all', (grant) => grant.shopId === shopId)
    },
    dump: (): State => ({ ...tokens.dump(), linked: [...linked] }),
    restore(state: State) {
      tokens.restore(state)
      for (const [shopId, time] of state.linked) linked.set(shopId, time)
    },
    reset() {
      linked.clear()
      tokens.reset()
    },
  }
}
