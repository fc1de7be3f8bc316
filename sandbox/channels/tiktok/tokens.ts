import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import { createTokenStore, type TokenState } from '../../kit/token-store.ts'
import type { TiktokSettings } from './types.ts'

/** One account's consent, which may cover several shops. */
interface Rights {
  shopIds: readonly string[]
}

const secret = (): string => randomBytes(24).toString('base64url')

export function createTiktokTokens(clock: Clock, settings: TiktokSettings) {
  const tokens = createTokenStore<Rights>(clock, settings, {
    // "Authorization" guide: a code is good once, for half an hour.
    codeSeconds: 1_800,
    createToken: () => `TTP_${secret()}`,
    createCode: () => `ROW_${secret()}`,
  })
  const linked = new Set<string>()
  const issue = ({ shopIds }: Rights, refreshEnds?: number) => {
    const issued = tokens.issue({ shopIds }, refreshEnds)
    return {
      access_token: issued.access,
      // A moment, whatever its name says; so is the other.
      access_token_expire_in: issued.accessEnds,
      refresh_token: issued.refresh,
      refresh_token_expire_in: issued.refreshEnds,
    }
  }
  return {
    ...tokens,
    redeem(code: string) {
      const grant = tokens.spendCode(code)
      for (const shopId of grant?.shopIds ?? []) linked.add(shopId)
      return grant && issue(grant)
    },
    /** Spends a refresh token; the access tokens before it live on until they end. */
    renew(token: string) {
      const grant = tokens.spendRefresh(token)
      // The seller chose how long the consent lasts: refreshing makes it no longer.
      return grant?.shopIds.some((id) => linked.has(id)) ? issue(grant, grant.expires) : undefined
    },
    shopsOf(token: string): readonly string[] | 'expired' | 'unknown' {
      const grant = tokens.access.get(token)
      if (!grant) return 'unknown'
      if (!tokens.isLive(grant)) return 'expired'
      const shopIds = grant.shopIds.filter((id) => linked.has(id))
      return shopIds.length > 0 ? shopIds : 'unknown'
    },
    isLinked: (shopId: string) => linked.has(shopId),
    /** Ends the authorisation of a shop, as the seller does. */
    unlink(shopId: string) {
      linked.delete(shopId)
      tokens.changed()
    },
    dump: () => ({ ...tokens.dump(), linked: [...linked] }),
    restore(state: TokenState<Rights> & { linked: string[] }) {
      tokens.restore(state)
      for (const shopId of state.linked) linked.add(shopId)
    },
    reset() {
      linked.clear()
      tokens.reset()
    },
  }
}
