/** The console as operators start it: a process of its own. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, until } from '../test/start-test-console.ts'
import { at, createTestDatabase, type TestDatabase } from '../test/test-database.ts'

const script = fileURLToPath(new URL('main.ts', import.meta.url))

let database: TestDatabase
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
})

function start(role: string, settings: Record<string, string>) {
  const child = fork(script, ['--role', role], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: database.url,
      SECRET_KEY: 'k'.repeat(32),
      LOG_LEVEL: 'warn',
      ...settings,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  children.push(child)
  let told = ''
  child.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, told }))
  const ready = new Promise<{ url?: string }>((isUp, failed) => {
    child.once('message', (message) => isUp(message as { url?: string }))
    void ended.then(() => failed(new Error(`it ended: ${told}`)))
  })
  // Tests of processes that must end do not wait for `ready`.
  ready.catch(() => {})
  return { child, ready, ended }
}

/** Allows connections to the database, or refuses them and closes the open ones. */
async function letIn(isOpen: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: at(database.adminUrl, 'postgres') })
  await admin.connect()
  try {
    await admin.query(`alter database ${name} allow_connections ${isOpen}`)
    if (!isOpen)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  } finally {
    await admin.end()
  }
}

describe('a wrong setting', () => {
  it('is told in one line, and the process ends', async () => {
    const { ended } = start('web', { TRUSTED_PROXIES: '10.0.0.0/8, the-proxy' })
    expect(await ended).toEqual({
      code: 1,
      told: 'TRUSTED_PROXIES is "10.0.0.0/8, the-proxy": give addresses or ranges such as 10.0.0.5, 192.168.0.0/16, with commas between.\n',
    })
  })
})

describe('an address that this machine does not have', () => {
  it('is named with its setting', async () => {
    expect(await start('web', { HOST: '192.0.2.7' }).ended).toEqual({
      code: 1,
      told: 'HOST is 192.0.2.7, which is no address of this machine: set it to 127.0.0.1 or 0.0.0.0.\n',
    })
  })
})

describe('a role that row-level security does not bind', () => {
  it('is refused, and named', async () => {
    const { ended } = start('web', { DATABASE_URL: database.adminUrl })
    const { code, told } = await ended
    expect([code, told]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL signs in as "\w+", which row-level/),
    ])
  })
})

describe('a console that is open to the public', () => {
  it('has its metrics on METRICS_PORT alone, and says which setting names a port that is taken', async () => {
    const [port, inside] = [await freePort(), await freePort()]
    const { ready } = start('web', { PORT: String(port), METRICS_PORT: String(inside) })
    const { url } = await ready
    expect(url).toBe(`http://127.0.0.1:${port}`)
    const asked = async (address: string) => {
      const reply = await fetch(address)
      return [reply.status, (await reply.text()).includes('# TYPE http_request_seconds histogram')]
    }
    expect(await asked(`${url}/healthz`)).toEqual([200, false])
    expect(await asked(`${url}/metrics`)).toEqual([404, false])
    expect(await asked(`http://127.0.0.1:${inside}/metrics`)).toEqual([200, true])

    const other = { PORT: String(await freePort()), METRICS_PORT: String(inside) }
    expect((await start('web', other).ended).told).toBe(
      `Port ${inside} on 127.0.0.1 is taken: stop the program that listens there, or set METRICS_PORT to another port.\n`,
    )
  })
})

describe('a worker', () => {
  it('tells on WORKER_PORT how it is, and nothing else, until it is asked to stop', async () => {
    const port = await freePort()
    const { child, ready, ended } = start('worker', { WORKER_PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    expect((await ready).url).toBe(url)

    const health = await fetch(`${url}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    const readiness = await fetch(`${url}/readyz`)
    expect([readiness.status, await readiness.json()]).toEqual([200, { status: 'ready', backup: null }])
    const metrics = await fetch(`${url}/metrics`)
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/)
    const figures = await metrics.text()
    expect(figures).toContain('# TYPE orders_taken_in_total counter')
    expect(figures).toMatch(/^process_cpu_seconds_total \S+$/m)
    expect((await fetch(`${url}/api/v2/config`)).status).toBe(404)
    expect((await fetch(`${url}/`)).status).toBe(404)

    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, told: '' })
  })

  it('is not ready while its database takes no questions, and holds its port against another', async () => {
    const port = await freePort()
    const { ready } = start('worker', { WORKER_PORT: String(port) })
    await ready
    const { code, told } = await start('worker', { WORKER_PORT: String(port) }).ended
    expect([code, told]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is taken: stop the program that listens there, or set WORKER_PORT to another port.\n`,
    ])

    await letIn(false)
    const readiness = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status)
    await until('it to notice', async () => (await readiness()) === 503)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    await letIn(true)
    await until('it to be back', async () => (await readiness()) === 200)
  })

  it('listens nowhere without it', async () => {
    const port = await freePort()
    const { ready } = start('worker', { PORT: String(port) })
    expect((await ready).url).toBeUndefined()
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  })
})
