import { faultPlanSchema, type FaultPlan, type Faults } from '../kit/faults.ts'
import type { Marketplace } from '../kit/marketplace.ts'

/** Ways in which a channel or a courier answers calls. */
export const ANSWER_MODES = ['normal', 'slow', 'limited', 'failing', 'silent'] as const
export type AnswerMode = (typeof ANSWER_MODES)[number]

const plan = (given: object): FaultPlan => faultPlanSchema.parse(given)

const PLANS: Record<AnswerMode, FaultPlan | undefined> = {
  normal: undefined,
  slow: plan({ slow_ms: 4_000 }),
  /** Every other call is one too many. */
  limited: plan({ rate_limit: 0.5 }),
  failing: plan({ server_error: 1 }),
  silent: plan({ timeout: 1 }),
}

export function setAnswerMode(faults: Faults, channel: Marketplace, mode: AnswerMode): void {
  faults.setFor(channel.code, PLANS[mode], (path) => channel.owns(path))
}

export function answerModeOf(faults: Faults, code: string): AnswerMode {
  const current = faults.planFor(code)
  return ANSWER_MODES.find((mode) => PLANS[mode] === current) ?? 'normal'
}
