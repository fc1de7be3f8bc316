import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { consoleSettings } from '../sandbox/kit/console-settings.ts'
import { readConfig } from '../server/config/config.ts'
import type { Config, Environment } from '../server/config/config.ts'
import { startEmbeddedPostgres } from '../runtime/embedded-postgres.ts'
import type { EmbeddedPostgres } from '../runtime/embedded-postgres.ts'
import { demoAccounts } from '../server/demo-accounts.ts'
import { reachDatabase } from '../server/db/reach-database.ts'
import { claimData } from './claim-data.ts'
import { startChild } from './child.ts'
import type { Child } from './child.ts'
import { claimPort } from './ports.ts'

type Report = (line: string) => void

export type DemoOptions = {
  environment: Environment
  /** Brings the built pages up to date, or serves them itself and leaves another port to the server. */
  servePages: (config: Config, report: Report) => Promise<{ serverPort: number; close?: () => Promise<void> }>
  serverScript: string
  sandboxScript: string
  /** Hears of the server when it is ready and then keeps it up to date itself. */
  develop?: (server: Child) => void
}

type Running = {
  children: Child[]
  postgres?: Promise<EmbeddedPostgres> | undefined
  /** Lets the data go to the next start. */
  release?: () => Promise<void>
  closePages?: (() => Promise<void>) | undefined
}

/** Database, sandbox and console on one machine, until Ctrl-C; then ends the process. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const report: Report = (line) => void process.stdout.write(`${line}\n`)
  const running: Running = { children: [] }
  let stopping: Promise<void> | undefined
  const end = (code: number) => {
    stopping ??= stop(running).finally(() => process.exit(code))
  }
  let firstAsked: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      firstAsked ??= Date.now()
      // Asked again after a while. The children end with our channel to them, and the next start takes the database over.
      if (Date.now() - firstAsked > 1_000) process.exit(130)
      end(0)
    })
  }
  // The launcher was killed.
  process.once('disconnect', () => end(1))
  try {
    const lost = await start(options, running, report, () => stopping !== undefined)
    await Promise.race(lost)
  } catch (error) {
    // Failures caused by our own stop are not reported.
    if (!stopping) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    end(1)
  }
}

/** Starts everything; returns what rejects when a part is lost for good. */
async function start(options: DemoOptions, running: Running, report: Report, isStopping: () => boolean) {
  const { environment, servePages, develop } = options
  const config = readConfig(environment, 'demo')
  await claimPort(config.host, config.port, 'PORT')
  await claimPort(config.host, config.sandboxPort, 'SANDBOX_PORT')
  if (config.databaseUrl) {
    await reachDatabase(config.databaseUrl)
  } else {
    if (!existsSync(join(config.dataDir, 'postgres.json'))) report('Preparing the database')
    running.postgres = startEmbeddedPostgres({ dataDir: config.dataDir })
  }
  const building = servePages(config, report)
  building.catch(() => undefined)
  const postgres = await running.postgres
  if (postgres) {
    try {
      running.release = await claimData(postgres.adminUrl, config.dataDir)
    } catch (error) {
      // It is the other one's, and goes on.
      running.postgres = undefined
      throw error
    }
  }
  const shared = sharedEnvironment(environment, config)
  const sandbox = startChild({
    name: 'sandbox',
    script: options.sandboxScript,
    env: { SANDBOX_LIVE_PER_MINUTE: '6', ...shared },
    report,
    quiet: true,
  })
  running.children.push(sandbox)
  const pages = await building
  running.closePages = pages.close
  if (isStopping()) return []
  const server = startChild({
    name: 'server',
    script: options.serverScript,
    args: ['--role', 'all', '--demo'],
    env: {
      // One line per request is for those who ask for it.
      LOG_LEVEL: 'warn',
      ...shared,
      PORT: String(pages.serverPort),
      DATABASE_URL: config.databaseUrl ?? postgres?.url,
      SECRET_KEY: config.secretKey.toString('hex'),
    },
    report,
    waitsForRestart: develop !== undefined,
  })
  running.children.push(server)
  const host = hostToCall(config.host)
  await Promise.all([
    sandbox.ready(`http://${host}:${config.sandboxPort}/readyz`),
    server.ready(`http://${host}:${pages.serverPort}/readyz`),
  ])
  postgres?.supervise(report)
  develop?.(server)
  report(`Seller Console is ready: open ${config.publicUrl} and sign in as owner@demo.test with demo1234`)
  report(`Play its buyers, couriers and channels at http://${host}:${config.sandboxPort}`)
  return [sandbox.lost, server.lost]
}

async function stop(running: Running): Promise<void> {
  await running.release?.().catch(() => undefined)
  await Promise.all([...running.children.map((child) => child.stop()), running.closePages?.()])
  // Last, so that the others can finish their work; also when it is only just starting.
  const postgres = await running.postgres?.catch(() => undefined)
  await postgres?.stop()
}

/** Environment variables of both children. */
function sharedEnvironment(environment: Environment, config: Config): Environment {
  const sandboxUrl = `http://${hostToCall(config.host)}:${config.sandboxPort}`
  const sandboxPublicUrl = environment.SANDBOX_PUBLIC_URL || publicSandboxUrl(config, sandboxUrl)
  return {
    SANDBOX_STATE: join(config.dataDir, 'sandbox.json'),
    SANDBOX_PUBLIC_URL: sandboxPublicUrl,
    ...consoleSettings(sandboxUrl, config.publicUrl, sandboxPublicUrl),
    DEMO_ACCOUNTS: demoAccounts,
    // The page opens on this machine alone.
    ...(sandboxPublicUrl === sandboxUrl && { DEMO_PAGE_URL: sandboxUrl }),
    ...withoutEmpty(environment),
    HOST: config.host,
    SANDBOX_PORT: String(config.sandboxPort),
    DATA_DIR: config.dataDir,
    PUBLIC_URL: config.publicUrl,
    SANDBOX_CONSOLE_URL: config.publicUrl,
  }
}

/** Answers the sandbox's address for browsers: on the console's own host if the console is open to other machines. */
export function publicSandboxUrl(
  { host, publicUrl, sandboxPort }: Pick<Config, 'host' | 'publicUrl' | 'sandboxPort'>,
  ownUrl: string,
): string {
  const isOpen = host !== 'localhost' && host !== '::1' && !host.startsWith('127.')
  return isOpen ? `http://${new URL(publicUrl).hostname}:${sandboxPort}` : ownUrl
}

/** An empty variable means "not set" and must not hide a default. */
function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

/** A wildcard is an address to listen on, not one to call. */
function hostToCall(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
