/** Many templates published as one action: with a result for each, once each though a worker is killed, and canceled in time. */
import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptySku } from '../../../model/product-template.ts'
import {
  linkWebStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { forkConsole, killConsole } from '../../../test/steps/forked-console.ts'
import { lockRow } from '../../../test/steps/row-lock.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'
import { uploadPhoto } from '../../../test/steps/template-photo.ts'

let running: TestConsole
let seller: Account
let photo: { image_id: string | null; image_url: string }
let doomed: ChildProcess | undefined

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  await linkWebStore(running.sandbox.url, seller, 'hana-home')
  photo = await uploadPhoto(running, seller, '#336699')
})
afterAll(async () => {
  await killConsole(doomed)
  await running?.stop()
})

type Bulk = {
  id: number
  state: string
  templates: number
  waiting: number
  published: number
  left_out: number
  canceled: number
  uploads: { open: number; uploaded: number; failed: number; canceled: number }
  results: {
    template_id: number
    name: string
    state: string
    outcome: string
    reason: string | null
    problems: { path: string; message: string; variant: string | null }[]
    uploads: { shop_name: string; upload_status: { code: string } }[]
  }[]
}

/** Without a description it breaks a rule. */
async function writeTemplate(code: string, isWhole = true): Promise<number> {
  const made = await seller.call('POST /product-template', {
    platform_ids: [6],
    name: `Furoshiki cloth for wrapping gifts ${code}`,
    long_description: isWhole ? `<p>${'Soft and strong cotton for gifts. '.repeat(4)}</p>` : '',
    images: [photo],
    skus: [{ ...emptySku([]), seller_sku: code, price: 19.9, quantity: 5 }],
  })
  expect([made.status, made.body]).toEqual([201, expect.anything()])
  await seller.call(`PUT /shop-product-template/${made.at<number>('data.shops.0.id')}`, {
    platform_category_id: 'pcat_01K00000000000000000000001',
  })
  return made.at<number>('data.id')
}

const request = (ids: number[], more: object = {}) =>
  seller.call('POST /product-template/bulk-upload', { template_ids: ids, ...more })
const readPage = (id: number, query = '') => seller.call(`GET /product-template/bulk-uploads/${id}${query}`)
const read = async (id: number) => (await readPage(id)).at<Bulk>('data')
const untilBulk = (id: number, what: string, fits: (bulk: Bulk) => boolean) =>
  until(what, async () => {
    const now = await read(id)
    return fits(now) ? now : undefined
  })

