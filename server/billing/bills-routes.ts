import { AppError } from '../../model/errors.ts'
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

  // What a central billing sells is its own to tell: a price that we repeated would be wrong one day.
  serve('GET /plans', async ({ session: { currency }, say }) => {
    const { code, price, period, limits } = communityPlan
    const name = say('plan.community')
    return {
      data: [{ code, name, price, currency, period, limits, is_current: true }],
      meta: { upgrade_url: planContacts(config).upgrade_url },
    }
  })

  serve('POST /bills/upgrade', async ({ body: { plan_code: plan, period } }) => {
    const { upgrade_url: sold } = planContacts(config)
    if (sold === null) throw new AppError('billing_not_set_up')
    const url = new URL(sold)
    if (plan) url.searchParams.set('plan', plan)
    if (period) url.searchParams.set('period', period)
    return { data: { redirect_url: url.href } }
  })
}
