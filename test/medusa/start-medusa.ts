/** A real Medusa on a database of its own, for as long as a test runs. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../runtime/embedded-postgres.ts'
import { at } from '../test-database.ts'
import { freePort } from '../start-test-console.ts'

export type Medusa = { url: string; email: string; password: string; stop(): Promise<void> }

const folder = import.meta.dirname
const cli = join(folder, 'node_modules/@medusajs/cli/cli.js')
const startMs = 120_000
/** Folder in which Medusa looks for the code of this shop alone. */
const own = join(folder, 'src')

export async function startMedusa(): Promise<Medusa> {
  const data = mkdtempSync(join(tmpdir(), 'seller-console-medusa-'))
  // When root runs it, the database's account has to get in.
  chmodSync(data, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: data, settings: { fsync: 'off' } })
  let server: ChildProcess | undefined
  const stop = async (): Promise<void> => {
    if (server) await end(server)
    rmSync(own, { recursive: true, force: true })
    await postgres.kill9()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    installSubscriber()
    const client = new Client({ connectionString: postgres.adminUrl })
    await client.connect()
    await client.query('create database medusa')
    await client.end()
    const port = await freePort()
    const env = {
      ...process.env,
      DATABASE_URL: at(postgres.adminUrl, 'medusa'),
      NODE_ENV: 'production',
      MEDUSA_DISABLE_TELEMETRY: 'true',
      PORT: String(port),
    }
    await run(['db:migrate', '--execute-safe-links'], env)
    const account = { email: 'owner@shop.test', password: 'only-for-tests' }
    await run(['user', '-e', account.email, '-p', account.password], env)
    server = spawn(process.execPath, [cli, 'start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = listen(server)
    const url = `http://127.0.0.1:${port}`
    await isReady(url, server, said)
    return { url, ...account, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Installs the subscriber from the documentation, as the shop's owner does. */
function installSubscriber(): void {
  const page = readFileSync(join(folder, '../../docs/web-store-subscriber.md'), 'utf8')
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
  mkdirSync(join(own, 'subscribers'), { recursive: true })
  writeFileSync(join(own, 'subscribers/seller-console.js'), stripTypeScriptTypes(code))
}

function listen(child: ChildProcess): () => string {
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => parts.push(part))
  return () => Buffer.concat(parts).toString().slice(-4000)
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listen(child)
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`medusa ${args[0]} ended with ${String(code)}:\n${said()}`)
}

async function isReady(url: string, server: ChildProcess, said: () => string): Promise<void> {
  const deadline = Date.now() + startMs
  for (;;) {
    const reply = await fetch(`${url}/health`).catch(() => undefined)
    if (reply?.ok) return
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`Medusa did not start:\n${said()}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