/** Otherwise an upload is taken up when the lease of the killed worker has ended. */
async function endLease(): Promise<void> {
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update template_uploads set check_at = now(), sent_at = now() - interval '2 minutes'
      where owner_id = ${seller.ownerId} and state = 'running'`.execute(tx),
  )
}

it('publishes each template once though a worker is killed in the middle, and tells why others are left out', async () => {
  const whole: number[] = []
  for (let at = 0; at < 8; at++) whole.push(await writeTemplate(`BULK-${at}`))
  const bad = await writeTemplate('BULK-BAD', false)
  const ids = [...whole.slice(0, 4), bad, 999_999_999, ...whole.slice(4)]
  // The job waits at the sixth template that it publishes.
  const held = await lockRow(running.adminUrl, 'select from product_templates where id = $1 for update', [
    whole[5],
  ])
  const asked = await request(ids)
  expect([asked.status, asked.at('data')]).toMatchObject([202, { state: 'open', templates: 10, waiting: 10 }])
  const id = asked.at<number>('data.id')
  doomed = forkConsole(running, { role: 'worker' })
  await untilBulk(id, 'the middle', ({ waiting }) => waiting === 3)
  await held.waiting(1)
  await killConsole(doomed)
  await held.release()
  await endLease()
  await Promise.all(Array.from({ length: 4 }, () => running.startWorker()))
  const done = await untilBulk(id, 'the end', ({ state, uploads }) => state === 'done' && uploads.open === 0)
  expect(done).toMatchObject({ published: 8, left_out: 2, uploads: { uploaded: 8, failed: 0 } })
  expect(done.results.map(({ template_id: one }) => one)).toEqual([bad, 999_999_999, ...whole])
  const byId = new Map(done.results.map((one) => [one.template_id, one]))
  expect(byId.get(bad)).toMatchObject({ state: 'left_out', reason: null, uploads: [] })
  expect(byId.get(bad)?.problems.map(({ path }) => path)).toContain('long_description')
  expect(byId.get(999_999_999)).toMatchObject({ state: 'left_out', reason: 'This template was deleted.' })
  const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
    sql<{
      id: number
      uploads: number
    }>`select template_id as id, count(*)::int as uploads from template_uploads
      where owner_id = ${seller.ownerId} group by 1`.execute(tx),
  )
  expect(rows.toSorted((a, b) => a.id - b.id)).toEqual(whole.map((one) => ({ id: one, uploads: 1 })))
  const listed = await seller.call('GET /product-template/bulk-uploads')
  expect(listed.at('data')).toMatchObject([{ id, state: 'done', published: 8, left_out: 2 }])

  const again = await request(whole.slice(0, 1), { shop_ids: [] })
  const none = await untilBulk(again.at<number>('data.id'), 'nothing', ({ state }) => state === 'done')
  expect(none.results).toMatchObject([{ state: 'left_out', reason: expect.any(String) as unknown }])
})

it('runs one after another, and cancels what has not begun', async () => {
  await running.stopWorkers()
  const ids = [await writeTemplate('STOP-1'), await writeTemplate('STOP-2'), await writeTemplate('STOP-3')]
  const held = await lockRow(running.adminUrl, 'select from product_templates where id = $1 for update', [
    ids[1],
  ])
  const first = (await request(ids)).at<number>('data.id')
  const second = (await request([ids[2] ?? 0])).at<number>('data.id')
  for (let count = 0; count < 3; count++) expect((await request(ids)).status).toBe(202)
  const tooMany = await request(ids)
  expect([tooMany.status, tooMany.at('invalid_fields')]).toMatchObject([
    422,
    { template_ids: expect.stringContaining('Five') as unknown },
  ])
  const other = await seller.call(`POST /product-template/bulk-uploads/${second}/cancel`)
  expect([other.status, other.at('data')]).toMatchObject([200, { state: 'canceled', canceled: 1 }])
  await running.startWorker()
  await untilBulk(first, 'the first template', ({ waiting }) => waiting === 2)
  await held.waiting(1)
  // The third template is canceled before the second is let go.
  const canceling = seller.call(`POST /product-template/bulk-uploads/${first}/cancel`)
  await untilBulk(first, 'the third to be canceled', ({ canceled }) => canceled === 1)
  await held.release()
  expect((await canceling).status).toBe(200)
  const ended = await untilBulk(
    first,
    'the end',
    ({ state, uploads }) => state !== 'open' && uploads.open === 0,
  )
  expect(ended).toMatchObject({ state: 'canceled', published: 2, canceled: 1 })
  expect((await read(second)).results).toMatchObject([{ state: 'canceled', uploads: [] }])
  await until('the queue to end', async () => {
    const all = (await seller.call('GET /product-template/bulk-uploads')).at<Bulk[]>('data')
    return all.every(({ state }) => state !== 'open')
  })
})

it('leaves a template out that cannot be read, and publishes the others', async () => {
  const [good, broken, last] = [
    await writeTemplate('READ-1'),
    await writeTemplate('READ-2'),
    await writeTemplate('READ-3'),
  ]
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update product_templates set content = '{"name": "Broken"}' where owner_id = ${seller.ownerId} and id = ${broken}`.execute(
      tx,
    ),
  )
  await running.startWorker()
  const id = (await request([good, broken, last])).at<number>('data.id')
  const done = await untilBulk(id, 'the end', ({ state, uploads }) => state === 'done' && uploads.open === 0)
  expect(done).toMatchObject({ published: 2, left_out: 1, uploads: { uploaded: 2 } })
  expect(done.results[0]).toMatchObject({
    name: 'Broken',
    state: 'left_out',
    reason: expect.stringContaining('could not be read') as string,
  })
})

