import { dayIn } from '../orders/calendar.ts'
import type { Serve, ServerContext } from '../serve-endpoint.ts'
import { communityPlan, planContacts } from './plan.ts'
import { findUsage } from './usage-store.ts'

export function billsRoutes(serve: Serve, { db, config }: ServerContext): void {
  serve('GET /bills/current', async ({ session, say }) => {
    const { ownerId, timezone, currency } = session
    const month = `${dayIn(timezone, new Date()).slice(0, 7)}-01`
    const { startedAt, ...usage } = await db.asOwner(ownerId, (tx) => findUsage(tx, ownerId, month))
    const { status, expiredAt, isNearlyExpired, ...plan } = communityPlan
    return {
      data: {
        plan: { ...plan, name: say('plan.community'), currency },
        usage,
        status,
        started_at: startedAt.toISOString(),
        expired_at: expiredAt,
        is_nearly_expired: isNearlyExpired,
        ...planContacts(config),
      },
    }
  })

  // Nobody bills for the plan that there is.
  serve('GET /bills', async () => ({ data: [] }))
}
