/**
 * A worker that is killed at each step of publishing, for each kind of shop: exactly one listing afterwards, and pictures that its
 * channel has already are not sent again. The sandbox is asked what there is.
 */
import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptySku } from '../../../model/product-template.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { forkConsole, killConsole } from '../../../test/steps/forked-console.ts'
import {
  linkKind,
  publishingKinds,
  writeFor,
  type PublishingKind,
} from '../../../test/steps/publishing-kinds.ts'
import { uploadPhoto } from '../../../test/steps/template-photo.ts'

/** Calls of each kind: the search for its codes, a picture, the listing, and what a listing with variants takes beside it. */
type Calls = { find: string; picture: string | null; listing: string; rest: string | null }

const calls: Record<PublishingKind['code'], Calls> = {
  shopee: {
    find: '/api/v2/product/search_item',
    picture: '/api/v2/media_space/upload_image',
    listing: '/api/v2/product/add_item',
    rest: '/api/v2/product/init_tier_variation',
  },
  lazada: {
    find: '/rest/products/get',
    picture: '/rest/image/upload',
    listing: '/rest/product/create',
    rest: null,
  },
  tiktok: {
    find: '/product/202502/products/search',
    picture: '/product/202309/images/upload',
    listing: '/product/202309/products',
    rest: null,
  },
  // Stores of this kind fetch pictures themselves.
  website: {
    find: '/[^/]+/[^/]+/wp-json/wc/v3/products',
    picture: null,
    listing: '/[^/]+/[^/]+/wp-json/wc/v3/products',
    rest: '/[^/]+/[^/]+/wp-json/wc/v3/products/\\d+/variations/batch',
  },
  pos: {
    find: '/[^/]+/[^/]+/wp-json/wc/v3/products',
    picture: null,
    listing: '/[^/]+/[^/]+/wp-json/wc/v3/products',
    rest: '/[^/]+/[^/]+/wp-json/wc/v3/products/\\d+/variations/batch',
  },
  'web-store': {
    find: '/web2/hana-home/admin/products',
    picture: '/web2/hana-home/admin/uploads',
    listing: '/web2/hana-home/admin/products',
    rest: null,
  },
}

const kinds: PublishingKind[] = Object.values(publishingKinds)
let running: TestConsole
let seller: Account
let photos: { image_id: string | null; image_url: string }[]
let doomed: ChildProcess | undefined

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  await running.control('delays', { audit_seconds: 0 }, 'tiktok')
  for (const kind of kinds) await linkKind(running, seller, kind)
  photos = [await uploadPhoto(running, seller, '#336699'), await uploadPhoto(running, seller, '#993366')]
})
afterAll(async () => {
  await killConsole(doomed)
  await running?.stop()
})

const environment = { WORKER_CONCURRENCY: '16' }

async function setFaults(plan: object): Promise<void> {
  const body = JSON.stringify(plan)
  const reply = await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body })
  expect(reply.status).toBe(200)
}

/** Otherwise an upload is taken up when the lease of the killed worker has ended. */
async function endLease(): Promise<void> {
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`update template_uploads set check_at = now(), sent_at = now() - interval '2 minutes'
      where owner_id = ${seller.ownerId} and state = 'running'`.execute(tx),
  )
}

type Written = { kind: PublishingKind; id: number; name: string }

function writeAll(code: string, images: object[]): Promise<Written[]> {
  return Promise.all(
    kinds.map(async (kind) => {
      const name = `Furoshiki cloth for wrapping gifts ${code} ${kind.code}`
      const sku = (colour: string) => ({
        ...emptySku([colour]),
        seller_sku: `${code}-${kind.code}-${colour}`.toUpperCase(),
        primaryUnitName: `${code}-${colour}`,
        price: 19.9,
        quantity: 12,
      })
      const template = { name, variant_names: ['Colour'], skus: [sku('Red'), sku('Blue')] }
      const { id } = await writeFor(running, seller, kind, code, { template, photos: images })
      return { kind, id, name }
    }),
  )
}

async function publishAll(written: Written[]): Promise<void> {
  for (const { id, kind } of written) {
    const asked = await seller.call(`POST /product-template/${id}/upload-to-platform`, {})
    expect([kind.code, asked.status, asked.body]).toEqual([kind.code, 202, expect.anything()])
  }
}

const stepsOf = (written: Written[]) =>
  Promise.all(
    written.map(async ({ id }) => {
      const [upload] = (await seller.call(`GET /product-template/${id}`)).at<
        { step: string; upload_status: { code: string }; error: string | null }[]
      >('data.uploads')
      return { step: upload?.step, code: upload?.upload_status.code, error: upload?.error }
    }),
  )

