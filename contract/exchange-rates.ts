import { z } from 'zod'
import { currencies, type Currency } from '../model/money.ts'
import { day, endpoints, instant, item, readVersion, version } from './endpoint.ts'

const currency = z.enum(Object.keys(currencies) as [Currency, ...Currency[]])

const written = z.strictObject({
  currency,
  from: day.describe('The first day of the account that it is for. It is in force until that of the next.'),
  rate: z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,12})?$/, { error: 'field.exchange_rate' })
    .refine((text) => /[1-9]/.test(text), { error: 'field.exchange_rate' })
    .describe('What one unit is worth in the reporting currency: "0.000168". Text, as it is exact.'),
})

const shown = z.object({
  currency: currency.describe('The reporting currency of the account, which the rates lead to.'),
  rates: z.array(
    z.object({
      ...written.shape,
      source: z.string().describe('`hand`: people wrote it.'),
      changed_by: z.string().nullable(),
      changed_at: instant,
    }),
  ),
  missing: z
    .array(z.object({ currency, from: day }))
    .describe('Currencies that something was sold in on days without a rate, with the first such day.'),
  updated_at: version,
})

export const exchangeRates = endpoints({
  'GET /settings/exchange-rates': {
    summary:
      'Exchange rates into the reporting currency, by which figures convert sales in other currencies.',
    access: 'settings.account',
    reply: item(shown),
  },
  'PUT /settings/exchange-rates': {
    summary: 'Writes the rates: those that are left out are removed. Figures of past days follow at once.',
    access: 'settings.account',
    body: z.strictObject({ rates: z.array(written).max(1000), updated_at: readVersion }),
    reply: item(shown),
    errors: ['changed_by_other'],
  },
})