it('tells what is wrong in the order of the form, and of which variant', async () => {
  await seller.call('PUT /settings/forbidden-words', {
    words: [{ word: 'miracle', platform_ids: [] }],
    updated_at: null,
  })
  const id = await writeTemplate('WRONG-1', false)
  const sku = { ...emptySku(['Red', 'S']), seller_sku: 'WRONG-RED', price: 0, quantity: 5 }
  const changed = await seller.call(`PUT /product-template/${id}`, {
    name: 'A miracle of a cloth for wrapping gifts',
    images: [],
    variant_names: ['Colour', 'Size'],
    skus: [
      { ...sku, variants: ['Blue', 'S'], seller_sku: 'WRONG-BLUE', price: 19 },
      sku,
      { ...sku, variants: [], seller_sku: 'WRONG-NONE', price: null },
    ],
  })
  expect([changed.status, changed.body]).toEqual([200, expect.anything()])
  await running.startWorker()
  const asked = (await request([id])).at<number>('data.id')
  const done = await untilBulk(asked, 'the end', ({ state }) => state === 'done')
  expect(done.results[0]?.problems.map(({ path, variant }) => [path, variant])).toEqual([
    ['name', null],
    ['images', null],
    ['long_description', null],
    ['skus.1.price', 'Red · S'],
    ['skus.2.variants.0', 'WRONG-NONE'],
  ])
  await seller.call(`PUT /product-template/${id}`, {
    name: 'A fine cloth for wrapping gifts',
    images: [photo],
    long_description: `<p>${'Soft and strong cotton for gifts. '.repeat(4)}</p>`,
  })
  const again = (await request([id])).at<number>('data.id')
  const { results } = await untilBulk(again, 'the end', ({ state }) => state === 'done')
  expect(results[0]?.problems.map(({ path, variant }) => [path, variant])).toEqual([
    ['skus.1.price', 'Red · S'],
    ['skus.2.variants.0', 'WRONG-NONE'],
    ['skus.2.variants.1', 'WRONG-NONE'],
    ['skus.2.price', 'WRONG-NONE'],
  ])
})

it('answers a page of the results, what failed first, with how many there are of each outcome', async () => {
  // Another listing of the shop has this code by now.
  const refused = await writeTemplate('BULK-0')
  const whole = await writeTemplate('PAGE-WHOLE')
  const unknown = Array.from({ length: 98 }, (_, at) => 800_000_000 + at)
  await running.startWorker()
  const id = (await request([whole, ...unknown, refused])).at<number>('data.id')
  await untilBulk(id, 'the end', ({ state, uploads }) => state === 'done' && uploads.open === 0)
  const first = await readPage(id)
  expect(first.at('data')).toMatchObject({ templates: 100, left_out: 98, published: 2 })
  expect(first.at<unknown[]>('data.results')).toHaveLength(20)
  expect(first.at('data.results.0')).toMatchObject({ template_id: refused, outcome: 'failed' })
  expect(first.at('meta.outcome_counts')).toEqual({
    failed: 1,
    left_out: 98,
    open: 0,
    canceled: 0,
    uploaded: 1,
  })
  expect(JSON.stringify(first.body).length).toBeLessThan(20_000)

  const seen: number[] = []
  for (let after: string | null = ''; after !== null;) {
    const page = await readPage(id, `?limit=40${after && `&after=${after}`}`)
    seen.push(...page.at<Bulk['results']>('data.results').map(({ template_id: one }) => one))
    after = page.at<string | null>('meta.next_after')
  }
  expect(seen).toEqual([refused, ...unknown, whole])
  const failed = await readPage(id, '?outcome=failed,uploaded')
  expect(failed.at<Bulk['results']>('data.results').map(({ outcome }) => outcome)).toEqual([
    'failed',
    'uploaded',
  ])
  expect(failed.at('meta')).toMatchObject({ next_after: null, outcome_counts: { left_out: 98 } })
  for (const wrong of ['?outcome=odd', '?after=odd', '?after=9~1', '?limit=101'])
    expect([wrong, (await readPage(id, wrong)).status]).toEqual([wrong, 422])
})

