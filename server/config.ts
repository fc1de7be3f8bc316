import { hkdfSync, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { appOf, connectors, settingsOf } from '../connectors/registry.ts'
import type { App } from '../connectors/connector.ts'

/**
 * demo: everything on one machine, what is missing is made up. production: nothing is made up, what is missing is an error.
 * test: like demo, but writes no file and takes port 0 for "any free one".
 */
export type ConfigMode = 'demo' | 'production' | 'test'

export type Setting = {
  name: string
  /** As the table in the README words it; undefined when there is none. */
  default: string | undefined
  /** Its value never appears in a message or a log. */
  secret: boolean
  description: string
}

/** The table of settings in the README is tested against this one. */
export const settings = [
  setting('HOST', '127.0.0.1', 'Address to listen on; `0.0.0.0` for every network of the machine.'),
  setting('PORT', '3000', 'Port of the console.'),
  setting(
    'WORKER_PORT',
    undefined,
    'Port of `/metrics`, `/healthz` and `/readyz` of a process with `--role worker`, on HOST; unset: none.',
  ),
  setting('SANDBOX_PORT', '4000', 'Port of the marketplace sandbox (demo only).'),
  setting('DATA_DIR', './data', 'Folder for the embedded database and the generated key.'),
  secret('DATABASE_URL', 'PostgreSQL to use; unset: an embedded one in the demo. Required in production.'),
  secret(
    'SECRET_KEY',
    'Encrypts channel credentials: 64 hex digits, or 32 characters or more. Required in production.',
  ),
  setting(
    'PUBLIC_URL',
    'http://HOST:PORT',
    'Address under which browsers and marketplaces reach the console.',
  ),
  setting(
    'TRUSTED_PROXIES',
    undefined,
    'Addresses or ranges (`10.0.0.0/8`), comma between, of the proxies whose `X-Forwarded-For` says who calls; unset: nobody is believed.',
  ),
  setting('LOG_LEVEL', 'info', 'trace, debug, info, warn, error, fatal or silent.'),
  setting('WORKER_CONCURRENCY', '8', 'Jobs that one worker runs at a time.'),
  setting('DB_POOL', '20', 'Connections to the database per process.'),
  setting(
    'CALLS_PER_SECOND',
    undefined,
    'Calls per second and shop to a channel; unset: what each channel is known to take.',
  ),
  // Each channel says itself what it needs; the address that it pushes to is one of ours.
  ...settingsOf().map((each) => ({ ...each, default: each.default, secret: each.secret ?? false })),
  ...connectors
    .filter(({ webhooks }) => webhooks)
    .map(({ code, name }) =>
      setting(
        pushSetting(code),
        `PUBLIC_URL/hooks/${code}`,
        `Address that ${name} pushes to, exactly as entered there.`,
      ),
    ),
]

export type Config = {
  mode: ConfigMode
  host: string
  port: number
  /** Undefined: a worker listens nowhere. */
  workerPort: number | undefined
  sandboxPort: number
  /** Absolute. */
  dataDir: string
  /** Undefined: start the embedded one. */
  databaseUrl: string | undefined
  /** 32 bytes. */
  secretKey: Buffer
  /** Without a slash at its end. */
  publicUrl: string
  /** Addresses and CIDR ranges; empty: X-Forwarded-For is not read. */
  trustedProxies: string[]
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** What each channel's connector needs, by the channel's code. */
  channels: Record<string, ChannelConfig>
  /** Undefined: the connector's own limit. */
  callsPerSecond: number | undefined
  workerConcurrency: number
  dbPool: number
}

export type ChannelConfig = {
  app: App
  /** Settings that nobody gave; the channel cannot be linked while there are any. */
  missing: string[]
  /** Part of what channels sign, so it is kept to the letter. */
  pushUrl: string
}

/** Its message has one line per bad setting and no secret value. */
export class ConfigError extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'ConfigError'
  }
}

