import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { couriers } from '../../connectors/couriers/registry.ts'
import { appOf, connectors } from '../../connectors/registry.ts'
import type { App } from '../../connectors/session.ts'
import { backupOf, type BackupConfig } from './backup-config.ts'
import { ConfigError } from './config-error.ts'
import { configSchema, isWebUrl, webUrlRemedy, type ConfigMode } from './config-rules.ts'
import { pushSetting, settings } from './config-settings.ts'
import { keptSecret, keyBytes } from './secret-keys.ts'

export type Config = {
  mode: ConfigMode
  host: string
  port: number
  /** Undefined: a worker listens nowhere. */
  workerPort: number | undefined
  metricsPort: number | undefined
  sandboxPort: number
  /** Absolute. */
  dataDir: string
  /** Undefined: start the embedded one. */
  databaseUrl: string | undefined
  /** 32 bytes. */
  secretKey: Buffer
  /** They open what was sealed with them, and seal nothing. */
  oldSecretKeys: Buffer[]
  /** Without a slash at its end. */
  publicUrl: string
  /** Addresses and CIDR ranges; empty: X-Forwarded-For is not read. */
  trustedProxies: string[]
  mail: MailConfig
  /** Undefined: no text messages are sent. */
  sms: SmsConfig | undefined
  /** Undefined: nobody signs in at a central home. */
  sso: SsoConfig | undefined
  siblings: SiblingConfig
  /** Contacts sent to owners whose plan ends. */
  plans: { supportEmail: string | undefined; upgradeUrl: string | undefined }
  /** The demo's page and accounts; empty everywhere else. */
  demo: { pageUrl: string | null; accounts: { email: string; password: string }[] }
  /** Undefined: no backups are scheduled. */
  backup: BackupConfig | undefined
  /** Undefined: nobody is helped to write. */
  writingHelp: WritingHelpConfig | undefined
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** Settings of each channel's connector, by the channel's code. */
  channels: Record<string, ChannelConfig>
  /** Settings of each courier for the whole installation, by the courier's code. */
  couriers: Record<string, CourierConfig>
  /** Undefined: the connector's own limit. */
  callsPerSecond: number | undefined
  workerConcurrency: number
  dbPool: number
}

/** An endpoint that speaks the chat completions of OpenAI. */
export type WritingHelpConfig = {
  baseUrl: string
  apiKey: string
  model: string
  timeoutSeconds: number
  /** Uses of one account on one day. */
  dailyLimit: number
}

export type SmsConfig = { url: string; token: string | undefined }

export type SsoConfig = {
  /** The provider's own name, exactly as it states it. */
  issuer: string
  clientId: string
  /** Undefined: a public client, which PKCE alone protects. */
  clientSecret: string | undefined
  /** In which the provider tells an owner's plan. */
  planClaim: string
}

/** The products beside this one. Null: there is none, or nobody said where. */
export type SiblingConfig = {
  web: string | null
  crm: string | null
  /** The central home. */
  home: string | null
  /** On the parent domain, written by the central home: whether the user may open the product. */
  cookieNames: { web: string; pos: string; crm: string }
}

export type MailConfig = {
  /** Undefined: nothing is sent. */
  smtpUrl: string | undefined
  from: string
  /** Mails that are not sent are read in the console by the account's owner. Never in production. */
  isShown: boolean
}

export type ChannelConfig = {
  app: App
  /** Settings that nobody gave; the channel cannot be linked while there are any. */
  missing: string[]
  /** Part of what channels sign, so it is kept to the letter. */
  pushUrl: string
}

export type CourierConfig = {
  settings: Record<string, string>
  /** Settings that nobody gave; the courier cannot be connected while there are any. */
  missing: string[]
}

