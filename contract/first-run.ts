import { z } from 'zod'
import { languages, type Language } from '../model/language.ts'
import { currencies, type Currency } from '../model/money.ts'
import { emailAddress, newPassword } from './authorization.ts'
import { done, endpoints, item, personName } from './endpoint.ts'

const currency = z.enum(Object.keys(currencies) as [Currency, ...Currency[]])

export const firstRun = endpoints({
  'GET /first-run': {
    summary: 'Whether the console has no account yet, so that its first one can be made.',
    access: 'public',
    reply: item(
      z.object({
        is_open: z.boolean().describe('False for good once there is an account.'),
        timezones: z.array(z.string()).describe('Those to choose from; none once there is an account.'),
      }),
    ),
  },
  'POST /first-run': {
    summary: 'Makes the first account of a new console, once. Sign in with its owner afterwards.',
    access: 'public',
    body: z.strictObject({
      code: z.string().max(100).describe('The set-up code, which the server prints when it starts.'),
      company_name: personName,
      name: personName,
      email: emailAddress,
      password: newPassword,
      language: z.enum(Object.keys(languages) as [Language, ...Language[]]),
      timezone: z.string().min(1).max(64).describe('IANA name.'),
      currency: currency.describe('ISO 4217.'),
    }),
    reply: done,
    status: 201,
    errors: ['already_set_up', 'too_many_attempts'],
  },
})
