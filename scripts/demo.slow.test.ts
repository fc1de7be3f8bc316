import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPostmaster, freePort, isAlive, killServer, until } from '../runtime/embedded-process.ts'
import { root } from './steps.ts'

let folder: string
let ports: { PORT: string; SANDBOX_PORT: string }
type Demo = { child: ChildProcess; out: string; err: string; code: Promise<number | null> }
let running: Demo[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'))
  chmodSync(folder, 0o755)
  ports = { PORT: String(await freePort(undefined)), SANDBOX_PORT: String(await freePort(undefined)) }
  // Answers, and tells what it was given and who it is.
  const standIn = (port: string) => `
    import { writeFileSync } from 'node:fs'
    import { createServer } from 'node:http'
    const told = { pid: process.pid, args: process.argv.slice(2), env: process.env }
    const server = createServer((request, response) => {
      if (request.url === '/readyz') return response.end('ok')
      response.end(JSON.stringify(told))
    })
    server.listen(Number(process.env.${port}), process.env.HOST)
    const stop = () => { server.close(); server.closeAllConnections(); process.exit(0) }
    process.on('SIGTERM', stop)
    process.on('disconnect', stop)`
  writeFileSync(join(folder, 'server.ts'), standIn('PORT'))
  writeFileSync(join(folder, 'sandbox.ts'), standIn('SANDBOX_PORT'))
  writeFileSync(
    join(folder, 'start.ts'),
    `import { runDemo } from ${JSON.stringify(join(root, 'scripts/demo.ts'))}
     await runDemo({
       environment: process.env,
       serverScript: ${JSON.stringify(join(folder, 'server.ts'))},
       sandboxScript: ${JSON.stringify(join(folder, 'sandbox.ts'))},
       servePages: async (config) => ({ serverPort: config.port }),
     })`,
  )
})

afterEach(async () => {
  for (const each of running) each.child.kill('SIGKILL')
  await Promise.all(running.map((each) => each.code))
  running = []
})

afterAll(async () => {
  await killServer(cluster(), findPostmaster(cluster())?.pid)
  rmSync(folder, { recursive: true })
})

const cluster = () => join(folder, 'data/postgres/cluster')

/** Starts the demo as `npm start` does: through the launcher. */
function start(env: Record<string, string> = {}): Demo {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), join(folder, 'start.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...ports, ...env },
  })
  const result: Demo = {
    child,
    out: '',
    err: '',
    code: new Promise<number | null>((done) => child.on('close', (code) => done(code))),
  }
  child.stdout.on('data', (chunk: Buffer) => (result.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (result.err += chunk.toString()))
  running.push(result)
  return result
}

async function startAndWait(env: Record<string, string> = {}) {
  const demo = start(env)
  await until(() => demo.out.includes('is ready') || demo.child.exitCode !== null, 60_000)
  expect(demo.out + demo.err).toContain('Seller Console is ready')
  return demo
}

type Told = { pid: number; args: string[]; env: Record<string, string> }

async function ask(port: string): Promise<Told> {
  const told: Told = JSON.parse(await (await fetch(`http://127.0.0.1:${port}/`)).text())
  return told
}

async function count(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table if not exists starts (at timestamptz)')
    await client.query('insert into starts values (now())')
    return (await client.query('select count(*)::int as starts from starts')).rows[0]
  } finally {
    await client.end()
  }
}