export type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment, mode: ConfigMode): Config {
  const problems: string[] = []
  const parsed = configSchema(mode).safeParse(withoutEmpty(environment))
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      problems.push(describe(String(issue.path[0]), environment, issue.message))
    problems.push(
      ...badAddresses(readChannels(environment, ownUrl('localhost', 0)), readCouriers(environment)),
    )
    throw new ConfigError([...new Set(problems)])
  }
  const env = parsed.data
  if (mode === 'demo' && env.PORT === env.SANDBOX_PORT) {
    problems.push(`PORT and SANDBOX_PORT are both ${env.PORT}: give them different numbers.`)
  }
  if (env.METRICS_PORT === env.PORT && env.PORT !== 0)
    problems.push(`PORT and METRICS_PORT are both ${env.PORT}: give them different numbers.`)
  if (env.SSO_ISSUER !== undefined && env.SSO_CLIENT_ID === undefined)
    problems.push(
      'SSO_CLIENT_ID is not set: give the id that the provider of SSO_ISSUER knows the console by.',
    )
  const ofWriting = { AI_BASE_URL: env.AI_BASE_URL, AI_API_KEY: env.AI_API_KEY, AI_MODEL: env.AI_MODEL }
  const missing = Object.entries(ofWriting).flatMap(([name, value]) => (value === undefined ? name : []))
  if (missing.length === 1 || missing.length === 2)
    problems.push(
      `${missing.join(' and ')} is not set: writing help needs AI_BASE_URL, AI_API_KEY and AI_MODEL.`,
    )
  const publicUrl = env.PUBLIC_URL ?? ownUrl(env.HOST, env.PORT)
  const backup = backupOf(env, problems)
  const channels = readChannels(environment, publicUrl)
  const courierConfigs = readCouriers(environment)
  problems.push(...badAddresses(channels, courierConfigs))
  if (problems.length > 0) throw new ConfigError(problems)
  const dataDir = resolve(env.DATA_DIR)
  return {
    mode,
    host: env.HOST,
    port: env.PORT,
    workerPort: env.WORKER_PORT,
    metricsPort: env.METRICS_PORT,
    sandboxPort: env.SANDBOX_PORT,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    secretKey: keyBytes(
      env.SECRET_KEY ?? (mode === 'demo' ? keptSecret(dataDir) : randomBytes(32).toString('hex')),
    ),
    oldSecretKeys: env.SECRET_KEY_OLD.map(keyBytes),
    publicUrl,
    trustedProxies: env.TRUSTED_PROXIES,
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
      isShown: env.SMTP_URL === undefined && mode !== 'production',
    },
    sms: smsOf(env.SMS_HOOK_URL, env.SMS_HOOK_TOKEN),
    sso:
      env.SSO_ISSUER !== undefined && env.SSO_CLIENT_ID !== undefined
        ? {
            issuer: env.SSO_ISSUER,
            clientId: env.SSO_CLIENT_ID,
            clientSecret: env.SSO_CLIENT_SECRET,
            planClaim: env.SSO_PLAN_CLAIM,
          }
        : undefined,
    siblings: {
      web: env.PRODUCT_WEB_URL ?? null,
      crm: env.PRODUCT_CRM_URL ?? null,
      home: env.SSO_HOME_URL ?? null,
      cookieNames: {
        web: 'web_access',
        pos: 'pos_access',
        crm: 'crm_access',
        ...(Object.fromEntries(env.PRODUCT_COOKIES) as object),
      },
    },
    demo: {
      pageUrl: env.DEMO_PAGE_URL ?? null,
      accounts: env.DEMO_ACCOUNTS.map(([email = '', password = '']) => ({ email, password })),
    },
    plans: { supportEmail: env.SUPPORT_EMAIL, upgradeUrl: env.BILLING_URL },
    backup,
    writingHelp:
      env.AI_BASE_URL !== undefined && env.AI_API_KEY !== undefined && env.AI_MODEL !== undefined
        ? {
            baseUrl: env.AI_BASE_URL,
            apiKey: env.AI_API_KEY,
            model: env.AI_MODEL,
            timeoutSeconds: env.AI_TIMEOUT_SECONDS,
            dailyLimit: env.AI_DAILY_LIMIT,
          }
        : undefined,
    logLevel: env.LOG_LEVEL,
    channels,
    couriers: courierConfigs,
    callsPerSecond: env.CALLS_PER_SECOND,
    workerConcurrency: env.WORKER_CONCURRENCY,
    dbPool: env.DB_POOL,
  }
}

/** For commands that need nothing but the database. */
export function readDatabaseUrl(environment: Environment): string {
  const read = configSchema('production').shape.DATABASE_URL.safeParse(withoutEmpty(environment).DATABASE_URL)
  if (read.success && read.data !== undefined) return read.data
  throw new ConfigError(
    (read.error?.issues ?? []).map(({ message }) => describe('DATABASE_URL', environment, message)),
  )
}

function readChannels(environment: Environment, publicUrl: string): Config['channels'] {
  return Object.fromEntries(
    connectors.map((connector) => [
      connector.code,
      {
        ...appOf(connector, environment),
        pushUrl: environment[pushSetting(connector.code)]?.trim() || `${publicUrl}/hooks/${connector.code}`,
      },
    ]),
  )
}

function readCouriers(environment: Environment): Config['couriers'] {
  return Object.fromEntries(
    couriers.map((courier) => {
      const { app, missing } = appOf(courier, environment)
      return [courier.code, { settings: app, missing }]
    }),
  )
}

/** By their names, the addresses among the settings of channels and couriers. */
function badAddresses(channels: Config['channels'], ofCouriers: Config['couriers']): string[] {
  const given = [
    ...Object.entries(channels).map(([code, { app, pushUrl }]) => ({ ...app, [pushSetting(code)]: pushUrl })),
    ...Object.values(ofCouriers).map((courier) => courier.settings),
  ]
  return given.flatMap((named) =>
    Object.entries(named)
      .filter(([name, value]) => /_(BASE|URL)$/.test(name) && !isWebUrl(value))
      .map(([name, value]) => `${name} is ${JSON.stringify(value)}: ${webUrlRemedy}.`),
  )
}

function ownUrl(host: string, port: number): string {
  // A wildcard is an address to listen on, not one to open.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** `NAME=` in an environment file means "not set". */
function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}

function describe(name: string, environment: Environment, remedy: string): string {
  const value = withoutEmpty(environment)[name]
  if (value === undefined) return `${name} is not set: ${remedy}.`
  const isSecret = settings.some((each) => each.name === name && each.secret)
  return isSecret ? `${name} is not usable: ${remedy}.` : `${name} is ${JSON.stringify(value)}: ${remedy}.`
}

function smsOf(url: string | undefined, token: string | undefined): SmsConfig | undefined {
  return url === undefined ? undefined : { url, token }
}
