import { z } from 'zod'
import { planStatuses } from '../model/plan.ts'
import { endpoints, instant, item, page, shortPaging } from './endpoint.ts'

const figures = <T extends z.ZodType>(figure: T) =>
  z.object({
    shops: figure.describe('Linked now.'),
    staff: figure.describe('People of the account, the owner and who is invited included.'),
    orders: figure.describe("Placed this month of the account's time zone."),
    skus: figure,
    storage: figure.describe('Bytes of labels, printed files, exports and pictures.'),
  })

const plan = z.object({
  code: z.string(),
  name: z.string(),
  price: z.number(),
  currency: z.string(),
  period: z.enum(['month', 'year']).nullable().describe('Null: it is not paid by the period.'),
  limits: figures(z.int().nullable()).describe('Null: none.'),
})

const bill = z.object({
  plan,
  usage: figures(z.int()),
  status: z.enum([...planStatuses, 'expired']),
  started_at: instant,
  expired_at: instant.nullable().describe('Null: it never ends.'),
  is_nearly_expired: z.boolean(),
  upgrade_url: z.string().nullable().describe('Where plans are sold; null where nobody sells any.'),
  support_email: z.string().nullable(),
})

const invoice = z.object({
  id: z.string(),
  number: z.string(),
  amount: z.number(),
  currency: z.string(),
  tax: z.number(),
  status: z.enum(['paid', 'unpaid', 'void']),
  issued_at: instant,
  paid_at: instant.nullable(),
  pdf_url: z.string(),
})

const upgrade = z.strictObject({
  plan_code: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,49}$/)
    .nullable()
    .default(null)
    .describe('As the central billing calls it. Null: to be chosen there.'),
  period: z.enum(['month', 'year']).nullable().default(null).describe('Null: to be chosen there.'),
})

export const bills = endpoints({
  'GET /bills/current': {
    summary: "The account's plan and how much of it is used.",
    access: 'settings.bill',
    reply: item(bill),
  },
  'GET /bills': {
    summary: 'Invoices, the latest first. None: they are where the plan was bought.',
    access: 'settings.bill',
    query: z.strictObject(shortPaging),
    reply: page(invoice, {}),
  },
  'GET /plans': {
    summary: 'The plan of the account, and where others are sold.',
    access: 'settings.bill',
    reply: z.object({
      data: z.array(plan.extend({ is_current: z.boolean() })),
      meta: z.object({
        upgrade_url: z
          .string()
          .nullable()
          .describe('The central billing, which has its own plans and prices; null where nobody sells any.'),
      }),
    }),
  },
  'POST /bills/upgrade': {
    summary: 'Where the owner buys another plan. Changes nothing here.',
    access: 'plans.buy',
    whenPlanEnded: 'works',
    body: upgrade,
    reply: item(z.object({ redirect_url: z.string() })),
    errors: ['billing_not_set_up'],
  },
})
