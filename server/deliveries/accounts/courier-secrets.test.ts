/** Keys of couriers are sealed, shown with care, and in no line of the log. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  freePort,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { forkConsole } from '../../../test/steps/forked-console.ts'
import { courierKeys } from '../../../test/steps/sandbox-courier-keys.ts'

let running: TestConsole
let admin: pg.Client
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

type Code = keyof typeof courierKeys
const connect = (code: Code, change: object = {}) =>
  seller.call(`POST /deliveries/integrate/${code}`, { ...courierKeys[code], ...change })
const change = (code: Code, body: object) => seller.call(`PUT /deliveries/integrate/${code}`, body)
const connected = async () =>
  (await seller.call('GET /deliveries/shipment-connected')).at<Record<string, unknown>[]>('data')

describe('secrets', () => {
  it('are in no reply, and sealed in the database', async () => {
    const texts = [
      await connect('jnt'),
      await connect('gdex'),
      await connect('ninjavan'),
      await connect('jnt', { private_key: `${courierKeys.jnt.private_key}x` }),
      await change('ninjavan', { client_secret: 'nv-client-secret-2' }),
      await seller.call('GET /deliveries/shipment-connected'),
      await seller.call('GET /deliveries/shipments'),
    ].map(({ body }) => JSON.stringify(body))
    const rows = await admin.query('select * from courier_accounts where owner_id = $1', [seller.ownerId])
    for (const text of [
      ...texts,
      JSON.stringify(rows.rows),
      rows.rows.map(({ sealed }) => String(sealed)).join(),
    ])
      expect(text).not.toMatch(/emulator-private-key|gdex-prime-token|nv-client-secret|"PWD"/)
    const shown = (await connected()).map(({ keys }) => keys)
    expect(shown).toMatchObject([
      { private_key: '****-key', password: '****', customer_code: 'TEST0001' },
      { api_token: '****oken' },
      { client_secret: '****cret', tracking_prefix: 'NVMYAOI' },
    ])
  })
})

describe('words about keys', () => {
  it('are whole where a secret is a part of any word', async () => {
    const short = await connect('jnt', { private_key: 'e' })
    expect(short.status).toBe(422)
    expect(JSON.stringify(short.body)).not.toContain('****')
    const fields = (await connect('gdex', { api_token: 'x', account_no: '' })).at<object>('invalid_fields')
    expect(JSON.stringify(fields)).not.toMatch(/\*\*\*\*|refusal\./)
    const named = (await connect('gdex', { api_token: 'gdex_account', account_no: '' })).at<object>(
      'invalid_fields',
    )
    expect(JSON.stringify(named)).not.toMatch(/\*\*\*\*|refusal\./)
  })
})

describe('the log', () => {
  it('has no word of a key, whether it was right, wrong or could not be tried', async () => {
    const port = await freePort()
    const environment = { PORT: String(port), LOG_LEVEL: 'trace' }
    const child = forkConsole(running, { role: 'web', environment, output: 'pipe' })
    let written = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (written += text.toString()))
    const ended = new Promise((resolve) => child.on('close', resolve))
    const url = `http://127.0.0.1:${port}`
    const post = (body: object) =>
      call(url, 'POST /deliveries/integrate/jnt', body, { authorization: `Bearer ${seller.token}` })
    const faults = (plan: object) =>
      fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(plan) })
    await until('the console', async () => (await fetch(`${url}/healthz`)).ok)
    await faults({ path: '/jnt', malformed: 1 })
    expect((await post(courierKeys.jnt)).status).toBe(504)
    await faults({})
    expect((await post({ ...courierKeys.jnt, private_key: 'wrong-private-key' })).status).toBe(422)
    expect((await post(courierKeys.jnt)).status).toBe(201)
    // Written at the end of a failure of ours, so that there is something to look through.
    await admin.query('alter table courier_hooks rename to gone')
    expect((await post(courierKeys.jnt)).status).toBe(500)
    await admin.query('alter table gone rename to courier_hooks')
    await until('the failure in the log', () => Promise.resolve(written.includes('request failed')))
    child.kill()
    await ended
    expect(written).not.toMatch(/private-key|PWD/)
  })
})