async function expectListedOnce(written: Written[]): Promise<void> {
  await until('the uploads to end', async () => {
    const now = await stepsOf(written)
    expect(now.filter(({ code }) => code === 'failed')).toEqual([])
    return now.every(({ code }) => code === 'uploaded')
  })
  for (const { kind, name } of written) {
    const path = `${running.sandbox.url}/_sandbox/oracle/${kind.code}/products?shop_id=${kind.shop}`
    const lines = (await (await fetch(path)).text()).split('\n').filter(Boolean)
    const rows = lines.map(
      (line) => JSON.parse(line) as { product_id: unknown; name: string; status: string },
    )
    const listed = rows.filter((row) => row.name === name && row.status !== 'deleted')
    expect([kind.code, new Set(listed.map((row) => row.product_id)).size, listed.length]).toEqual([
      kind.code,
      1,
      2,
    ])
  }
}

/** Calls of one sort that each kind which knows it has received. */
async function callsOf(sort: keyof Calls): Promise<Record<string, number>> {
  const stats = (await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()) as {
    calls: Record<string, { calls: number }>
  }
  return Object.fromEntries(
    kinds.flatMap(({ code, shop }) => {
      const { [sort]: wanted } = calls[code]
      if (wanted === null) return []
      const isOwn = (path: string) =>
        new RegExp(`^${wanted}$`).test(path) && (!wanted.startsWith('/[') || path.includes(ownFolder(shop)))
      const own = Object.entries(stats.calls).filter(([path]) => isOwn(path))
      return [[code, own.reduce((sum, [, { calls: count }]) => sum + count, 0)]]
    }),
  )
}
const ownFolder = (shop: number | string) => `/${String(shop).split('/')[0]}/`

async function haveCome(wanted: Kill['come']): Promise<boolean> {
  for (const [sort, least] of Object.entries(wanted))
    if (Object.values(await callsOf(sort as keyof Calls)).some((count) => count < least)) return false
  return true
}

const each = (count: number) => ({ shopee: count, lazada: count, tiktok: count, 'web-store': count })

type Kill = {
  at: string
  code: string
  photos: number
  /** Call whose answer never comes. */
  stalls: (of: Calls) => string
  method?: string
  /** Steps at which all of them stand when the worker is killed. */
  steps: string[]
  workersAfter: number
  /** Calls of this kind that have come by then, all steps together. */
  come: Partial<Record<keyof Calls, number>>
  /** Pictures that each channel has been sent in the end, all steps together. */
  sent: number
}

describe('killed', () => {
  it.each<Kill>([
    {
      at: 'while it looks for the codes',
      code: 'CHECK',
      photos: 1,
      stalls: ({ find }) => find,
      steps: ['check'],
      workersAfter: 1,
      come: {},
      sent: 1,
    },
    {
      at: 'while it sends a second picture, which the channel has then without our knowing',
      code: 'IMAGE',
      photos: 2,
      stalls: ({ picture, listing }) => picture ?? listing,
      method: 'POST',
      steps: ['images', 'listing'],
      workersAfter: 1,
      come: { picture: 2 },
      sent: 3,
    },
    {
      at: 'when the channel has the listing and its answer is lost; two want it then',
      code: 'LOST',
      photos: 2,
      stalls: ({ listing }) => listing,
      method: 'POST',
      steps: ['listing'],
      workersAfter: 2,
      come: { listing: 3 },
      sent: 3,
    },
    {
      at: 'between the calls of a listing that takes several',
      code: 'HALF',
      photos: 2,
      stalls: ({ listing, rest }) => rest ?? listing,
      method: 'POST',
      steps: ['listing'],
      workersAfter: 1,
      come: { rest: 4 },
      sent: 3,
    },
  ])('$at: one listing of each kind', async ({ code, stalls, method, steps, workersAfter, ...more }) => {
    await running.stopWorkers()
    const written = await writeAll(code, photos.slice(0, more.photos))
    const pattern = `^(${[...new Set(kinds.map((kind) => stalls(calls[kind.code])))].join('|')})$`
    await setFaults({ pattern, timeout: 1, timeout_ms: 60_000, ...(method && { method }) })
    doomed = forkConsole(running, { role: 'worker', environment })
    await publishAll(written)
    await until('all of them to stand still', async () => {
      const now = await stepsOf(written)
      const isThere = now.every(
        ({ step, code: state }) => state === 'uploading' && steps.includes(step ?? ''),
      )
      return isThere && (await haveCome(more.come))
    })
    await killConsole(doomed)
    await setFaults({})
    await endLease()
    await Promise.all(Array.from({ length: workersAfter }, () => running.startWorker(environment)))
    await expectListedOnce(written)
    expect(await callsOf('picture')).toEqual(each(more.sent))
  })
})