describe('the demo', () => {
  it('starts everything, says where and how to sign in and where to play the channels, and stops all of it at Ctrl-C', async () => {
    const demo = await startAndWait()
    expect(demo.out).toBe(
      `Preparing the database\nSeller Console is ready: open http://127.0.0.1:${ports.PORT} and sign in as owner@demo.test with demo1234\n` +
        `Play its buyers, couriers and channels at http://127.0.0.1:${ports.SANDBOX_PORT}\n`,
    )
    const server = await ask(ports.PORT)
    const sandbox = await ask(ports.SANDBOX_PORT)
    expect(server.args).toEqual(['--role', 'all', '--demo'])
    expect(server.env).toMatchObject({
      SHOPEE_API_BASE: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
      SHOPEE_AUTH_BASE: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
      SHOPEE_PARTNER_ID: '2001887',
      SECRET_KEY: readFileSync(join(folder, 'data/secret-key'), 'utf8').trim(),
    })
    expect(sandbox.env.SHOPEE_PUSH_URL).toBe(`http://127.0.0.1:${ports.PORT}/hooks/shopee`)
    expect(await count(server.env.DATABASE_URL ?? '')).toEqual({ starts: 1 })
    demo.child.kill('SIGINT')
    expect(await demo.code).toBe(0)
    expect([server.pid, sandbox.pid].some(isAlive)).toBe(false)
    expect(findPostmaster(cluster())).toBeUndefined()
    expect(demo.err).toBe('')
  })

  it('is ready the second time without preparing anything, with its data', async () => {
    const demo = await startAndWait()
    expect(demo.out).not.toContain('Preparing')
    expect(await count((await ask(ports.PORT)).env.DATABASE_URL ?? '')).toEqual({ starts: 2 })
    demo.child.kill('SIGTERM')
    expect(await demo.code).toBe(0)
  })

  it('brings back a server and a database that were killed', async () => {
    const demo = await startAndWait()
    const server = await ask(ports.PORT)
    process.kill(server.pid, 'SIGKILL')
    await expect
      .poll(
        () =>
          ask(ports.PORT).then(
            (told) => told.pid !== server.pid,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
    expect(demo.out).toContain('The server ended with SIGKILL: starting it again')
    const postmaster = findPostmaster(cluster())?.pid ?? 0
    process.kill(postmaster, 'SIGKILL')
    await expect
      .poll(() => count(server.env.DATABASE_URL ?? '').catch(() => undefined), { timeout: 15_000 })
      .toEqual({ starts: 3 })
  })

  it('leaves nothing behind that blocks the next start when the launcher is killed', async () => {
    const killed = await startAndWait()
    const pids = [(await ask(ports.PORT)).pid, (await ask(ports.SANDBOX_PORT)).pid]
    killed.child.kill('SIGKILL')
    expect(await until(() => !pids.some(isAlive), 10_000)).toBe(true)
    await startAndWait()
  })

  it('keeps a second one away from its data, and goes on', async () => {
    const demo = await startAndWait()
    const before = findPostmaster(cluster())
    const other = { PORT: String(await freePort(undefined)), SANDBOX_PORT: String(await freePort(undefined)) }
    const second = start(other)
    expect(await second.code).toBe(1)
    expect(second.err).toBe(
      `Another npm start works with ${join(folder, 'data')}: stop it, or set DATA_DIR to another folder.\n`,
    )
    expect([findPostmaster(cluster()), demo.child.exitCode]).toEqual([before, null])
  })

  it('names a port that is taken, in one line', async () => {
    await expect.poll(() => freePort(Number(ports.PORT)), { timeout: 10_000 }).toBe(Number(ports.PORT))
    const thief = createServer().listen(Number(ports.PORT), '127.0.0.1')
    try {
      const demo = start()
      expect(await demo.code).toBe(1)
      expect(demo.err).toBe(
        `Port ${ports.PORT} on 127.0.0.1 is taken: stop the program that listens there, or set PORT to another port.\n`,
      )
    } finally {
      thief.close()
    }
  })

  it('names a bad setting and an unreachable database, in one line each', async () => {
    const [bad, unreachable] = [
      start({ PORT: 'abc' }),
      start({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' }),
    ]
    expect(await bad.code).toBe(1)
    expect(bad.err).toBe('PORT is "abc": give a whole number from 1 to 65535.\n')
    expect(await unreachable.code).toBe(1)
    expect(unreachable.err).toMatch(/^The database at 127.0.0.1:1\/x cannot be used .+\n$/)
  })

  it('gives up, with a reason, when the server cannot start', async () => {
    const script = join(folder, 'server.ts')
    const good = readFileSync(script, 'utf8')
    writeFileSync(script, 'process.exit(3)')
    try {
      const demo = start()
      expect(await demo.code).toBe(1)
      expect(demo.err).toBe('The server ended with code 3 before it was ready.\n')
      expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
    } finally {
      writeFileSync(script, good)
    }
  })
})
