import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { couriers } from '../../connectors/couriers/registry.ts'
import { settingsOf } from '../../connectors/registry.ts'
import { ConfigError } from './config-error.ts'
import { settings } from './config-settings.ts'
import { readConfig } from './config.ts'
import type { ConfigMode } from './config-rules.ts'
import type { Environment } from './config.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'config-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

const production = { DATABASE_URL: 'postgres://u:p@db/console', SECRET_KEY: 'k'.repeat(32) }

function problemsOf(environment: Environment, mode: ConfigMode): string {
  try {
    readConfig({ DATA_DIR: dataDir, ...environment }, mode)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

describe('readConfig', () => {
  it('has the defaults that the table of settings states', () => {
    const config = readConfig(production, 'production')
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      sandboxPort: 4000,
      publicUrl: 'http://127.0.0.1:3000',
    })
    const stated = Object.fromEntries(settings.map((each) => [each.name, each.default]))
    expect(stated).toMatchObject({
      HOST: config.host,
      PORT: String(config.port),
      SANDBOX_PORT: String(config.sandboxPort),
      LOG_LEVEL: config.logLevel,
      SHOPEE_API_BASE: config.channels.shopee?.app.SHOPEE_API_BASE,
      SHOPEE_AUTH_BASE: config.channels.shopee?.app.SHOPEE_AUTH_BASE,
      WORKER_CONCURRENCY: String(config.workerConcurrency),
      DB_POOL: String(config.dbPool),
    })
  })

  it('reads every setting of the table and none besides', () => {
    const bad = Object.fromEntries(settings.map((each) => [each.name, '!']))
    const complainedOf = problemsOf(bad, 'production')
      .split('\n')
      .map((line) => line.split(' ')[0])
    const takenAsTheyAre = [
      // Addresses alone have a form among the settings of connectors.
      ...[...settingsOf(), ...couriers.flatMap((courier) => courier.settings)]
        .map(({ name }) => name)
        .filter((name) => !name.endsWith('_BASE')),
      'BACKUP_S3_KEY_ID',
      'BACKUP_S3_SECRET',
      'DATA_DIR',
      'AI_API_KEY',
      'AI_MODEL',
      'SMS_HOOK_TOKEN',
      'SSO_CLIENT_ID',
      'SSO_CLIENT_SECRET',
    ]
    expect(new Set([...complainedOf, ...takenAsTheyAre])).toEqual(new Set(settings.map((each) => each.name)))
  })

  it('takes an empty value for one that is not set', () => {
    expect(readConfig({ ...production, PORT: '', PUBLIC_URL: ' ' }, 'production').port).toBe(3000)
  })

  it('names setting, value and remedy, one line per bad setting', () => {
    expect(problemsOf({ PORT: 'abc', LOG_LEVEL: 'loud' }, 'demo').split('\n')).toEqual([
      'PORT is "abc": give a whole number from 1 to 65535.',
      'LOG_LEVEL is "loud": give trace, debug, info, warn, error, fatal or silent.',
    ])
  })

  it('needs a database and a key in production', () => {
    expect(problemsOf({}, 'production')).toMatch(/^DATABASE_URL is not set: .+\nSECRET_KEY is not set: .+$/)
  })

  it('never repeats a secret', () => {
    const told = problemsOf({ DATABASE_URL: 'mysql://me:hunter2@db/x', SECRET_KEY: 'hunter2' }, 'production')
    expect(told).toContain('DATABASE_URL is not usable')
    expect(told).toContain('SECRET_KEY is not usable')
    expect(told).not.toContain('hunter2')
  })

  it.each([
    ['10.0.0.5', ['10.0.0.5']],
    [' 10.0.0.0/8 ,::1,2001:db8::/32', ['10.0.0.0/8', '::1', '2001:db8::/32']],
    ['::ffff:10.0.0.1', ['::ffff:10.0.0.1']],
    ['', []],
  ])('takes proxies that the server can tell: %j', (given, proxies) => {
    const { trustedProxies } = readConfig({ ...production, TRUSTED_PROXIES: given }, 'production')
    expect(trustedProxies).toEqual(proxies)
    expect(() => fastify({ trustProxy: trustedProxies })).not.toThrow()
  })

  it.each([
    'loopback',
    'true',
    '1',
    'proxy.example',
    '10.0.0.256',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/255.0.0.0',
    '::/0',
    '::1/129',
    'fe80::1%eth0',
    '10.0.0.1 10.0.0.2',
    '10.0.0.1,',
    ',',
  ])('refuses proxies that are none: %j', (given) => {
    expect(problemsOf({ ...production, TRUSTED_PROXIES: given }, 'production')).toBe(
      `TRUSTED_PROXIES is ${JSON.stringify(given)}: give addresses or ranges such as 10.0.0.5, 192.168.0.0/16, with commas between.`,
    )
  })

  it('takes the endpoint of writing help whole or not at all', () => {
    const endpoint = { AI_BASE_URL: 'http://127.0.0.1:11434/v1/', AI_MODEL: 'small' }
    expect(problemsOf({ ...production, ...endpoint }, 'production')).toContain(
      'AI_API_KEY is not set: writing help needs AI_BASE_URL, AI_API_KEY and AI_MODEL',
    )
    const { writingHelp } = readConfig({ ...production, ...endpoint, AI_API_KEY: 'none' }, 'production')
    expect(writingHelp).toEqual({
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: 'none',
      model: 'small',
      timeoutSeconds: 30,
      dailyLimit: 200,
    })
    expect(readConfig(production, 'production').writingHelp).toBeUndefined()
  })

  it('takes a central home whole or not at all, and in production under TLS alone', () => {
    const issuer = { SSO_ISSUER: 'https://central.example' }
    expect(problemsOf({ ...production, ...issuer }, 'production')).toContain('SSO_CLIENT_ID is not set')
    const { sso } = readConfig({ ...production, ...issuer, SSO_CLIENT_ID: 'console' }, 'production')
    expect(sso).toEqual({
      issuer: 'https://central.example',
      clientId: 'console',
      clientSecret: undefined,
      planClaim: 'plan',
    })
    expect(problemsOf({ ...production, SSO_ISSUER: 'http://central.example' }, 'production')).toContain(
      'https://',
    )
    expect(readConfig(production, 'production').sso).toBeUndefined()
  })

  it('refuses one port for console and sandbox', () => {
    expect(problemsOf({ PORT: '4000' }, 'demo')).toContain('PORT and SANDBOX_PORT are both 4000')
  })

  it('makes addresses that can be opened', () => {
    expect(readConfig({ ...production, HOST: '0.0.0.0' }, 'production').publicUrl).toBe(
      'http://localhost:3000',
    )
    expect(readConfig({ ...production, HOST: '::1', PORT: '8080' }, 'production').publicUrl).toBe(
      'http://[::1]:8080',
    )
    const behindProxy = readConfig({ ...production, PUBLIC_URL: 'https://shop.example/' }, 'production')
    expect(behindProxy.publicUrl).toBe('https://shop.example')
    expect(behindProxy.channels.shopee?.pushUrl).toBe('https://shop.example/hooks/shopee')
  })

  it('keeps the push address to the letter, since Shopee signs it', () => {
    const url = 'https://shop.example/hooks/shopee/'
    expect(readConfig({ ...production, SHOPEE_PUSH_URL: url }, 'production').channels.shopee?.pushUrl).toBe(
      url,
    )
  })

  it('makes 32 bytes of a hex key and of a passphrase, the same each time', () => {
    const hex = 'ab'.repeat(32)
    expect(readConfig({ ...production, SECRET_KEY: hex }, 'production').secretKey.toString('hex')).toBe(hex)
    const [one, two] = [1, 2].map(() =>
      readConfig({ ...production, SECRET_KEY: 'a passphrase '.repeat(3) }, 'production'),
    )
    expect(one?.secretKey).toHaveLength(32)
    expect(one?.secretKey).toEqual(two?.secretKey)
  })

  it('takes the keys from before in the order in which they stand, and none by itself', () => {
    const [one, two] = ['ab'.repeat(32), 'an old passphrase of some length']
    const { oldSecretKeys, secretKey } = readConfig(
      { ...production, SECRET_KEY_OLD: ` ${one}, ${two}` },
      'production',
    )
    expect(oldSecretKeys[0]?.toString('hex')).toBe(one)
    expect(oldSecretKeys.map((key) => key.length)).toEqual([32, 32])
    expect(oldSecretKeys.some((key) => key.equals(secretKey))).toBe(false)
    expect(readConfig(production, 'production').oldSecretKeys).toEqual([])
    const told = problemsOf({ ...production, SECRET_KEY_OLD: `${one},short` }, 'production')
    expect(told).toBe(
      'SECRET_KEY_OLD is not usable: give the keys from before, 32 characters or more each, with commas between.',
    )
  })

  it('generates the key of the demo once and keeps it to its owner', () => {
    const first = readConfig({ DATA_DIR: dataDir }, 'demo')
    expect(readConfig({ DATA_DIR: dataDir }, 'demo').secretKey).toEqual(first.secretKey)
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()).toBe(first.secretKey.toString('hex'))
  })

  it('says so when the data folder cannot be made', () => {
    expect(problemsOf({ DATA_DIR: '/dev/null/data' }, 'demo')).toMatch(
      /^DATA_DIR \/dev\/null\/data cannot be written/,
    )
  })
})
