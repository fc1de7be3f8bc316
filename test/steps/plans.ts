import { createChainSeal } from '../../server/audit/audit-chain.ts'
import { setPlan } from '../../server/billing/save-plan.ts'
import { until, type Account, type TestConsole } from '../start-test-console.ts'

const dayMs = 86_400_000

export function inDays(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString()
}

/** Sets a plan as the operator's command does. Resolves when the console has received the change. */
export async function givePlan(
  { db, config }: Pick<TestConsole, 'db' | 'config'>,
  account: Account,
  told: { code?: string; expired_at?: string; [field: string]: unknown },
): Promise<void> {
  const plan = told.code === 'community' ? told : { code: 'standard', name: 'Standard', ...told }
  await setPlan(db, createChainSeal([config.secretKey]), account.ownerId, plan)
  await until('the plan to be in force', async () => {
    const me = await account.call('GET /users/me')
    const end = told.expired_at === undefined ? null : new Date(told.expired_at).toISOString()
    return me.at('data.plan.code') === plan.code && me.at('data.plan.expired_at') === end
  })
}
