/** The print agent against real printers of two kinds, and killed while it prints: nothing comes out twice unasked. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import type { Tx } from '../../db/database.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { startRawPrinter, type RawPrinter } from '../../../test/steps/raw-printer.ts'
import { addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account
let folder: string
let config: string
let printer: RawPrinter
let agent: ChildProcess | undefined
let ids: number[]
let shopId: number

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  folder = await mkdtemp(join(tmpdir(), 'print-agent-test-'))
  config = join(folder, 'agent.json')
  printer = await startRawPrinter()
  const printers = [
    { name: 'Labels', kind: 'raw', host: '127.0.0.1', port: printer.port },
    { name: 'Office', kind: 'cups', queue: 'office' },
  ]
  await writeFile(config, JSON.stringify({ printers }))
  await writeFile(
    join(folder, 'lp'),
    `#!/bin/sh\nif [ -e "${folder}/no-paper" ]; then echo "lp: out of paper" >&2; exit 1; fi\nfor last; do :; done\nhead -c 5 "$last" >> "${folder}/lp.out"\nprintf ' %s\\n' "$*" >> "${folder}/lp.out"\n`,
  )
  await writeFile(join(folder, 'lpstat'), '#!/bin/sh\necho "printer office is idle."\n')
  for (const program of ['lp', 'lpstat']) await chmod(join(folder, program), 0o755)
  shopId = await addShop(running, seller.ownerId, 'own', 4)
  const order = (code: string) => orderOf({ channelOrderId: code, status: 'ready_to_ship' })
  ids = (await putOrders(running, seller.ownerId, shopId, [order('OWN-1'), order('OWN-2')])).created
})
afterAll(async () => {
  agent?.kill('SIGKILL')
  for (const socket of printer?.held ?? []) socket.destroy()
  printer?.server.close()
  await rm(folder, { recursive: true, force: true })
  await running?.stop()
})

function startAgent(...more: string[]): ChildProcess {
  const path = `${folder}${delimiter}${process.env['PATH']}`
  const program = join(import.meta.dirname, '../../../scripts/print-agent/print-agent.ts')
  return spawn(process.execPath, [program, '--config', config, ...more], {
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

type Shown = {
  agents: {
    id: number
    is_paired: boolean
    is_online: boolean
    printers: { name: string; state: string }[]
  }[]
  jobs: {
    id: number
    state: string
    message: string | null
    agent_id: number | null
    is_auto: boolean
    is_open: boolean
    orders: number
    printer: string
  }[]
}
const show = async () => (await seller.call('GET /print-agents')).at<Shown>('data')
const jobOf = async (id: number) => (await show()).jobs.find((one) => one.id === id)
const whenJob = (id: number, state: string) =>
  until(`the job to be ${state}`, async () => {
    const job = await jobOf(id)
    return job?.state === state && job
  })

const trackedOrder = (code: string) =>
  orderOf({
    channelOrderId: code,
    status: 'ready_to_ship',
    packages: [{ channelPackageId: code, provider: 'J&T', trackingNumber: `T-${code}`, channelStatus: 'X' }],
  })

async function print(orderIds = ids): Promise<number> {
  const asked = await seller.call('POST /orders/bulk-print', { ids: orderIds, kind: 'waybill' })
  const batchId = asked.at<number>('data.id')
  await until('the file', async () => {
    const batch = await seller.call(`GET /orders/print-batches/${batchId}`)
    return batch.at('data.state') === 'done'
  })
  return batchId
}

async function send(paper?: 'label' | 'office'): Promise<number> {
  const batchId = await print()
  const sent = await seller.call('POST /print-jobs', { batch_id: batchId, ...(paper && { paper }) })
  expect([sent.status, sent.body]).toMatchObject([201, {}])
  return sent.at<number>('data.id')
}

it('is paired by a code, once, and tells of its printers', async () => {
  const made = await seller.call('POST /print-agents', { name: 'Packing desk 2' })
  const code = made.at<string>('data.code')
  agent = startAgent('--server', running.url, '--pair', code)
  const paired = await until('the agent to be paired', async () => {
    const [one] = (await show()).agents
    return one?.is_online && one.printers.length === 2 && one
  })
  expect(paired).toMatchObject({
    is_paired: true,
    printers: [
      { name: 'Labels', state: 'ready', message: null },
      { name: 'Office', state: 'ready', message: null },
    ],
  })
  const again = await fetch(`${running.url}/api/v2/print-agent/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  expect(again.status).toBe(404)
  const target = (name: string) => ({ agent_id: paired.id, printer: name })
  const set = await seller.call('PUT /print-settings', {
    rules: { label: target('Labels'), office: target('Office') },
    auto: { is_on: false, shop_ids: [], courier_ids: [] },
  })
  expect(set.status).toBe(200)
  // Printers and rules hold for every shop, so a manager of one shop may not change them.
  const manager = { email: 'scoped@seller.test', role: 'manager' } as const
  const scoped = await running.addStaff(seller.ownerId, manager, [shopId])
  const refused = await scoped.call('PUT /print-settings', {
    rules: { label: null, office: null },
    auto: { is_on: true, shop_ids: [], courier_ids: [] },
  })
  expect([refused.status, refused.at('code')]).toEqual([403, 'forbidden'])
  expect((await scoped.call('POST /print-agents', { name: 'Desk' })).status).toBe(403)
  expect((await scoped.call(`DELETE /print-agents/${paired.id}`)).status).toBe(403)
})

it('prints labels on the raw printer, sheets on the queue, and tells what the printer says', async () => {
  await whenJob(await send(), 'printed')
  expect(printer.papers.map((paper) => paper.subarray(0, 5).toString())).toEqual(['%PDF-'])
  const sheet = await send('office')
  await whenJob(sheet, 'printed')
  expect(await readFile(join(folder, 'lp.out'), 'utf8')).toMatch(
    /^%PDF- -d office -t waybill-\d+ -- \/\S+\.pdf\n$/,
  )
  await writeFile(join(folder, 'no-paper'), '')
  const failed = await send('office')
  expect(await whenJob(failed, 'failed')).toMatchObject({ message: 'lp: out of paper' })
  await rm(join(folder, 'no-paper'))
  await seller.call(`POST /print-jobs/${failed}/answer`, { is_printed: false })
  await whenJob(failed, 'printed')
})

it('prints nothing again by itself after it was killed, but when a person says so', async () => {
  printer.isStuck = true
  const before = printer.papers.length
  const id = await send()
  await until('the paper to be in the printer', () => Promise.resolve(printer.papers.length === before + 1))
  agent?.kill('SIGKILL')
  expect(await jobOf(id)).toMatchObject({ state: 'claimed' })
  for (const socket of printer.held) socket.destroy()
  printer.isStuck = false
  agent = startAgent()
  await whenJob(id, 'unsure')
  // A later job comes out, this one does not.
  await whenJob(await send(), 'printed')
  expect(printer.papers).toHaveLength(before + 2)
  expect(await jobOf(id)).toMatchObject({ state: 'unsure' })
  await seller.call(`POST /print-jobs/${id}/answer`, { is_printed: false })
  await whenJob(id, 'printed')
  expect(printer.papers).toHaveLength(before + 3)
})

it('asks whether a paper came out that the printer had when its line broke', async () => {
  printer.isStuck = true
  const before = printer.papers.length
  const id = await send()
  await until('the paper to be in the printer', () => Promise.resolve(printer.papers.length === before + 1))
  for (const socket of printer.held) socket.resetAndDestroy()
  expect(await whenJob(id, 'unsure')).toMatchObject({ is_open: true, message: 'read ECONNRESET' })
  printer.isStuck = false
  await seller.call(`POST /print-jobs/${id}/answer`, { is_printed: true })
  expect(printer.papers).toHaveLength(before + 1)
})

it('prints new labels by itself where the account wants it, each once', async () => {
  const { settings } = (await seller.call('GET /print-agents')).at<{ settings: Record<string, object> }>(
    'data',
  )
  const orders = ['AUTO-1', 'AUTO-2'].map(trackedOrder)
  const { created } = await putOrders(running, seller.ownerId, shopId, orders)
  const courier = 3
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update orders set courier = ${courier} where owner_id = ${seller.ownerId} and id = ${created[0]}`.execute(
      tx,
    ),
  )
  // The printer follows from the size of the pages, as by hand.
  const template = (await seller.call('GET /settings/print-template')).at<object>('data')
  await seller.call('PUT /settings/update-print-template', { ...template, paper_size: 'A4' })
  await writeFile(join(folder, 'no-paper'), '')
  const auto = { is_on: true, shop_ids: [shopId], courier_ids: [courier] }
  await seller.call('PUT /print-settings', { ...settings, auto })
  const job = await until('the printer to be out of paper', async () => {
    const found = (await show()).jobs.find((one) => one.is_auto)
    return found?.state === 'failed' && found
  })
  expect(job).toMatchObject({ orders: 1, printer: 'Office', is_open: true })
  const isPrinted = async (id?: number) =>
    (await seller.call(`GET /orders/filter?ids=${id}`)).at('data.0.is_printed')
  expect(await Promise.all(created.map(isPrinted))).toEqual([0, 0])
  await rm(join(folder, 'no-paper'))
  await seller.call(`POST /print-jobs/${job.id}/answer`, { is_printed: false })
  expect(await whenJob(job.id, 'printed')).toMatchObject({ is_open: false })
  expect(await Promise.all(created.map(isPrinted))).toEqual([1, 0])
  await seller.call('PUT /print-settings', { ...settings, auto: { ...auto, is_on: false } })
  expect((await show()).jobs.filter((one) => one.is_auto)).toHaveLength(1)
})

/** A program of the test's own, and the rules that print labels with it. */
async function pairAgent() {
  const made = await seller.call('POST /print-agents', { name: 'Desk' })
  const paired = await ask('pair', '', { code: made.at<string>('data.code') })
  const { token } = await read<{ token: string }>(paired)
  const offered = async () =>
    (await read<{ id: number }[]>(await ask('poll', token, { printers: [] }))).map(({ id }) => id)
  const label = { agent_id: made.at<number>('data.id'), printer: 'Desk' }
  return { token, rules: { label, office: null }, offered }
}

