/** The print agent as a packer gets it: packed, taken by npx from the console's address without a registry, and printing. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webRoutes } from '../../server/http/web-routes.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { startRawPrinter, type RawPrinter } from '../../test/steps/raw-printer.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { packPrintAgent, printAgentVersion } from './pack-print-agent.ts'

type Shown = { agents: { id: number; is_online: boolean }[]; jobs: { id: number; state: string }[] }

let running: TestConsole
let seller: Account
let folder: string
let pages: FastifyInstance
let printer: RawPrinter
let agent: ChildProcess | undefined
let orderIds: number[]

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  folder = await mkdtemp(join(tmpdir(), 'npx-print-agent-'))
  printer = await startRawPrinter()
  await writeFile(join(folder, 'index.html'), '')
  await packPrintAgent(folder)
  pages = fastify()
  await webRoutes(pages, folder)
  await pages.listen({ host: '127.0.0.1', port: 0 })
  const shopId = await addShop(running, seller.ownerId, 'own', 4)
  const order = orderOf({ channelOrderId: 'OWN-1', status: 'ready_to_ship' })
  orderIds = (await putOrders(running, seller.ownerId, shopId, [order])).created
})
afterAll(async () => {
  await stopAgent()
  printer?.server.close()
  await pages?.close()
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the line in an empty folder of its own, with a cache that knows nothing and a registry that nobody answers for. */
function startAgent(...more: string[]): ChildProcess {
  const { port } = pages.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/print-agent.tgz#${printAgentVersion()}`
  const unreachable = { npm_config_cache: join(folder, 'cache'), npm_config_registry: 'http://127.0.0.1:9/' }
  return spawn('npx', ['--yes', address, ...more], {
    cwd: folder,
    env: { ...process.env, ...unreachable },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
}

/** Ends npx with the program that it started. */
async function stopAgent(): Promise<void> {
  if (!agent?.pid || agent.exitCode !== null) return
  const ended = new Promise((resolve) => agent?.once('exit', resolve))
  process.kill(-agent.pid, 'SIGTERM')
  await ended
}

const show = async () => (await seller.call('GET /print-agents')).at<Shown>('data')

async function printLabel(): Promise<void> {
  const asked = await seller.call('POST /orders/bulk-print', { ids: orderIds, kind: 'waybill' })
  const batchId = asked.at<number>('data.id')
  await until('the file', async () => {
    const batch = await seller.call(`GET /orders/print-batches/${batchId}`)
    return batch.at('data.state') === 'done'
  })
  const sent = await seller.call('POST /print-jobs', { batch_id: batchId })
  await until('the label to be printed', async () => {
    const job = (await show()).jobs.find(({ id }) => id === sent.at('data.id'))
    return job?.state === 'printed'
  })
}

it('is started by one line from the console, without a registry, and again by the same line', async () => {
  const made = await seller.call('POST /print-agents', { name: 'Packing desk' })
  const line = ['--server', running.url, '--pair', made.at<string>('data.code')]
  agent = startAgent(...line, '--raw', `Labels=127.0.0.1:${printer.port}`)
  const { id } = await until('the agent', async () => {
    const [one] = (await show()).agents
    return one?.is_online && one
  })
  const label = { agent_id: id, printer: 'Labels' }
  const auto = { is_on: false, shop_ids: [], courier_ids: [] }
  expect((await seller.call('PUT /print-settings', { rules: { label, office: null }, auto })).status).toBe(
    200,
  )
  await printLabel()
  await stopAgent()

  // The code is used, the printers are in the file.
  agent = startAgent(...line)
  await printLabel()
  expect(printer.papers.map((paper) => paper.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-'])
  expect(JSON.parse(await readFile(join(folder, 'print-agent.json'), 'utf8'))).toMatchObject({
    server: running.url,
    printers: [{ name: 'Labels', kind: 'raw', host: '127.0.0.1', port: printer.port }],
  })
})

it('says what is wrong with the line, and ends', async () => {
  await stopAgent()
  await rm(join(folder, 'print-agent.json'))
  agent = startAgent('--server', running.url, '--pair', 'used')
  const said: string[] = []
  agent.stderr?.on('data', (part) => said.push(String(part)))
  const ended = new Promise((resolve) => agent?.once('close', resolve))
  expect([await ended, said.join('')]).toEqual([1, expect.stringContaining('Pair a computer again.')])
})
