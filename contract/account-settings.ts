import { z } from 'zod'
import { currencies, type Currency } from '../model/money.ts'
import { numberFormats } from '../model/number-format.ts'
import { endpoints, item, readVersion, version } from './endpoint.ts'

const currency = z.enum(Object.keys(currencies) as [Currency, ...Currency[]])

const setting = z.object({
  timezone: z.string().min(1).max(64).describe('IANA name. Days begin at its midnight.'),
  currency: currency.describe('ISO 4217. Orders and shops keep their own.'),
  number_format: z
    .enum(numberFormats)
    .describe('dots: 1.246,50 in every language; language: as the language of the reader writes it.'),
})

const shown = setting.extend({
  region_shop: z
    .string()
    .nullable()
    .describe('The first linked shop, whose region they were taken from; null once somebody has chosen.'),
  updated_at: version,
  timezones: z
    .array(z.string())
    .describe('Those to choose from. Other IANA names of the same zones are taken as well.'),
  orders: z.int().describe('How many a change of the time zone counts again.'),
})

export const accountSettings = endpoints({
  'GET /settings/account': {
    summary: "The account's time zone, currency and number format.",
    access: 'settings.account',
    reply: item(shown),
  },
  'PUT /settings/account': {
    summary:
      'Changes them. What is counted by the day is counted again for a new time zone, orders that come in wait for it.',
    access: 'settings.account',
    body: z.strictObject({
      ...setting.shape,
      number_format: setting.shape.number_format.optional().describe('Left out, it stays.'),
      updated_at: readVersion,
    }),
    reply: item(shown),
    errors: ['changed_by_other'],
  },
})