const autoJob = ({ offered }: Awaited<ReturnType<typeof pairAgent>>, count: number) =>
  until(`a job of ${count} orders to be offered`, async () => {
    const ids = await offered()
    return (await show()).jobs.find((one) => ids.includes(one.id) && one.orders === count)
  })

const read = async <T>(reply: Response) => ((await reply.json()) as { data: T }).data
const ask = (path: string, token: string, body?: object) =>
  fetch(`${running.url}/api/v2/print-agent/${path}`, {
    method: path.endsWith('/file') ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

it('is offered a job until it has its file, and a person is asked about one that nobody tells of', async () => {
  const paired = await pairAgent()
  const { token, rules, offered } = paired
  const auto = { is_on: false, shop_ids: [], courier_ids: [] }
  await seller.call('PUT /print-settings', { rules, auto })
  const id = await send('label')
  // Its answer is lost on the way.
  await ask(`jobs/${id}/claim`, token)
  expect(await offered()).toEqual([id])
  const files = [await ask(`jobs/${id}/file`, token), await ask(`jobs/${id}/file`, token)]
  expect([files.map(({ status }) => status), await offered()]).toEqual([[200, 404], []])
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update print_jobs set changed_at = now() - interval '6 minutes' where owner_id = ${seller.ownerId} and id = ${id}`.execute(
      tx,
    ),
  )
  expect([await jobOf(id), await offered()]).toMatchObject([{ state: 'unsure' }, []])
  await seller.call(`POST /print-jobs/${id}/answer`, { is_printed: false })
  expect(await offered()).toEqual([id])
  await seller.call(`POST /print-jobs/${id}/answer`, { is_printed: true })

  // One of the labels that wait for the printer is printed by hand.
  const orders = ['LATE-1', 'LATE-2'].map(trackedOrder)
  const { created } = await putOrders(running, seller.ownerId, shopId, orders)
  await seller.call('PUT /print-settings', { rules, auto: { ...auto, is_on: true } })
  await autoJob(paired, 3)
  await print([created[0] ?? 0])
  await autoJob(paired, 2)
  await seller.call(`DELETE /print-agents/${rules.label.agent_id}`)
})

it('leaves to the next printer what it has not printed when it is revoked', async () => {
  const auto = { is_on: true, shop_ids: [shopId], courier_ids: [] }
  const first = await pairAgent()
  await seller.call('PUT /print-settings', { rules: first.rules, auto })
  await autoJob(first, 2)
  const { created } = await putOrders(running, seller.ownerId, shopId, [trackedOrder('LATE-3')])
  const pages = (tx: Tx) =>
    sql`select id from print_batches where owner_id = ${seller.ownerId} and state <> 'done'`.execute(tx)
  const pending = async () => (await running.db.asOwner(seller.ownerId, pages)).rows.length
  await running.db.asOwner(seller.ownerId, async (tx) => {
    // Its file cannot be finished meanwhile.
    await sql`select id from orders where owner_id = ${seller.ownerId} and id = ${created[0]} for no key update`.execute(
      tx,
    )
    await first.offered()
    await until('the file to be made', async () => (await pending()) === 1)
    expect((await seller.call(`DELETE /print-agents/${first.rules.label.agent_id}`)).status).toBe(204)
  })
  await until('its end', async () => (await pending()) === 0)
  expect((await seller.call(`GET /orders/filter?ids=${created[0]}`)).at('data.0.is_printed')).toBe(0)
  const second = await pairAgent()
  await seller.call('PUT /print-settings', { rules: second.rules, auto })
  await autoJob(second, 3)
  await seller.call(`DELETE /print-agents/${second.rules.label.agent_id}`)
})

it('leaves the question whether its papers came out, also when it is revoked', async () => {
  const auto = { is_on: true, shop_ids: [shopId], courier_ids: [] }
  const first = await pairAgent()
  const { created } = await putOrders(running, seller.ownerId, shopId, [trackedOrder('DOUBT-1')])
  await seller.call('PUT /print-settings', { rules: first.rules, auto })
  const id = await until('the label to be offered', async () => {
    const [offered] = await first.offered()
    return offered
  })
  await ask(`jobs/${id}/claim`, first.token)
  await ask(`jobs/${id}/file`, first.token)
  await seller.call(`DELETE /print-agents/${first.rules.label.agent_id}`)
  expect(await jobOf(id)).toMatchObject({ state: 'unsure', is_open: true, agent_id: null })
  const answer = () => seller.call(`POST /print-jobs/${id}/answer`, { is_printed: false })
  expect((await answer()).at('code')).toBe('no_printer')
  const second = await pairAgent()
  await seller.call('PUT /print-settings', { rules: second.rules, auto: { ...auto, is_on: false } })
  expect((await answer()).at('data')).toMatchObject({ state: 'waiting' })
  expect(await second.offered()).toEqual([id])
  await seller.call(`POST /print-jobs/${id}/answer`, { is_printed: true })
  expect(created).toHaveLength(1)
  await seller.call(`DELETE /print-agents/${second.rules.label.agent_id}`)
})

it('waits with the labels of a shop that is locked out until it is linked again', async () => {
  const locked = await addShop(running, seller.ownerId, 'locked', 4)
  const auto = { is_on: true, shop_ids: [locked], courier_ids: [] }
  const paired = await pairAgent()
  await seller.call('PUT /print-settings', { rules: paired.rules, auto })
  const link = (status: number) =>
    running.db.asOwner(seller.ownerId, (tx) =>
      sql`update shops set status = ${status} where owner_id = ${seller.ownerId} and id = ${locked}`.execute(
        tx,
      ),
    )
  const taken = async () => {
    await paired.offered()
    const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
      sql`select a.order_id from print_auto_orders a join orders o on o.owner_id = ${seller.ownerId} and o.id = a.order_id
        where a.owner_id = ${seller.ownerId} and o.shop_id = ${locked}`.execute(tx),
    )
    return rows.length
  }
  await link(0)
  await putOrders(running, seller.ownerId, locked, [trackedOrder('LOCKED-1')])
  expect(await taken()).toBe(0)
  await link(1)
  expect(await taken()).toBe(1)
  await seller.call(`DELETE /print-agents/${paired.rules.label.agent_id}`)
})

it('is forgotten when its code ran out unused', async () => {
  const late = await running.signUp('late')
  const add = async () => (await late.call('POST /print-agents', { name: 'Desk' })).at<number>('data.id')
  const first = await add()
  const stored = (tx: Tx) =>
    sql<{
      id: number
    }>`update print_agents set code_until = now() where owner_id = ${late.ownerId} returning id`.execute(tx)
  const ids = async () => (await running.db.asOwner(late.ownerId, stored)).rows.map(({ id }) => id)
  expect(await ids()).toEqual([first])
  const second = await add()
  expect(await ids()).toEqual([second])
})

it('is not chosen for printing while it is being revoked', async () => {
  const brief = (await seller.call('POST /print-agents', { name: 'Short-lived desk' })).at<number>('data.id')
  const row = await lockRow(running.adminUrl, 'select from print_agents where id = $1 for update', [brief])
  const revoked = seller.call(`DELETE /print-agents/${brief}`)
  await row.waiting(1)
  const set = seller.call('PUT /print-settings', {
    rules: { label: { agent_id: brief, printer: 'Labels' }, office: null },
    auto: { is_on: false, shop_ids: [], courier_ids: [] },
  })
  await row.waiting(2)
  await row.release()
  expect([(await revoked).status, (await set).status]).toEqual([204, 404])
})

it('is shut out once it is revoked, and strangers see nothing of it', async () => {
  const [one] = (await show()).agents
  const stranger = await running.signUp('stranger')
  expect((await stranger.call('GET /print-agents')).at('data')).toMatchObject({ agents: [], jobs: [] })
  expect((await stranger.call(`DELETE /print-agents/${one?.id}`)).status).toBe(404)
  const ended = new Promise((resolve) => agent?.once('exit', resolve))
  expect((await seller.call(`DELETE /print-agents/${one?.id}`)).status).toBe(204)
  expect(await ended).toBe(1)
  const { settings } = (await seller.call('GET /print-agents')).at<{
    settings: { rules: object; auto: object }
  }>('data')
  expect(settings.rules).toEqual({ label: null, office: null })
  const job = await seller.call('POST /print-jobs', { batch_id: await print(), paper: 'label' })
  expect([job.status, job.at('code')]).toEqual([409, 'no_printer'])
  const { token } = JSON.parse(await readFile(config, 'utf8')) as { token: string }
  const poll = await fetch(`${running.url}/api/v2/print-agent/poll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ printers: [] }),
  })
  expect(poll.status).toBe(401)
})
