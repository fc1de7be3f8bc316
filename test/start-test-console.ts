/** A whole console for a test: real database, real sandbox over HTTP, web and worker in this process, on free ports. */
import { createServer } from 'node:net'
import pg from 'pg'
import { consoleSettings } from '../sandbox/kit/console-settings.ts'
import { startSandbox, type SandboxOptions } from '../sandbox/server.ts'
import { readConfig } from '../server/config/config.ts'
import type { ConfigMode } from '../server/config/config-rules.ts'
import { startServer, type Console, type Role } from '../server/start-server.ts'
import { createLog } from '../server/log.ts'
import { createOwner, saveUser, type NewOwner, type NewUser } from '../server/settings/owners-store.ts'
import { openTestSession } from './steps/opened-session.ts'
import { createTestDatabase } from './test-database.ts'
import { expectContract } from './contract.ts'

export { testPassword } from './steps/opened-session.ts'

export type TestConsole = Awaited<ReturnType<typeof startTestConsole>>

export async function startTestConsole(
  options: {
    role?: Role
    sandbox?: SandboxOptions
    databaseUrl?: string
    environment?: Record<string, string>
    /** Production refuses what only the demo may do, such as shops in private networks. */
    mode?: ConfigMode
  } = {},
) {
  const database = options.databaseUrl ? undefined : await createTestDatabase()
  const databaseUrl = options.databaseUrl ?? database?.url ?? ''
  const sandbox = await startSandbox({ load: 'none', ...options.sandbox })
  const port = await freePort()
  const environment = {
    PORT: String(port),
    SECRET_KEY: '00'.repeat(32),
    ...consoleSettings(sandbox.url, `http://127.0.0.1:${port}`),
    LOG_LEVEL: 'silent',
    DB_POOL: '12',
    ...options.environment,
  }
  const config = { ...readConfig(environment, 'test'), mode: options.mode ?? 'test', databaseUrl }
  const running: Console = await startServer(config, options.role ?? 'all', createLog('silent'))
  const workers: Console[] = []
  const url = `http://127.0.0.1:${port}`
  for (const channel of ['shopee', 'lazada', 'tiktok'])
    await control(sandbox.url, 'push', { url: `${url}/hooks/${channel}` }, channel)

  return {
    url,
    config,
    environment,
    databaseUrl,
    adminUrl: database?.adminUrl ?? databaseUrl,
    sandbox,
    db: running.db,
    app: running.app,
    control: (path: string, body?: object, channel?: string) => control(sandbox.url, path, body, channel),
    /** One more worker, in this process: the start of a process takes 2 CPU seconds, so that is for one to be killed (`forkConsole`). */
    async startWorker(more: Record<string, string> = {}): Promise<void> {
      const own = { ...readConfig({ ...environment, ...more }, 'test'), mode: config.mode, databaseUrl }
      const worker = await startServer(own, 'worker', createLog('silent'))
      workers.push(worker)
    },
    /** All of them. */
    async stopWorkers(): Promise<void> {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    },
    /** Makes an account and signs its owner in. */
    async signUp(name: string, more: Partial<NewOwner> = {}): Promise<Account> {
      const email = `${name}@example.test`
      const ownerId = await createOwner(running.db, {
        name,
        email,
        companyName: `${name} Ltd`,
        currency: 'MYR',
        timezone: 'Asia/Kuala_Lumpur',
        language: 'en',
        ...more,
      })
      return accountOf(url, ownerId, await openTestSession(running.db, ownerId, email))
    },
    async addStaff(
      ownerId: string,
      user: Partial<NewUser> & { email: string; role: NewUser['role'] },
      shopIds: number[] = [],
    ): Promise<Account> {
      await running.db.asOwner(ownerId, (tx) =>
        saveUser(tx, ownerId, {
          name: user.email,
          language: 'en',
          scope: 'staff',
          shopIds,
          ...user,
        }),
      )
      return accountOf(url, ownerId, await openTestSession(running.db, ownerId, user.email))
    },
    async stop() {
      await this.stopWorkers()
      await running.stop()
      await sandbox.close()
      await database?.drop()
    },
  }
}

