/**
 * Templates published to five shops as one action. The limit is the number of calls a second that each channel takes;
 * the figures are how far above it the last listing is, and the CPU time of one.
 */
import { mostBulkTemplates } from '../model/bulk-publish.ts'
import { emptySku } from '../model/product-template.ts'
import { connectorOf } from '../connectors/registry.ts'
import { until } from '../test/start-test-console.ts'
import {
  firstCourier,
  firstLeaf,
  publishingKinds,
  type PublishingKind,
} from '../test/steps/publishing-kinds.ts'
import { uploadPhoto } from '../test/steps/template-photo.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { inCopy, openStage, type Stage } from './first-sync.ts'
import { postgresCpuSeconds } from './processes.ts'
import type { Table } from './report.ts'
import { countCalls, linkChannel, sellingChannels, statsOf, type Calls } from './selling-channels.ts'

const kinds: PublishingKind[] = [
  publishingKinds.shopee,
  publishingKinds.lazada,
  publishingKinds.tiktok,
  publishingKinds.website,
  publishingKinds.webStore,
]

/** The part of a template for one of the shops. */
type Step = { code: string; platformId: number; path: RegExp; shopId: number; body: object }
type Bulk = { waiting: number; left_out: number; uploads: { open: number; uploaded: number; failed: number } }

export async function benchBulkPublish(bench: Bench): Promise<Table[]> {
  return inCopy(bench, undefined, async (database) => {
    const stage = await openStage(bench, database, { CALLS_PER_SECOND: '' }, { takesPrivateStores: true })
    try {
      const steps: Step[] = []
      for (const kind of kinds) steps.push(await linkKind(stage, kind))
      const ids: number[] = []
      while (ids.length < mostBulkTemplates) ids.push(await writeTemplate(stage, steps, ids.length))
      bench.report(`${ids.length} templates written`)
      return await publish(bench, database, stage, steps, ids)
    } finally {
      await stage.stop()
    }
  })
}

async function linkKind(
  stage: Stage,
  { code, platformId, category, attributes }: PublishingKind,
): Promise<Step> {
  const channel = sellingChannels.find((one) => one.code === code)
  if (!channel) throw new Error(`${code} is no channel of the bench`)
  const shopId = await linkChannel(stage, channel)
  const body = {
    platform_category_id: category ?? (await firstLeaf(stage.account, shopId)),
    required_attributes: attributes,
    ...(code === 'shopee' && { shipment_providers: [await firstCourier(stage.account, shopId)] }),
  }
  return { code, platformId, path: channel.path, shopId, body }
}

/** With a photo of its own, as each product has. */
async function writeTemplate({ web, account }: Stage, steps: Step[], at: number): Promise<number> {
  const colour = `#${(at * 33_331).toString(16).padStart(6, '0').slice(-6)}`
  const made = await account.call('POST /product-template', {
    platform_ids: steps.map(({ platformId }) => platformId),
    name: `Furoshiki cloth for wrapping gifts ${at}`,
    long_description: `<p>${'Soft and strong cotton for gifts that are wrapped again. '.repeat(3)}</p>`,
    images: [await uploadPhoto(web, account, colour)],
    skus: [{ ...emptySku([]), seller_sku: `CLOTH-${at}`, price: 19.9, quantity: 12 }],
    package_weight: 1,
    package_length: 30,
    package_width: 20,
    package_height: 5,
  })
  for (const { id, shop_id: shopId } of made.at<{ id: number; shop_id: number }[]>('data.shops')) {
    const body = steps.find((step) => step.shopId === shopId)?.body
    const saved = await account.call(`PUT /shop-product-template/${id}`, body)
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  }
  return made.at('data.id')
}

async function publish(
  bench: Bench,
  database: string,
  stage: Stage,
  steps: Step[],
  ids: number[],
): Promise<Table[]> {
  const { account, web, worker, sandbox } = stage
  const adminUrl = bench.server.adminUrl(database)
  const cpuOf = async () => ({
    sandbox: sandbox.cpuSeconds() ?? Number.NaN,
    web: web.cpuSeconds() ?? Number.NaN,
    worker: worker.cpuSeconds() ?? Number.NaN,
    postgres: (await postgresCpuSeconds(adminUrl)) ?? Number.NaN,
  })
  const before = { calls: (await statsOf(stage)).calls, cpu: await cpuOf(), at: performance.now() }
  const asked = await account.call('POST /product-template/bulk-upload', { template_ids: ids })
  const answered = (performance.now() - before.at) / 1000
  const end = await until(
    'all of them',
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const bulk = (
        await account.call(`GET /product-template/bulk-uploads/${asked.at<number>('data.id')}`)
      ).at<Bulk>('data')
      bench.report(`${bulk.waiting} wait, ${bulk.uploads.open} open, ${bulk.uploads.uploaded} uploaded`)
      return bulk.waiting + bulk.uploads.open === 0 && bulk
    },
    1800,
  )
  const seconds = (performance.now() - before.at) / 1000
  const after = { calls: (await statsOf(stage)).calls, cpu: await cpuOf() }
  const needs = steps.map((step) => needOf(step, before.calls, after.calls))
  const bound = Math.max(...needs.map((need) => need.seconds))
  const ends = await lastOfShops(adminUrl)
  const listings = end.uploads.uploaded
  bench.noteMemory(worker)
  return [
    {
      title: `${ids.length} templates published to ${steps.length} shops as one action`,
      command: bench.command('publish'),
      columns: ['', 'calls', 'calls/s it takes', 'they need, s', 'last one after, s'],
      rows: steps.map(({ code, shopId }, at) => {
        const { calls, perSecond, seconds: needed } = needs[at] ?? { calls: 0, perSecond: 0, seconds: 0 }
        const last = ends.get(shopId)
        return [code, String(calls), perSecond, needed, last && (last - startOf(before.at)) / 1000]
      }),
      notes: [
        `${listings} listings, ${end.uploads.failed} failed, ${end.left_out} templates left out; the click was answered after ${answered.toFixed(2)} s.`,
        `${seconds.toFixed(0)} s, ${(seconds / bound).toFixed(2)} times what the slowest limit alone takes.`,
      ],
    },
    {
      title: 'CPU of one listing',
      command: bench.command('publish'),
      columns: ['', 'CPU s', 'ms a listing'],
      rows: Object.entries(after.cpu).map(([name, spent]) => {
        const seconds = spent - before.cpu[name as keyof typeof after.cpu]
        return [name, seconds, (seconds / listings) * 1000]
      }),
    },
  ]
}

function needOf({ platformId, path }: Step, before: Calls, after: Calls) {
  const calls = countCalls(after, path) - countCalls(before, path)
  const perSecond = connectorOf(platformId)?.limits.callsPerSecond ?? Number.NaN
  return { calls, perSecond, seconds: calls / perSecond }
}

const startOf = (at: number) => performance.timeOrigin + at

/** By shop: when its last listing was up, in ms since 1970. */
async function lastOfShops(adminUrl: string): Promise<Map<number, number>> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ shop: number; at: Date }>(
      'select shop_id::int as shop, max(ended_at) as at from template_uploads group by shop_id',
    )
    return new Map(rows.map(({ shop, at }) => [shop, at.getTime()]))
  })
}
