import { isIP } from 'node:net'
import { z } from 'zod'
import { backupRules } from './backup-config.ts'

/**
 * demo: everything on one machine, what is missing is made up. production: nothing is made up, what is missing is an error.
 * test: like demo, but writes no file and takes port 0 for "any free one".
 */
export type ConfigMode = 'demo' | 'production' | 'test'

/** Returns the rules for the settings. Settings of the channels are checked by the connectors. */
export function configSchema(mode: ConfigMode) {
  const port = whole(mode === 'test' ? 0 : 1, 65_535)
  /** Missing is an error in production alone; elsewhere something is made up. */
  const neededInProduction = (rule: z.ZodString) => (mode === 'production' ? rule : rule.optional())
  /** The demo's passwords are known to everybody. */
  const isForDemo = (): boolean => mode !== 'production'
  return z.object({
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, 'give a host name or an address such as 127.0.0.1')
      .default('127.0.0.1'),
    PORT: port.default(3000),
    WORKER_PORT: port.optional(),
    METRICS_PORT: port.optional(),
    SANDBOX_PORT: port.default(4000),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: neededInProduction(z.string(databaseRemedy).refine(isPostgresUrl, databaseRemedy)),
    SECRET_KEY: neededInProduction(z.string(keyRemedy).min(32, keyRemedy)),
    SECRET_KEY_OLD: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every((part) => part.length >= 32), oldKeysRemedy)
      .default([]),
    PUBLIC_URL: webUrl().optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every(isAddressOrRange), proxyRemedy)
      .default([]),
    SMTP_URL: z.string().refine(isMailServer, mailServerRemedy).optional(),
    SMS_HOOK_URL: webUrl().optional(),
    SMS_HOOK_TOKEN: z.string().max(1000).optional(),
    AI_BASE_URL: webUrl().optional(),
    AI_API_KEY: z.string().max(1000).optional(),
    AI_MODEL: z.string().max(255).optional(),
    AI_TIMEOUT_SECONDS: whole(1, 300).default(30),
    AI_DAILY_LIMIT: whole(1, 100_000).default(200),
    MAIL_FROM: z
      .string()
      .regex(
        /^(?:[^<>\r\n"]{1,100} <[^\s<>@,]{1,64}@[^\s<>@,]{1,255}>|[^\s<>@,]{1,64}@[^\s<>@,]{1,255})$/,
        senderRemedy,
      )
      .optional(),
    SSO_ISSUER: z
      .string()
      .refine((url) => isWebUrl(url) && (mode !== 'production' || url.startsWith('https:')), issuerRemedy)
      .optional(),
    SSO_CLIENT_ID: z.string().optional(),
    SSO_CLIENT_SECRET: z.string().optional(),
    SSO_HOME_URL: webUrl().optional(),
    SSO_PLAN_CLAIM: z
      .string()
      .regex(/^[\w:/.-]{1,255}$/, claimRemedy)
      .default('plan'),
    PRODUCT_WEB_URL: webUrl().optional(),
    PRODUCT_CRM_URL: webUrl().optional(),
    PRODUCT_COOKIES: z
      .string()
      .regex(/^(?:(?:web|pos|crm)=[\w.-]{1,64}(?:,|$))+$/, cookiesRemedy)
      .transform((text) =>
        text
          .split(',')
          .filter(Boolean)
          .map((part) => part.split('=')),
      )
      .default([]),
    SUPPORT_EMAIL: z
      .string()
      .regex(/^[^\s<>@,?&]{1,64}@[^\s<>@,?&]{1,255}$/, supportRemedy)
      .optional(),
    BILLING_URL: webUrl().optional(),
    DEMO_PAGE_URL: webUrl().refine(isForDemo, demoRemedy).optional(),
    DEMO_ACCOUNTS: z
      .string()
      .refine(isForDemo, demoRemedy)
      .regex(/^[^\s=,@]+@[^\s=,@]+=[^=,]+(?:,[^\s=,@]+@[^\s=,@]+=[^=,]+)*$/, accountsRemedy)
      .transform((text) => text.split(',').map((part) => part.split('=')))
      .default([]),
    ...backupRules,
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'give trace, debug, info, warn, error, fatal or silent',
      })
      .default('info'),
    CALLS_PER_SECOND: whole(1, 1_000_000).optional(),
    WORKER_CONCURRENCY: whole(1, 200).default(8),
    DB_POOL: whole(2, 500).default(20),
  })
}

const databaseRemedy = 'give a URL such as postgres://user:password@host:5432/database'
const keyRemedy = 'give 32 characters or more, such as the output of `openssl rand -hex 32`, and keep them'
const oldKeysRemedy = 'give the keys from before, 32 characters or more each, with commas between'
const mailServerRemedy =
  'give a URL that begins with smtp:// or smtps://, such as smtps://user:password@mail.example:465'
const senderRemedy = 'give an address such as console@shop.example, or Shop <console@shop.example>'
const supportRemedy = 'give an address such as support@shop.example'
const proxyRemedy = 'give addresses or ranges such as 10.0.0.5, 192.168.0.0/16, with commas between'
const issuerRemedy = 'give the address of the provider that begins with https://'
const claimRemedy = 'give the name of a claim such as plan, or https://home.example/plan'
const cookiesRemedy = 'give names of cookies such as web=web_access,pos=pos_access,crm=crm_access'
const demoRemedy = 'take it out: it belongs to the demo alone'
const accountsRemedy = 'give accounts such as owner@demo.test=demo1234, with commas between'
export const webUrlRemedy = 'give an address that begins with http:// or https://'

function webUrl() {
  return z
    .string()
    .refine(isWebUrl, webUrlRemedy)
    .transform((url) => url.replace(/\/+$/, ''))
}

function whole(least: number, most: number, remedy = `give a whole number from ${least} to ${most}`) {
  return z
    .string()
    .regex(/^\d+$/, remedy)
    .transform(Number)
    .refine((value) => value >= least && value <= most, remedy)
}

export function isWebUrl(text: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== ''
}

/** A range of everything (/0) is refused: whoever calls could then say to be anybody. */
function isAddressOrRange(text: string): boolean {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const most = { 4: 32, 6: 128 }[isIP(address)]
  return most !== undefined && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most))
}

function isPostgresUrl(text: string): boolean {
  return ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? '')
}
