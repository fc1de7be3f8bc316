import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { createRandom, type Random } from './random.ts'

/** Faults of a call. The first two happen before the call has any effect, `late` delays its effect, the others follow it. */
export type Fault = (typeof KINDS)[number]

const KINDS = ['rate_limit', 'server_error', 'timeout', 'malformed', 'reset', 'late'] as const

const share = z.number().min(0).max(1)

export const faultPlanSchema = z.strictObject({
  path: z.string().default('').describe('only calls whose path starts with this'),
  pattern: z.string().optional().describe('only calls whose path matches this regular expression'),
  method: z.string().optional().describe('only calls with this method'),
  rate_limit: share.default(0).describe('HTTP 429'),
  server_error: share.default(0).describe('HTTP 500, 502 or 503'),
  timeout: share.default(0).describe('no answer for timeout_ms, then the connection closes'),
  malformed: share.default(0).describe('HTTP 200 with half of the body'),
  reset: share.default(0).describe('the connection closes without an answer'),
  late: share.default(0).describe('like reset, but it takes effect only before the next call of its path'),
  timeout_ms: z.number().int().min(0).default(30_000),
  slow_ms: z.number().int().min(0).default(0).describe('such calls wait so long before they are looked at'),
  count: z.number().int().min(1).optional().describe('stop after this many faults'),
  seed: z.number().int().default(1),
})

export type FaultPlan = z.infer<typeof faultPlanSchema>

export interface Faults {
  set(plan: FaultPlan | undefined): void
  plan(): FaultPlan | undefined
  /** A further plan under a name of its own, for the paths of one channel. */
  setFor(name: string, plan: FaultPlan | undefined, owns: (path: string) => boolean): void
  planFor(name: string): FaultPlan | undefined
  /** Decides about one call. */
  draw(path: string, method?: string): Fault | undefined
  /** Lets a call wait if such calls are to be slow. */
  delayCall(path: string, method?: string): Promise<void>
  /** Keeps the effect of a call that arrives late. */
  hold(path: string, effect: () => unknown): void
  /** Lets the late calls of a path arrive, before the next one. */
  release(path: string): void
  /** Milliseconds until a call without an answer is cut off. */
  timeoutMs(path: string, method?: string): number
  given(): Record<Fault, number>
  reset(): void
}

const none = (): Record<Fault, number> => ({
  rate_limit: 0,
  server_error: 0,
  timeout: 0,
  malformed: 0,
  reset: 0,
  late: 0,
})

/** A plan that is in force. */
interface ActivePlan {
  plan: FaultPlan
  owns: (path: string) => boolean
  left: number
  random: Random
}

const CONTROL = ''

export function createFaults(): Faults {
  const active = new Map<string, ActivePlan>()
  let given = none()
  let held: { path: string; effect: () => unknown }[] = []
  const meant = (path: string, method: string | undefined): ActivePlan[] =>
    active
      .values()
      .filter(
        ({ plan, owns }) =>
          owns(path) &&
          path.startsWith(plan.path) &&
          (plan.pattern === undefined || new RegExp(plan.pattern).test(path)) &&
          (plan.method === undefined || plan.method === method),
      )
      .toArray()
  const setFor: Faults['setFor'] = (name, plan, owns) => {
    if (plan) active.set(name, { plan, owns, left: plan.count ?? Infinity, random: createRandom(plan.seed) })
    else active.delete(name)
  }
  const drawFrom = (one: ActivePlan): Fault | undefined => {
    if (one.left <= 0) return undefined
    let drawn = one.random.next()
    for (const kind of KINDS) {
      drawn -= one.plan[kind]
      if (drawn >= 0) continue
      one.left--
      given[kind]++
      return kind
    }
    return undefined
  }
  return {
    set: (plan) => setFor(CONTROL, plan, () => true),
    plan: () => active.get(CONTROL)?.plan,
    setFor,
    planFor: (name) => active.get(name)?.plan,
    draw(path, method) {
      for (const one of meant(path, method)) {
        const fault = drawFrom(one)
        if (fault) return fault
      }
      return undefined
    },
    async delayCall(path, method) {
      const ms = meant(path, method).reduce((sum, { plan }) => sum + plan.slow_ms, 0)
      if (ms > 0) await wait(ms, undefined, { ref: false })
    },
    hold: (path, effect) => held.push({ path, effect }),
    release(path) {
      const arriving = held.filter((one) => one.path === path)
      held = held.filter((one) => one.path !== path)
      for (const { effect } of arriving) effect()
    },
    timeoutMs: (path, method) =>
      meant(path, method).find(({ plan }) => plan.timeout > 0)?.plan.timeout_ms ?? 0,
    given: () => ({ ...given }),
    reset() {
      active.clear()
      held = []
      given = none()
    },
  }
}
