/** Commands of an operator, run as he runs them: whatever is wrong is one line with the remedy, and nothing is half done. */
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { root } from './steps.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

async function run(script: string, args: string[], settings: Record<string, string> = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts', `${script}.ts`), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, SECRET_KEY: 'k'.repeat(32), DATABASE_URL: database.url, ...settings },
  })
  let told = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (told += String(text)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, told }
}

async function asAdmin(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  await admin.query(sql)
  await admin.end()
}

const owner = ['--email', 'aoi@shop.example', '--name', 'Aoi', '--company', 'Aoi Gifts', '--sso']

describe('arguments', () => {
  it.each([
    'audit-check',
    'backup',
    'create-owner',
    'delete-account',
    'distribute',
    'print-agent/print-agent',
    'rebuild-figures',
    'restore',
    'rotate-secret',
    'set-plan',
  ])('%s refuses those that it does not know, and tells its usage', async (script) => {
    const { code, told } = await run(script, ['--frob'])
    expect(code).toBe(1)
    expect(told).toMatch(/^Unknown option '--frob'.*\nUsage: \S/)
    expect(told).not.toContain('    at ')
  })

  it('--help tells the usage and is no fault', async () => {
    expect(await run('audit-check', ['--help'])).toEqual({
      code: 0,
      told: 'Usage: npm run audit:check, with the settings of the console\n',
    })
  })
})

describe('the database', () => {
  it.each(['nonsense', 'mysql://x:y@127.0.0.1/db', 'postgres://u:p/ss@127.0.0.1:5432/db'])(
    '%s is no address of one',
    async (url) => {
      expect(await run('create-owner', owner, { DATABASE_URL: url })).toEqual({
        code: 1,
        told: 'DATABASE_URL is not usable: give a URL such as postgres://user:password@host:5432/database.\n',
      })
    },
  )

  it('is not filled by a superuser, whose tables the console could not use', async () => {
    const { code, told } = await run('create-owner', owner, { DATABASE_URL: database.adminUrl })
    expect([code, told]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL signs in as "\w+", which row-level/),
    ])
  })

  it('without tables is not the one that was meant by a command that only looks', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_empty`
    await asAdmin(`create database ${name} owner seller_console`)
    const told = 'The database has no tables of the console: check DATABASE_URL, or start the console once.\n'
    const settings = { DATABASE_URL: at(database.url, name) }
    expect(await run('backup', ['--owner', 'a@b.example', '--out', '/tmp/x'], settings)).toEqual({
      code: 1,
      told,
    })
    expect(await run('audit-check', [], settings)).toEqual({ code: 1, told })
    await asAdmin(`drop database ${name} with (force)`)
  })

  it('whose tables belong to somebody else is told with how a dump is restored', async () => {
    await asAdmin('alter table migrations owner to current_user')
    const { code, told } = await run('create-owner', owner)
    await asAdmin('alter table migrations owner to seller_console')
    expect(code).toBe(1)
    expect(told).toMatch(
      /^The role of DATABASE_URL may not use the database \(permission denied .*--no-owner" as that role\.\n$/,
    )
  })
})

it('a backup that cannot be written leaves nothing and says why, and one that cannot be read as well', async () => {
  expect(await run('create-owner', owner)).toMatchObject({ code: 0 })
  const backup = ['--owner', 'aoi@shop.example', '--out', '/proc/account.backup']
  const { code, told } = await run('backup', backup)
  expect([code, told]).toEqual([
    1,
    expect.stringMatching(/^\/proc\/account\.backup cannot be written \(ENOENT: .*\.\n$/),
  ])
  expect((await readdir('/proc')).some((name) => name.endsWith('.part'))).toBe(false)

  expect(await run('restore', ['s3://shop-backups/account.backup'])).toEqual({
    code: 1,
    told: ['ENDPOINT', 'KEY_ID', 'SECRET']
      .map((name) => `BACKUP_S3_${name} is not set: backups to s3://shop-backups need it.\n`)
      .join(''),
  })
  expect(await run('restore', ['/proc'])).toMatchObject({
    told: expect.stringMatching(/^\/proc cannot be read \(EISDIR/) as string,
  })
})