export type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment, mode: ConfigMode): Config {
  const problems: string[] = []
  const parsed = schema(mode).safeParse(withoutEmpty(environment))
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      problems.push(describe(String(issue.path[0]), environment, issue.message))
    problems.push(...badAddresses(readChannels(environment, ownUrl('localhost', 0))))
    throw new ConfigError([...new Set(problems)])
  }
  const env = parsed.data
  if (mode === 'demo' && env.PORT === env.SANDBOX_PORT) {
    problems.push(`PORT and SANDBOX_PORT are both ${env.PORT}: give them different numbers.`)
  }
  const publicUrl = env.PUBLIC_URL ?? ownUrl(env.HOST, env.PORT)
  const channels = readChannels(environment, publicUrl)
  problems.push(...badAddresses(channels))
  if (problems.length > 0) throw new ConfigError(problems)
  const dataDir = resolve(env.DATA_DIR)
  return {
    mode,
    host: env.HOST,
    port: env.PORT,
    workerPort: env.WORKER_PORT,
    sandboxPort: env.SANDBOX_PORT,
    dataDir,
    databaseUrl: env.DATABASE_URL,
    secretKey: keyBytes(
      env.SECRET_KEY ?? (mode === 'demo' ? keptSecret(dataDir) : randomBytes(32).toString('hex')),
    ),
    publicUrl,
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    channels,
    callsPerSecond: env.CALLS_PER_SECOND,
    workerConcurrency: env.WORKER_CONCURRENCY,
    dbPool: env.DB_POOL,
  }
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

/** By their names, the addresses among the channels' settings. */
function badAddresses(channels: Config['channels']): string[] {
  return Object.entries(channels).flatMap(([code, { app, pushUrl }]) =>
    Object.entries({ ...app, [pushSetting(code)]: pushUrl })
      .filter(([name, value]) => /_(BASE|URL)$/.test(name) && !isWebUrl(value))
      .map(([name, value]) => `${name} is ${JSON.stringify(value)}: ${webUrlRemedy}.`),
  )
}

function pushSetting(code: string): string {
  return `${code.toUpperCase().replaceAll('-', '_')}_PUSH_URL`
}

function schema(mode: ConfigMode) {
  const port = whole(mode === 'test' ? 0 : 1, 65_535)
  /** Missing is an error in production alone; elsewhere something is made up. */
  const neededInProduction = (rule: z.ZodString) => (mode === 'production' ? rule : rule.optional())
  return z.object({
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, 'give a host name or an address such as 127.0.0.1')
      .default('127.0.0.1'),
    PORT: port.default(3000),
    WORKER_PORT: port.optional(),
    SANDBOX_PORT: port.default(4000),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: neededInProduction(z.string(databaseRemedy).refine(isPostgresUrl, databaseRemedy)),
    SECRET_KEY: neededInProduction(z.string(keyRemedy).min(32, keyRemedy)),
    PUBLIC_URL: webUrl().optional(),
    TRUSTED_PROXIES: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every(isAddressOrRange), proxyRemedy)
      .default([]),
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
const proxyRemedy = 'give addresses or ranges such as 10.0.0.5, 192.168.0.0/16, with commas between'
const webUrlRemedy = 'give an address that begins with http:// or https://'

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

function isWebUrl(text: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')
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

function ownUrl(host: string, port: number): string {
  // A wildcard is an address to listen on, not one to open.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function keyBytes(key: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(key)) return Buffer.from(key, 'hex')
  return Buffer.from(hkdfSync('sha256', key, '', 'seller-console secret key', 32))
}

/** The demo's key must survive restarts, or the credentials it encrypted would be lost. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret-key')
  try {
    mkdirSync(dataDir, { recursive: true })
    // 'wx' lets one of two simultaneous starts win; the other reads the winner's key.
    writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    if (code !== 'EEXIST')
      throw new ConfigError([`DATA_DIR ${dataDir} cannot be written (${code}): give a folder that can.`])
  }
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < 32)
    throw new ConfigError([`The key in ${path} is damaged: restore it, or remove DATA_DIR to begin anew.`])
  return key
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

function setting(name: string, standard: string | undefined, description: string): Setting {
  return { name, default: standard, secret: false, description }
}

function secret(name: string, description: string): Setting {
  return { name, default: undefined, secret: true, description }
}
