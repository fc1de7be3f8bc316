import type { Reply } from '../../contract/endpoints.ts'
import type { Config } from '../config.ts'

type Bill = Reply<'GET /bills/current'>['data']

/** The plan of whoever hosts the console himself: it costs nothing, limits nothing and never ends. */
export const communityPlan = {
  code: 'community',
  price: 0,
  period: null,
  limits: { shops: null, staff: null, orders: null, skus: null, storage: null },
  status: 'active',
  expiredAt: null,
  isNearlyExpired: false,
} satisfies Omit<Bill['plan'], 'name' | 'currency'> & {
  status: Bill['status']
  expiredAt: string | null
  isNearlyExpired: boolean
}

/** Where more is sold and whom to ask, where somebody set that up. */
export function planContacts({ plans }: Config): {
  upgrade_url: string | null
  support_email: string | null
} {
  return { upgrade_url: plans.upgradeUrl ?? null, support_email: plans.supportEmail ?? null }
}
