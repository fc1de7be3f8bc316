import { type Currency, fromMinor } from '../../model/money.ts'
import { endsSoon, hasEnded, planFigures, type PlanFigure, type PlanStatus } from '../../model/plan.ts'
import type { Reply } from '../../contract/endpoints.ts'
import type { Config } from '../config/config.ts'

type Bill = Reply<'GET /bills/current'>['data']

/** Plan of an account, as the console's host set it. */
export type Plan = {
  code: string
  name: string
  /** Minor units. */
  price: number
  currency: Currency
  period: 'month' | 'year' | null
  limits: Record<PlanFigure, number | null>
  status: PlanStatus
  startedAt: Date
  /** Null: it never ends. */
  expiredAt: Date | null
}

/** The plan of whoever hosts the console himself: it costs nothing, limits nothing and never ends. Nobody stores it. */
export const communityCode = 'community'

export const noLimits = Object.fromEntries(planFigures.map((figure) => [figure, null])) as Plan['limits']

export function presentPlan(plan: Plan): Bill['plan'] {
  const { code, name, price, currency, period, limits } = plan
  return { code, name, price: fromMinor(price, currency), currency, period, limits }
}

/** Returns the plan's state, which also depends on the clock. */
export function presentState({
  status,
  expiredAt,
}: Pick<Plan, 'status' | 'expiredAt'>): Pick<Bill, 'status' | 'expired_at' | 'is_nearly_expired'> {
  return {
    status: hasEnded(expiredAt) ? 'expired' : status,
    expired_at: expiredAt?.toISOString() ?? null,
    is_nearly_expired: endsSoon(expiredAt),
  }
}

/** Returns the page for upgrades and the support address, if they are configured. */
export function planContacts({ plans }: Config): {
  upgrade_url: string | null
  support_email: string | null
} {
  return { upgrade_url: plans.upgradeUrl ?? null, support_email: plans.supportEmail ?? null }
}
