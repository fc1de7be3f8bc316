/** `npm run create-owner -- --email you@shop.example --name "Your name" --company "Your shop"`: the first account of a new console. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { z } from 'zod'
import { languages, type Language } from '../model/language.ts'
import { currencies } from '../model/money.ts'
import { isGuessable } from '../server/auth/passwords/guessable-password.ts'
import { createOwner } from '../server/settings/owners-store.ts'
import { fail, openForCommand, readArguments, runCommand } from './operator-command.ts'

const usage = `Usage: npm run create-owner -- --email you@shop.example --name "Your name" --company "Your shop"
  [--currency MYR] [--timezone Asia/Kuala_Lumpur] [--language en] [--domain shop.example] [--sso]
Without --timezone and --currency they are Asia/Tokyo and JPY until the first shop is linked, whose region decides.
The password is asked for, or read from OWNER_PASSWORD. With --sso there is none: the owner signs in at the central home.`

const schema = z.object({
  email: z.email('--email is not an e-mail address'),
  name: z.string('--name is missing').min(1).max(255),
  company: z.string('--company is missing').min(1).max(255),
  currency: z
    .enum(Object.keys(currencies), `--currency is one of ${Object.keys(currencies).join(', ')}`)
    .default('JPY'),
  timezone: z
    .string()
    .refine(
      (zone) => Intl.supportedValuesOf('timeZone').includes(zone),
      '--timezone is a name such as Asia/Kuala_Lumpur',
    )
    .default('Asia/Tokyo'),
  language: z
    .enum(Object.keys(languages) as [Language, ...Language[]], '--language is jp, en, vn or my')
    .default('jp'),
  domain: z
    .string()
    .regex(/^[a-z0-9.-]{3,255}$/i, '--domain is a name such as shop.example')
    .optional(),
  password: z
    .string()
    .min(8, 'The password needs 8 characters or more')
    .max(50, 'The password has 50 characters at most')
    .optional(),
})

const text = { type: 'string' } as const
const options = {
  email: text,
  name: text,
  company: text,
  currency: text,
  timezone: text,
  language: text,
  domain: text,
  sso: { type: 'boolean', default: false },
} as const

async function askPassword(): Promise<string> {
  const given = process.env.OWNER_PASSWORD
  if (given) return given
  if (!process.stdin.isTTY) fail(`OWNER_PASSWORD is not set, and there is no terminal to ask.\n${usage}`)
  process.stdout.write('Password (8 characters or more; it is not shown): ')
  // The terminal would repeat each letter.
  const nowhere = new Writable({ write: (_letters, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return answer
}

const given = readArguments(usage, options).values
if (!given.email) fail(usage)
const { sso, ...texts } = given
const parsed = schema.safeParse({ ...texts, ...(sso ? {} : { password: await askPassword() }) })
if (!parsed.success) fail(parsed.error.issues.map(({ message }) => message).join('\n'))
const { company, domain, ...owner } = parsed.data
if (owner.password !== undefined && isGuessable(owner.password, { ...owner, companyName: company }))
  fail('The password is easy to guess: use more than common words, rows of keys and names')
await runCommand(async () => {
  const db = await openForCommand('create-owner', { migrates: true })
  await createOwner(db, {
    ...owner,
    companyName: company,
    companyDomain: domain,
    isTimezoneChosen: given.timezone !== undefined,
    isCurrencyChosen: given.currency !== undefined,
  })
  await db.close()
  process.stdout.write(`Made the account of ${owner.email}. Sign in at the console.\n`)
})
