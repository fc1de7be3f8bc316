import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { startSandbox, type Sandbox } from '../../sandbox/server.ts'
import { readConfig } from '../../server/config.ts'
import { startConsole } from '../../server/console.ts'
import { prepareDemo } from '../../server/demo.ts'
import { createLog } from '../../server/log.ts'
import { createTestDatabase, testServerVariables } from '../database.ts'
import { startTestServer } from '../server.ts'

export type TestConsole = {
  url: string
  sandbox: Sandbox
  stop(): Promise<void>
}

export type ConsoleOptions = {
  /** The channel's id of the shop that is linked from the start. */
  shopId?: number
  port?: number
}

export const linkedShop = { id: 727720655, name: 'Aoi Gifts MY' }
export const otherShop = { id: 727720901, name: 'Aoi Gifts VN' }

// The sandbox's own app; its key is published and opens nothing else.
const app = { SHOPEE_PARTNER_ID: '2001887', SHOPEE_PARTNER_KEY: '6b65795f666f725f746573745f6f6e6c79' }

/** The whole product in this process: a database of its own, the sandbox, the server with its worker, the demo's accounts. */
export async function startTestConsole(options: ConsoleOptions = {}): Promise<TestConsole> {
  const { shopId = linkedShop.id, port = await freePort() } = options
  const stops: (() => Promise<unknown>)[] = []
  try {
    if (!process.env[testServerVariables.url]) stops.unshift(await startTestServer())
    const database = await createTestDatabase()
    stops.unshift(() => database.drop())
    const url = `http://127.0.0.1:${port}`
    const sandbox = await startSandbox({
      shopee: { pushUrl: `${url}/hooks/shopee` },
    })
    stops.unshift(() => sandbox.close())
    const environment = {
      ...app,
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      SHOPEE_API_BASE: sandbox.url,
      SHOPEE_AUTH_BASE: sandbox.url,
      DEMO_AUTHORIZE_URL: `${sandbox.url}/_sandbox/shopee/authorize`,
      DEMO_SHOP_ID: String(shopId),
    }
    const config = readConfig(environment, 'test')
    const running = await startConsole(
      { ...config, databaseUrl: database.url },
      'all',
      createLog(config.logLevel),
    )
    stops.unshift(() => running.stop())
    await prepareDemo(running, config, environment)
    return { url, sandbox, stop: () => stopAll(stops) }
  } catch (error) {
    await stopAll(stops)
    throw error
  }
}

async function stopAll(stops: (() => Promise<unknown>)[]): Promise<void> {
  for (const stop of stops) await stop()
}

/** Its address has to be known before the server starts: the marketplace comes back to it. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
