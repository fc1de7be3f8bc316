/** A worker that is killed when the channel has the listing and nobody has the answer: another one finds it, and makes no second. */
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
import { forkConsole } from '../../../test/steps/forked-console.ts'

const store = 'hana-home'
let running: TestConsole
let seller: Account
const workers: ChildProcess[] = []

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await running?.stop()
})

function startWorker(): ChildProcess {
  const worker = forkConsole(running, { role: 'worker' })
  workers.push(worker)
  return worker
}

async function listAtStore(): Promise<string[]> {
  const key = await running.control('authorize', { shop_id: store }, 'web-store')
  const { api_key: name, platform_url: url } = key as { api_key: string; platform_url: string }
  const headers = { authorization: `Basic ${Buffer.from(`${name}:`).toString('base64')}` }
  const reply = await fetch(`${url}/admin/products?fields=title&limit=100`, { headers })
  const { products } = (await reply.json()) as { products: { title: string }[] }
  return products.map(({ title }) => title)
}

it('is one listing', async () => {
  await linkWebStore(running.sandbox.url, seller, store)
  const name = 'A pen that writes on paper and glass'
  const made = await seller.call('POST /product-template', {
    platform_ids: [6],
    name,
    long_description: `<p>${'Blue ink for a thousand letters. '.repeat(5)}</p>`,
    images: [{ image_id: null, image_url: `${running.sandbox.url}/nothing.png` }],
    skus: [{ ...emptySku([]), seller_sku: 'PEN-9', price: 12, quantity: 5 }],
  })
  const id = made.at<number>('data.id')
  const step = made.at<number>('data.shops.0.id')
  await seller.call(`PUT /shop-product-template/${step}`, {
    platform_category_id: 'pcat_01K00000000000000000000001',
  })
  // The picture is at its channel already.
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`insert into channel_images (owner_id, shop_id, source, channel_image_id, url, used_at)
      select owner_id, shop_id, ${`${running.sandbox.url}/nothing.png`}, null, ${`${running.sandbox.url}/x.png`}, now()
      from shop_templates where owner_id = ${seller.ownerId} and id = ${step}`.execute(tx),
  )
  // The store has the product, and its answer takes longer than the worker lives.
  const plan = {
    path: `/web2/${store}/admin/products`,
    method: 'POST',
    timeout: 1,
    timeout_ms: 60_000,
    count: 1,
  }
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(plan) })
  const first = startWorker()
  const asked = await seller.call(`POST /product-template/${id}/upload-to-platform`, {})
  expect([asked.status, asked.body]).toEqual([202, expect.anything()])
  await until('the store to have the product', async () => (await listAtStore()).includes(name))
  first.kill('SIGKILL')
  // Otherwise taken up when the lease of the killed worker has ended.
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update template_uploads set check_at = now(), sent_at = now() - interval '2 minutes'
      where owner_id = ${seller.ownerId}`.execute(tx),
  )
  // Three of them want it at once.
  for (let count = 0; count < 3; count++) startWorker()
  const uploaded = await until('the upload to end', async () => {
    const now = await seller.call(`GET /product-template/${id}`)
    return now.at<string>('data.uploads.0.upload_status.code') === 'uploaded' && now
  })
  expect(uploaded.at('data.uploads.0.channel_product_id')).toEqual(expect.stringContaining('prod_'))
  expect((await listAtStore()).filter((title) => title === name)).toHaveLength(1)
}, 90_000)
