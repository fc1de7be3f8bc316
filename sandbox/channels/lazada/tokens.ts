import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import { createTokenStore } from '../../kit/token-store.ts'
import type { LazadaSettings } from './types.ts'

export function createLazadaTokens(clock: Clock, settings: LazadaSettings) {
  const tokens = createTokenStore<{ shopId: number }>(clock, settings, {
    // Guide "Seller authorization": a code is good once, for thirty minutes.
    codeSeconds: 1_800,
    createToken: () => `5000${randomBytes(16).toString('hex')}`,
    createCode: () => `0_${randomBytes(12).toString('base64url')}`,
  })
  const issue = (shopId: number, refreshEnds?: number) => {
    const issued = tokens.issue({ shopId }, refreshEnds)
    const pair = {
      access_token: issued.access,
      refresh_token: issued.refresh,
      expires_in: settings.accessSeconds,
      refresh_expires_in: issued.refreshEnds - clock.now(),
    }
    return { shopId, pair }
  }
  const linkedShops = (): number[] => [
    ...new Set([...tokens.refresh.values()].filter(tokens.isLive).map(({ shopId }) => shopId)),
  ]
  return {
    ...tokens,
    redeem(code: string) {
      const grant = tokens.spendCode(code)
      return grant && issue(grant.shopId)
    },
    /** The refresh token is renewed as well, stricter than it has to be, and ends when the old one would have. */
    renew(token: string) {
      const grant = tokens.spendRefresh(token)
      return grant && issue(grant.shopId, grant.expires)
    },
    shopOf: (access: string) => tokens.findAccess(access)?.shopId,
    isLinked: (shopId: number) => linkedShops().includes(shopId),
    linkedShops,
  }
}
