import { consoleSettings } from '../../sandbox/kit/console-settings.ts'
import { startSandbox, type Sandbox } from '../../sandbox/server.ts'
import { createChainSeal } from '../../server/audit/audit-chain.ts'
import { findSignIn, openSession } from '../../server/auth/sessions/sessions-store.ts'
import { setPlan } from '../../server/billing/save-plan.ts'
import { readConfig } from '../../server/config/config.ts'
import { startServer } from '../../server/start-server.ts'
import { demoAccounts, demoPassword } from '../../server/demo-accounts.ts'
import { prepareDemo } from '../../server/prepare-demo.ts'
import { createLog } from '../../server/log.ts'
import { createOwner } from '../../server/settings/owners-store.ts'
import { lockCredentials, saveCredentials } from '../../server/shops/credentials-store.ts'
import { createSealer } from '../../server/secrets/seal.ts'
import { findChannelShop } from '../../server/shops/shops-store.ts'
import { ageRefusals, freePort } from '../start-test-console.ts'
import { createTestDatabase, testServerVariables } from '../test-database.ts'
import { startTestServer } from '../database-server.ts'
import { trackNow } from '../steps/track-now.ts'

export type DemoConsole = {
  url: string
  sandbox: Sandbox
  /** Brings the end of the linked shop's permission to so many days from now. */
  endSignIn(days: number): Promise<void>
  /** An account with nothing in it yet; its password is the demo's. */
  addOwner(email: string): Promise<void>
  /** The token of a session, for a browser that is signed in without the page. */
  signIn(email: string): Promise<string>
  /** Sets a plan as the operator's command does, by the email address of the account's owner. */
  givePlan(email: string, told: object): Promise<void>
  /** Couriers that push nothing are asked now. */
  lookAtParcels(): Promise<void>
  /** Minutes pass since a store first refused its keys. */
  ageRefusals(): Promise<void>
  stop(): Promise<void>
}

export type ConsoleOptions = {
  port?: number
  /** More settings of the console. */
  environment?: Record<string, string>
}

export const linkedShop = { id: 727720655, name: 'Aoi Gifts MY' }
export const otherShop = { id: 727720901, name: 'Aoi Gifts VN' }

/** The whole product in this process: a database of its own, the sandbox, the server with its worker, the demo's accounts. */
export async function startDemoConsole(options: ConsoleOptions = {}): Promise<DemoConsole> {
  const { port = await freePort(), environment: more = {} } = options
  const stops: (() => Promise<unknown>)[] = []
  try {
    if (!process.env[testServerVariables.url]) stops.unshift(await startTestServer())
    const database = await createTestDatabase()
    stops.unshift(() => database.drop())
    const url = `http://127.0.0.1:${port}`
    const sandbox = await startSandbox({
      consoleUrl: url,
      // A shop that a spec links takes in hundreds of orders otherwise, a second or two of computing.
      sampleStep: 8,
      shopee: { pushUrl: `${url}/hooks/shopee` },
      lazada: { pushUrl: `${url}/hooks/lazada` },
      tiktok: { pushUrl: `${url}/hooks/tiktok`, redirectUrl: `${url}/setting/channels` },
    })
    stops.unshift(() => sandbox.close())
    const environment = {
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      ...consoleSettings(sandbox.url, url),
      DEMO_PAGE_URL: sandbox.url,
      DEMO_ACCOUNTS: demoAccounts,
      ...more,
    }
    const config = readConfig(environment, 'test')
    const running = await startServer(
      { ...config, databaseUrl: database.url },
      'all',
      createLog(config.logLevel),
    )
    stops.unshift(() => running.stop())
    await prepareDemo(running, config, environment)
    const { db } = running
    const sealer = createSealer([config.secretKey])
    return {
      url,
      sandbox,
      async endSignIn(days) {
        const shop = await db.local((tx) => findChannelShop(tx, 2, String(linkedShop.id)))
        if (!shop) throw new Error('the shop is not linked')
        await db.asOwner(shop.ownerId, async (tx) => {
          const found = await lockCredentials(tx, sealer, shop)
          if (!found) throw new Error('the shop has no credentials')
          const refreshExpiresAt = new Date(Date.now() + days * 86_400_000)
          await saveCredentials(tx, sealer, shop, { ...found.credentials, refreshExpiresAt })
        })
      },
      async addOwner(email) {
        await createOwner(db, {
          name: 'Goh Siew Ling',
          email,
          password: demoPassword,
          companyName: 'Goh Paper',
          currency: 'SGD',
          timezone: 'Asia/Singapore',
          language: 'en',
        })
      },
      async signIn(email) {
        const person = await findSignIn(db, email)
        const client = { userAgent: undefined, address: '127.0.0.1', isRemembered: true }
        const token = person && (await openSession(db, person, client))
        if (token === undefined) throw new Error(`nobody signs in as ${email}`)
        return token
      },
      async givePlan(email, told) {
        const owner = await findSignIn(db, email)
        if (!owner) throw new Error(`nobody signs in as ${email}`)
        await setPlan(db, createChainSeal([config.secretKey]), owner.ownerId, told)
      },
      lookAtParcels: () => trackNow(database.adminUrl),
      ageRefusals: () => ageRefusals(database),
      stop: () => stopAll(stops),
    }
  } catch (error) {
    await stopAll(stops)
    throw error
  }
}

async function stopAll(stops: (() => Promise<unknown>)[]): Promise<void> {
  for (const stop of stops) await stop()
}
