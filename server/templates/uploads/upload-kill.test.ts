/** A worker that is killed when the channel has the listing and the answer is lost, and eight that want it then; and one that is killed before. */
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

const store = 'hana-home'
let running: TestConsole
let seller: Account
let doomed: ChildProcess | undefined

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  await linkWebStore(running.sandbox.url, seller, store)
})
afterAll(async () => {
  await killConsole(doomed)
  await running?.stop()
})

async function askStore<T>(path: string, body?: object): Promise<T> {
  const key = await running.control('authorize', { shop_id: store }, 'web-store')
  const { api_key: name, platform_url: url } = key as { api_key: string; platform_url: string }
  const headers = {
    authorization: `Basic ${Buffer.from(`${name}:`).toString('base64')}`,
    'content-type': 'application/json',
  }
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const reply = await fetch(`${url}/admin/products${path}`, { headers, ...sent })
  return (await reply.json()) as T
}

async function listAtStore(): Promise<string[]> {
  const { products } = await askStore<{ products: { title: string }[] }>('?fields=title&limit=100')
  return products.map(({ title }) => title)
}

async function writeTemplate(name: string, code: string): Promise<number> {
  const image = `${running.sandbox.url}/nothing.png`
  const made = await seller.call('POST /product-template', {
    platform_ids: [6],
    name,
    long_description: `<p>${'Blue ink for a thousand letters. '.repeat(5)}</p>`,
    images: [{ image_id: null, image_url: image }],
    skus: [{ ...emptySku([]), seller_sku: code, price: 12, quantity: 5 }],
  })
  const step = made.at<number>('data.shops.0.id')
  await seller.call(`PUT /shop-product-template/${step}`, {
    platform_category_id: 'pcat_01K00000000000000000000001',
  })
  // Its picture is at its channel already.
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`insert into channel_images (owner_id, shop_id, source, channel_image_id, url, used_at)
      select owner_id, shop_id, ${image}, null, ${`${running.sandbox.url}/x.png`}, now()
      from shop_templates where owner_id = ${seller.ownerId} and id = ${step} on conflict do nothing`.execute(
      tx,
    ),
  )
  return made.at<number>('data.id')
}

/** The store does its part of a call, and its answer takes longer than the worker lives. */
const loseAnswers = (method: string, count: number) =>
  setFaults({ path: `/web2/${store}/admin/products`, method, timeout: 1, timeout_ms: 60_000, count })

async function setFaults(plan: object): Promise<void> {
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(plan) })
}

async function publish(id: number): Promise<void> {
  const asked = await seller.call(`POST /product-template/${id}/upload-to-platform`, {})
  expect([asked.status, asked.body]).toEqual([202, expect.anything()])
}

/** Otherwise the upload is taken up when the lease of the killed worker has ended. */
async function endLease(): Promise<void> {
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update template_uploads set check_at = now(), sent_at = now() - interval '2 minutes'
      where owner_id = ${seller.ownerId} and state = 'running'`.execute(tx),
  )
}

const untilRunning = (step: 'check') =>
  until(`the step ${step}`, async () => {
    const { rows } = await running.db.asOwner(seller.ownerId, (tx) =>
      sql`select from template_uploads where owner_id = ${seller.ownerId} and state = 'running' and step = ${step}`.execute(
        tx,
      ),
    )
    return rows.length > 0
  })

const untilEnded = (id: number) =>
  until('the upload to end', async () => {
    const now = await seller.call(`GET /product-template/${id}`)
    const code = now.at<string>('data.uploads.0.upload_status.code')
    return ['uploaded', 'failed'].includes(code) && { now, code }
  })

it('is one listing after the answer was lost', async () => {
  const name = 'A pen that writes on paper and glass'
  const id = await writeTemplate(name, 'PEN-9')
  await loseAnswers('POST', 1)
  doomed = forkConsole(running, { role: 'worker' })
  await publish(id)
  await until('the store to have the product', async () => (await listAtStore()).includes(name))
  await killConsole(doomed)
  await endLease()
  // Eight of them want it at once.
  await Promise.all(Array.from({ length: 8 }, () => running.startWorker()))
  const { now, code } = await untilEnded(id)
  expect(code).toBe('uploaded')
  expect(now.at('data.uploads.0.channel_product_id')).toEqual(expect.stringContaining('prod_'))
  expect((await listAtStore()).filter((title) => title === name)).toHaveLength(1)
})

it('takes no listing for its own that somebody made by hand, killed before it was sent', async () => {
  await running.stopWorkers()
  const id = await writeTemplate('Ink for pens that write on glass', 'INK-9')
  // Products are read by other jobs as well.
  await loseAnswers('GET', 99)
  doomed = forkConsole(running, { role: 'worker' })
  await publish(id)
  await untilRunning('check')
  await killConsole(doomed)
  await setFaults({})
  await askStore('', {
    title: 'Ink',
    status: 'published',
    options: [{ title: 'Size', values: ['One'] }],
    variants: [
      { title: 'One', sku: 'INK-9', options: { Size: 'One' }, prices: [{ amount: 9, currency_code: 'myr' }] },
    ],
  })
  await endLease()
  await running.startWorker()
  const { now, code } = await untilEnded(id)
  expect([code, now.at('data.uploads.0.error')]).toEqual(['failed', expect.stringContaining('INK-9')])
})
