/**
 * Measures how many of our own waybills are drawn in a second, how long a batch of 200 labels of marketplaces takes from the
 * action to the file, and how many calls a shop had to answer at once for it.
 */
import { PDFDocument } from '@cantoo/pdf-lib'
import { standardTemplate } from '../model/printing.ts'
import { printPapers } from '../server/printing/print-papers.ts'
import type { StoredLabel } from '../server/printing/printing-store.ts'
import { bookOrder, markets, type Market } from '../test/steps/booked-orders.ts'
import { control, linkShop, until } from '../test/start-test-console.ts'
import { paperOrder } from '../test/steps/paper-order-steps.ts'
import type { Bench } from './bench.ts'
import { inCopy, openStage, type Stage } from './first-sync.ts'
import { median } from './measure.ts'
import type { Table } from './report.ts'
import { statsOf } from './selling-channels.ts'

const batchSize = 200

export async function benchPrint(bench: Bench): Promise<Table[]> {
  return [await benchDrawing(bench), await benchFetching(bench)]
}

async function benchDrawing(bench: Bench): Promise<Table> {
  const orders = Array.from({ length: batchSize }, (_, at) => paperOrder(at + 1))
  const label = await channelLabel()
  const half = orders.filter((_, at) => at % 2 === 1)
  const mixed = new Map(
    half.map(({ id }): [number, StoredLabel[]] => [id, [{ ...label, orderId: id, channelPackageId: '' }]]),
  )
  const own: number[] = []
  const both: number[] = []
  // The first one reads the fonts, which a worker does once in its life.
  for (let round = 0; round <= bench.options.rounds; round++) {
    bench.report(`round ${round}`)
    own.push(await secondsFor(orders, new Map()))
    both.push(await secondsFor(orders, mixed))
  }
  const middle = (all: number[]) => median(all.slice(1))
  return {
    title: `A batch of ${batchSize} waybills, drawn`,
    command: bench.command('print'),
    columns: ['', 'seconds', 'labels a second'],
    rows: [
      ['all our own', middle(own).toFixed(2), Math.round(batchSize / middle(own))],
      ['half of them labels of a channel', middle(both).toFixed(2), Math.round(batchSize / middle(both))],
    ],
  }
}

const shares: Record<Market, number> = { shopee: 80, lazada: 60, tiktok: 60 }
/** An answer as slow as one from another country. */
const answerMs = 150

async function benchFetching(bench: Bench): Promise<Table> {
  return inCopy(bench, undefined, async (database) => {
    // The channels' own limits of calls a second hold.
    const stage = await openStage(bench, database, { CALLS_PER_SECOND: '' })
    try {
      return await fetchBatch(bench, stage)
    } finally {
      await stage.stop()
    }
  })
}

async function fetchBatch(bench: Bench, stage: Stage): Promise<Table> {
  const { sandbox, account } = stage
  const sell = {
    control: (path: string, body?: object, channel?: string) => control(sandbox.url, path, body, channel),
  }
  await sell.control('delays', { tracking_seconds: 0, document_seconds: 0 })
  const names = Object.keys(shares) as Market[]
  for (const market of names) {
    for (let made = 0; made < shares[market]; made++) await bookOrder(sell, market)
    await linkShop(sandbox.url, account, markets[market].shop, { code: market, id: markets[market].id })
  }
  const ids = await until(
    'the orders',
    async () => {
      const found: number[] = []
      for (const page of [1, 2, 3]) {
        const rows = await account.call(`GET /orders/filter?status=ready_to_ship&limit=100&page=${page}`)
        found.push(...rows.at<{ id: number }[]>('data').map(({ id }) => id))
      }
      bench.report(`${found.length} orders wait for their labels`)
      await pause(1000)
      return found.length >= batchSize && found.slice(0, batchSize)
    },
    600,
  )
  await pause(5000)
  await fetch(`${sandbox.url}/_sandbox/stats`, { method: 'DELETE' })
  const slow = { slow_ms: answerMs }
  await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(slow) })

  const started = performance.now()
  const asked = await account.call('POST /orders/bulk-print', { ids, kind: 'waybill' })
  const path = `GET /orders/print-batches/${asked.at<number>('data.id')}`
  const batch = await until(
    'the file',
    async () => {
      await pause(100)
      const found = await account.call(path)
      return found.at('data.state') === 'done' && found
    },
    600,
  )
  const seconds = (performance.now() - started) / 1000
  const { at_once: atOnce } = await statsOf(stage)
  bench.noteMemory(stage.worker)
  return {
    title: `A batch of ${batchSize} labels of marketplaces, fetched; each answer takes ${answerMs} ms`,
    command: bench.command('print'),
    columns: ['', 'figure'],
    rows: [
      ['seconds until the file', seconds],
      ['pages in it', batch.at<number>('data.pages')],
      ...names.map((market) => [`${market}: most calls at once to its shop`, String(atOnce[market]?.most)]),
    ],
    notes: ['Bar: 4 calls at once to a shop.'],
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function secondsFor(
  orders: ReturnType<typeof paperOrder>[],
  labels: Map<number, StoredLabel[]>,
): Promise<number> {
  const start = performance.now()
  const printed = await printPapers({
    kind: 'waybill',
    language: 'jp',
    template: standardTemplate,
    orders,
    waybills: labels,
    senderOf: () => null,
    timezone: 'UTC',
  })
  if (printed.pages !== orders.length) throw new Error(`${printed.pages} pages of ${orders.length}`)
  return (performance.now() - start) / 1000
}

async function channelLabel(): Promise<Pick<StoredLabel, 'format' | 'bytes'>> {
  const pdf = await PDFDocument.create()
  pdf.addPage([297, 419]).drawRectangle({ x: 20, y: 300, width: 200, height: 60 })
  return { format: 'pdf', bytes: Uint8Array.from(await pdf.save()) }
}