export type Account = {
  ownerId: string
  token: string
  call(name: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export type Answer = {
  status: number
  headers: Headers
  body: unknown
  /** A part of the body by its path, such as "data.0.status.code"; undefined where there is none. */
  at<T = unknown>(path: string): T
}

function accountOf(url: string, ownerId: string, token: string): Account {
  return {
    ownerId,
    token,
    call: (name, body, headers) => call(url, name, body, { authorization: `Bearer ${token}`, ...headers }),
  }
}

/** "GET /orders/filter?limit=5" under the API's prefix. Every answer is held against the contract. */
export async function call(
  url: string,
  name: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = name.split(' ')
  const reply = await fetch(`${url}/api/v2${path}`, {
    method,
    headers: {
      'x-localization': 'en',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.includes('json')
  const answer: unknown = isJson && text ? JSON.parse(text) : text
  expectContract(method, path, reply, answer)
  return {
    status: reply.status,
    headers: reply.headers,
    body: answer,
    at: <T>(path: string) => partOf(answer, path) as T,
  }
}

function partOf(value: unknown, path: string): unknown {
  return path.split('.').reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
}

/** Links a shop of the sandbox by the way that a person takes: consent page out, callback in. */
export async function linkShop(
  sandboxUrl: string,
  account: Account,
  channelShopId: number | string,
  channel = { code: 'shopee', id: 2 },
): Promise<number> {
  const opened = await account.call(`GET /shops/authorization-url?platform_id=${channel.id}`)
  const { url, state } = opened.at<{ url: string; state: string }>('data')
  // Channels whose page comes back to a fixed address have it from the app's settings.
  const redirect = new URL(url).searchParams.get('redirect_uri') ?? 'http://console.test/setting/channels'
  const request = { redirect, shop_id: channelShopId, state }
  const { location } = (await control(sandboxUrl, 'authorize', request, channel.code)) as { location: string }
  const linked = await account.call(
    'POST /shops/callback',
    Object.fromEntries(new URL(location).searchParams),
  )
  if (linked.status !== 201) throw new Error(`linking failed: ${JSON.stringify(linked.body)}`)
  return linked.at<number>('data.id')
}

/** Links a web store or a till of the sandbox with keys, as a person copies them. */
export async function linkStore(
  sandboxUrl: string,
  account: Account,
  slug: string,
  channel = { code: 'website', id: 4 },
): Promise<number> {
  const keys = await storeKeys(sandboxUrl, slug, {}, channel.code)
  const linked = await account.call('POST /shops', { platform_id: channel.id, name: slug, ...keys })
  if (linked.status !== 201) throw new Error(`linking failed: ${JSON.stringify(linked.body)}`)
  return linked.at<number>('data.id')
}

/** The same for a store of the second generation, which has one key. */
export async function linkWebStore(
  sandboxUrl: string,
  account: Account,
  slug: string,
  more: { revoke?: boolean } = {},
): Promise<number> {
  const key = (await control(sandboxUrl, 'authorize', { shop_id: slug, ...more }, 'web-store')) as object
  const linked = await account.call('POST /shops', { platform_id: 6, name: slug, ...key })
  if (linked.status !== 201) throw new Error(`linking failed: ${JSON.stringify(linked.body)}`)
  return linked.at<number>('data.id')
}

/** Lets minutes pass since a store first refused its keys: one refusal is not believed. */
export async function ageRefusals({ adminUrl }: Pick<TestConsole, 'adminUrl'>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await until('the store to refuse its keys', async () => {
    const { rowCount } = await client.query(
      `update shop_credentials set refused_at = now() - interval '6 minutes', refusals = greatest(refusals, 2)
       where refused_at is not null`,
    )
    return rowCount !== 0
  })
  await client.end()
}

/** The next refusal of a store's keys counts as the last of several minutes. */
export async function refuseKeysFinally({ adminUrl }: Pick<TestConsole, 'adminUrl'>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query("update shop_credentials set refused_at = now() - interval '6 minutes', refusals = 2")
  await client.end()
}

/** `location_id` where a till is at one of several places. */
export type StoreKeys = { platform_url: string; api_key: string; api_secret: string; location_id?: string }

export async function storeKeys(
  sandboxUrl: string,
  slug: string,
  more: { permissions?: 'read' | 'write'; revoke?: boolean } = {},
  code = 'website',
): Promise<StoreKeys> {
  return (await control(sandboxUrl, 'authorize', { shop_id: slug, ...more }, code)) as StoreKeys
}

export async function control(
  sandboxUrl: string,
  path: string,
  body?: object,
  channel = 'shopee',
): Promise<unknown> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/${channel}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`sandbox ${path}: ${reply.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}

/** Asks again until the answer is there; fails with the last one at the deadline. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  seconds = 120,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  // Ever later, as most answers are there soon and each request takes from the machine that the answer waits for.
  for (let pauseMs = 10; ; pauseMs = Math.min(300, pauseMs * 1.5)) {
    const answer = await ask().catch((error: unknown) => {
      if (Date.now() > deadline) throw error
      return undefined
    })
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Below the ports that the system gives to clients, one of which could take it before whoever asked listens there. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
