/** A plan as it is told from outside, by an operator or by the central home: strictly checked. */
import { z } from 'zod'
import { isDay } from '../../model/calendar-day.ts'
import { currencies, fromMinor, isCurrency, toMinor, type Currency } from '../../model/money.ts'
import { planFigures, planStatuses } from '../../model/plan.ts'
import { addDays, startOfDay } from '../i18n/calendar.ts'
import { communityCode, noLimits, type Plan } from './present-plan.ts'

/** Without a beginning it goes on from the plan before, or begins now. */
export type PlanInput = Omit<Plan, 'startedAt'> & { startedAt: Date | null }

/** Its message is for whoever told it: a line for each field that is wrong. */
export class PlanRefused extends Error {
  readonly problems: { field: string; text: string }[]

  constructor(problems: PlanRefused['problems']) {
    super(problems.map(({ field, text }) => `${field} ${text}`).join('; '))
    this.name = 'PlanRefused'
    this.problems = problems
  }
}

const momentMessage = 'is a day such as 2027-01-31, or a moment such as 2027-01-31T12:00:00Z'
const priceMessage = 'is an amount such as 29 or 29.00, with no more decimals than the currency has'
const limitMessage = 'is a whole number, 0 or more'
const most = 2_000_000_000

const limit = (largest: number) =>
  z.int(limitMessage).min(0, limitMessage).max(largest, limitMessage).nullable().default(null)

const moment = z.string(momentMessage).refine(isMoment, momentMessage)

const schema = z.strictObject({
  code: z
    .string('is missing')
    .regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, 'is a word such as standard: small letters, digits, - and _')
    .refine(
      (code) => code !== communityCode,
      `${communityCode} stands alone: it has no price, no limits and no end`,
    ),
  name: z
    .string('is missing')
    .trim()
    .regex(/^[^\p{Cc}\p{Cs}]{1,100}$/u, 'is one line of 1 to 100 characters'),
  price: z.union([z.number(), z.string()], priceMessage).default(0),
  currency: z
    .enum(Object.keys(currencies) as [Currency], `is one of ${Object.keys(currencies).join(', ')}`)
    .optional(),
  period: z.enum(['month', 'year'], 'is month or year').nullable().default(null),
  limits: z
    .strictObject(
      {
        shops: limit(most),
        staff: limit(most),
        orders: limit(most),
        skus: limit(most),
        storage: limit(Number.MAX_SAFE_INTEGER),
      },
      `has ${planFigures.join(', ')} and nothing else`,
    )
    .default(noLimits),
  status: z.enum(planStatuses, `is ${planStatuses.join(', ')}`).default('active'),
  started_at: moment.nullable().default(null),
  expired_at: moment.nullable().default(null),
})

/** Null: back to the plan of whoever hosts the console himself. Throws PlanRefused. */
export function readPlanInput(
  input: unknown,
  account: { currency: string; timezone: string },
): PlanInput | null {
  if (isCommunity(input)) return null
  const parsed = schema.safeParse(input)
  if (!parsed.success)
    throw new PlanRefused(
      parsed.error.issues.map(({ path, code, message, ...issue }) => ({
        field: path.join('.') || 'the plan',
        text:
          code === 'unrecognized_keys' && 'keys' in issue
            ? `knows nothing of ${(issue.keys as string[]).join(', ')}`
            : message,
      })),
    )
  const { price, currency: given, started_at: start, expired_at: end, ...plan } = parsed.data
  const currency = given ?? (isCurrency(account.currency) ? account.currency : 'USD')
  return {
    ...plan,
    currency,
    price: priceOf(price, currency),
    startedAt: start === null ? null : instantOf(start, account.timezone, 'start'),
    expiredAt: end === null ? null : instantOf(end, account.timezone, 'end'),
  }
}

function isCommunity(input: unknown): boolean {
  return z.strictObject({ code: z.literal(communityCode) }).safeParse(input).success
}

function isMoment(text: string): boolean {
  const isForm = isDay(text) || z.iso.datetime({ offset: true }).safeParse(text).success
  return isForm && text >= '2000' && text < '3000'
}

function priceOf(price: string | number, currency: Currency): number {
  const text = String(price)
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) {
    const minor = toMinor(text, currency)
    if (fromMinor(minor, currency) === Number(text)) return minor
  }
  throw new PlanRefused([{ field: 'price', text: priceMessage }])
}

/** A day is one of the account's time zone, and the last one of a plan is whole. */
function instantOf(text: string, timezone: string, edge: 'start' | 'end'): Date {
  if (!isDay(text)) return new Date(text)
  return edge === 'start' ? startOfDay(timezone, text) : new Date(+startOfDay(timezone, addDays(text, 1)) - 1)
}
