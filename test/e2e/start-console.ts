import { consoleSettings } from '../../sandbox/console-settings.ts'
import { startSandbox, type Sandbox } from '../../sandbox/server.ts'
import { readConfig } from '../../server/config.ts'
import { startConsole } from '../../server/console.ts'
import { prepareDemo } from '../../server/demo.ts'
import { createLog } from '../../server/log.ts'
import { freePort } from '../console.ts'
import { createTestDatabase, testServerVariables } from '../database.ts'
import { startTestServer } from '../server.ts'

export type DemoConsole = {
  url: string
  sandbox: Sandbox
  stop(): Promise<void>
}

export type ConsoleOptions = {
  port?: number
}

export const linkedShop = { id: 727720655, name: 'Aoi Gifts MY' }
export const otherShop = { id: 727720901, name: 'Aoi Gifts VN' }

/** The whole product in this process: a database of its own, the sandbox, the server with its worker, the demo's accounts. */
export async function startDemoConsole(options: ConsoleOptions = {}): Promise<DemoConsole> {
  const { port = await freePort() } = options
  const stops: (() => Promise<unknown>)[] = []
  try {
    if (!process.env[testServerVariables.url]) stops.unshift(await startTestServer())
    const database = await createTestDatabase()
    stops.unshift(() => database.drop())
    const url = `http://127.0.0.1:${port}`
    const sandbox = await startSandbox({
      shopee: { pushUrl: `${url}/hooks/shopee` },
      tiktok: { pushUrl: `${url}/hooks/tiktok`, redirectUrl: `${url}/setting/channels` },
    })
    stops.unshift(() => sandbox.close())
    const environment = {
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      ...consoleSettings(sandbox.url, url),
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
