/** Measures how long revenue on an open dashboard takes to have a new order: one sale at a time, the figures asked for as the page asks. */
import { control } from '../test/start-test-console.ts'
import type { Stage } from './first-sync.ts'
import { percentile } from './measure.ts'
import type { Table } from './report.ts'
import { readStream } from './screen.ts'

const sales = 20
/** More than the page waits between two times of asking. */
const pauseMs = 1000
const lookMs = 5

export type LiveFigures = { announced: number[]; shown: number[] }

/** Milliseconds from each sale until the stream says so, and until the figures that are asked for then have it. */
export async function followFigures(stage: Stage, shopId: number): Promise<LiveFigures> {
  const screen = await readStream(stage.web.url, stage.account.token)
  const soldNow = async () =>
    (await stage.account.call('GET /analytics/revenue-metrics')).at<number>('data.orders.value')
  const times: LiveFigures = { announced: [], shown: [] }
  // An order is a sale once it is paid; the sandbox makes some that are not.
  const order = (n: number) => ({
    ref: `figure ${n}`,
    status: 'READY_TO_SHIP',
    lines: [['CUP', 'Tea Cup', 1, 12.5]],
  })
  for (let n = 0; n < sales; n++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const [before, seen] = [await soldNow(), screen.created().length]
    const at = performance.now()
    await control(stage.sandbox.url, 'orders', { shop_id: shopId, order: order(n), force: true })
    while (screen.created().length === seen) await new Promise((resolve) => setTimeout(resolve, lookMs))
    times.announced.push((screen.created()[seen] ?? Number.NaN) - at)
    // The first answer has it, or the next ones.
    while ((await soldNow()) === before) await new Promise((resolve) => setTimeout(resolve, lookMs))
    times.shown.push(performance.now() - at)
  }
  await screen.leave()
  return times
}

export function liveFiguresTable(rows: { name: string; times: LiveFigures }[], command: string): Table {
  return {
    title: `From a sale at the marketplace to revenue on an open dashboard, ${sales} sales one by one`,
    command,
    columns: ['', 'stream p50 ms', 'figures p50 ms', 'figures p95 ms', 'figures to stream'],
    rows: rows.map(({ name, times: { announced, shown } }) => [
      name,
      percentile(announced, 0.5),
      percentile(shown, 0.5),
      percentile(shown, 0.95),
      percentile(shown, 0.5) / percentile(announced, 0.5),
    ]),
    notes: [
      'Bar: 1 s, and 1.5 × the stream: the figures are asked for once the stream says that there is something new.',
    ],
  }
}