it("is its user's alone", async () => {
  const { ownerId } = seller
  const member = await running.addStaff(ownerId, { email: 'member@example.test', role: 'admin' })
  expect((await member.call('GET /product-template/bulk-uploads')).at('data')).toEqual([])
  const [{ id } = { id: 0 }] = (await seller.call('GET /product-template/bulk-uploads')).at<Bulk[]>('data')
  expect((await member.call(`GET /product-template/bulk-uploads/${id}`)).status).toBe(404)
  expect((await member.call(`POST /product-template/bulk-uploads/${id}/cancel`)).status).toBe(404)
})

it('is shown and canceled by its user only while all shops are his that it was for', async () => {
  await running.stopWorkers()
  const { ownerId } = seller
  const member = await running.addStaff(ownerId, { email: 'moved@example.test', role: 'admin' })
  const memberId = (await member.call('GET /users/me')).at<number>('data.id')
  const shopId = (await seller.call('GET /shops')).at<number>('data.0.id')
  const other = await addShop(running, ownerId, 'Other')
  const may = async (...shopIds: number[]) =>
    expect((await seller.call(`PUT /users/${memberId}`, { shop_ids: shopIds })).status).toBe(200)
  const requested = async () =>
    (await member.call('POST /product-template/bulk-upload', { template_ids: [1] })).at<number>('data.id')
  const ofAll = await requested()
  await may(shopId)
  const ofOne = await requested()
  const answers = async (id: number) => [
    (await member.call('GET /product-template/bulk-uploads')).at<Bulk[]>('data').some((one) => one.id === id),
    (await member.call(`GET /product-template/bulk-uploads/${id}`)).status,
    (await member.call(`POST /product-template/bulk-uploads/${id}/cancel`)).status,
  ]
  expect([await answers(ofAll), await answers(ofOne)]).toEqual([
    [false, 404, 404],
    [true, 200, 200],
  ])
  await may(other)
  expect(await answers(ofOne)).toEqual([false, 404, 404])
  await may()
  expect(await answers(ofAll)).toEqual([true, 200, 200])
})

it('names no template that its user may not see', async () => {
  const { ownerId } = seller
  const id = await writeTemplate('HIDDEN')
  const other = await addShop(running, ownerId, 'Elsewhere')
  const member = await running.addStaff(ownerId, { email: 'curious@example.test', role: 'admin' }, [other])
  const asked = await member.call('POST /product-template/bulk-upload', { template_ids: [id] })
  const result = `GET /product-template/bulk-uploads/${asked.at<number>('data.id')}`
  const waiting = await member.call(result)
  expect(waiting.at('data.results')).toMatchObject([{ template_id: id, name: '', state: 'waiting' }])
  await running.startWorker()
  await until('the end', async () => (await member.call(result)).at('data.state') === 'done')
  expect((await member.call(result)).at('data.results')).toMatchObject([
    { template_id: id, name: '', is_draft: true, state: 'left_out' },
  ])
})

it('publishes to no shop that its user may not see by then', async () => {
  await running.stopWorkers()
  const { ownerId } = seller
  const id = await writeTemplate('TAKEN-AWAY')
  const other = await addShop(running, ownerId, 'Another')
  const member = await running.addStaff(ownerId, { email: 'taken@example.test', role: 'admin' })
  const memberId = (await member.call('GET /users/me')).at<number>('data.id')
  const asked = await member.call('POST /product-template/bulk-upload', { template_ids: [id] })
  const result = `GET /product-template/bulk-uploads/${asked.at<number>('data.id')}`
  const may = (shopIds: number[]) => seller.call(`PUT /users/${memberId}`, { shop_ids: shopIds })
  await may([other])
  await running.startWorker()
  await until('the end', async () => {
    const { rows } = await running.db.asOwner(ownerId, (tx) =>
      sql`select from bulk_publishes where owner_id = ${ownerId} and user_id = ${memberId} and state = 'done'`.execute(
        tx,
      ),
    )
    return rows.length > 0
  })
  await may([])
  expect((await member.call(result)).at('data.results')).toMatchObject([
    { template_id: id, state: 'left_out', uploads: [] },
  ])
})
