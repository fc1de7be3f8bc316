import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { createRandom } from './random.ts'

/** Faults of a call. The first two happen before the call has any effect, the others after it. */
export type Fault = 'rate_limit' | 'server_error' | 'timeout' | 'malformed' | 'reset'

const share = z.number().min(0).max(1)

export const faultPlanSchema = z.strictObject({
  path: z.string().default('').describe('only calls whose path starts with this'),
  method: z.string().optional().describe('only calls with this method'),
  rate_limit: share.default(0).describe('HTTP 429'),
  server_error: share.default(0).describe('HTTP 500, 502 or 503'),
  timeout: share.default(0).describe('no answer for timeout_ms, then the connection closes'),
  malformed: share.default(0).describe('HTTP 200 with half of the body'),
  reset: share.default(0).describe('the connection closes without an answer'),
  timeout_ms: z.number().int().min(0).default(30_000),
  slow_ms: z.number().int().min(0).default(0).describe('such calls wait so long before they are looked at'),
  count: z.number().int().min(1).optional().describe('stop after this many faults'),
  seed: z.number().int().default(1),
})

export type FaultPlan = z.infer<typeof faultPlanSchema>

export interface Faults {
  set(plan: FaultPlan | undefined): void
  plan(): FaultPlan | undefined
  /** Decides about one call. */
  draw(path: string, method?: string): Fault | undefined
  /** Lets a call wait if such calls are to be slow. */
  delayCall(path: string, method?: string): Promise<void>
  given(): Record<Fault, number>
  reset(): void
}

const KINDS = ['rate_limit', 'server_error', 'timeout', 'malformed', 'reset'] as const
const none = (): Record<Fault, number> => ({
  rate_limit: 0,
  server_error: 0,
  timeout: 0,
  malformed: 0,
  reset: 0,
})

export function createFaults(): Faults {
  let plan: FaultPlan | undefined
  let left = Infinity
  let random = createRandom(1)
  let given = none()
  const isMeant = (path: string, method: string | undefined): boolean =>
    plan !== undefined && path.startsWith(plan.path) && (plan.method === undefined || plan.method === method)
  return {
    set(next) {
      plan = next
      left = next?.count ?? Infinity
      random = createRandom(next?.seed ?? 1)
    },
    plan: () => plan,
    draw(path, method) {
      if (!plan || left <= 0 || !isMeant(path, method)) return undefined
      let drawn = random.next()
      for (const kind of KINDS) {
        drawn -= plan[kind]
        if (drawn >= 0) continue
        left--
        given[kind]++
        return kind
      }
      return undefined
    },
    async delayCall(path, method) {
      if (plan && plan.slow_ms > 0 && isMeant(path, method))
        await wait(plan.slow_ms, undefined, { ref: false })
    },
    given: () => ({ ...given }),
    reset() {
      plan = undefined
      given = none()
    },
  }
}
