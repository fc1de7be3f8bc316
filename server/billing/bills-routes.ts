import { AppError } from '../../model/errors.ts'
import { isCurrency } from '../../model/money.ts'
import type { Tx } from '../db/database.ts'
import { dayIn } from '../i18n/calendar.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { pageOf } from '../http/pagination.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import {
  communityCode,
  noLimits,
  planContacts,
  presentPlan,
  presentState,
  type Plan,
} from './present-plan.ts'
import { findPlan } from './plans-store.ts'
import { findUsage } from './usage-store.ts'

export function billsRoutes(serve: Serve, { db, config }: ServerContext): void {
  serve('GET /bills/current', async ({ session, translate }) => {
    const { ownerId, timezone } = session
    const month = `${dayIn(timezone, new Date()).slice(0, 7)}-01`
    const { plan, usage } = await db.asOwner(ownerId, async (tx) => {
      const { startedAt, ...used } = await findUsage(tx, ownerId, month)
      return { plan: await planOf(tx, session, translate('plan.community'), startedAt), usage: used }
    })
    return {
      data: {
        plan: presentPlan(plan),
        usage,
        started_at: plan.startedAt.toISOString(),
        ...presentState(plan),
        ...planContacts(config),
      },
    }
  })

  // They are where the plan was bought.
  serve('GET /bills', async ({ query, request }) => pageOf(request, [], query))

  // The plans of a central billing are not listed here: a price that we repeated would be wrong one day.
  serve('GET /plans', async ({ session, translate }) => {
    const plan = await db.asOwner(session.ownerId, (tx) =>
      planOf(tx, session, translate('plan.community'), new Date()),
    )
    return {
      data: [{ ...presentPlan(plan), is_current: true }],
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

/** Returns the account's plan, or the one of a self-hosted console if none was set. */
async function planOf(tx: Tx, { ownerId, currency }: Session, name: string, startedAt: Date): Promise<Plan> {
  const community: Plan = {
    code: communityCode,
    name,
    price: 0,
    currency: isCurrency(currency) ? currency : 'USD',
    period: null,
    limits: noLimits,
    status: 'active',
    startedAt,
    expiredAt: null,
  }
  return (await findPlan(tx, ownerId)) ?? community
}
