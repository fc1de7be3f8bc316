/**
 * The morning's click: orders of six channels confirmed together. What bounds it is how many calls a second each channel and
 * courier takes; the figure is how far above that bound we are, and how long the screen stood still at most.
 */
import { couriers } from '../connectors/couriers/registry.ts'
import { connectorOf } from '../connectors/registry.ts'
import { until } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { inCopy, openStage, type Stage } from './first-sync.ts'
import type { Table } from './report.ts'
import {
  connectCourier,
  countCalls,
  linkChannel,
  sellingChannels,
  sellingCouriers,
  sellOn,
  statsOf,
  type Calls,
  type SellingChannel,
} from './selling-channels.ts'

const each = 50

type Action = { state: string; ended_at: string | null; error: { code: string; message: string } | null }
type Batch = {
  id: number
  done: number
  failed: number
  open: number
  results: { order_id: number; action: Action }[]
}
/** Orders to confirm, with their channel. */
type Waiting = { channel: SellingChannel; ids: Set<number> }

export async function benchConfirm(bench: Bench): Promise<Table[]> {
  return inCopy(bench, undefined, async (database) => {
    const stage = await openStage(bench, database, { CALLS_PER_SECOND: '' }, { takesPrivateStores: true })
    try {
      const waiting = await prepare(bench, stage)
      return await confirmAll(bench, stage, waiting)
    } finally {
      await stage.stop()
    }
  })
}

async function prepare(bench: Bench, stage: Stage): Promise<Waiting[]> {
  await connectCourier(stage)
  const shops: { channel: SellingChannel; shopId: number }[] = []
  for (const channel of sellingChannels) {
    for (let made = 0; made < each; made++) await sellOn(stage, channel, made)
    shops.push({ channel, shopId: await linkChannel(stage, channel) })
  }
  const waiting = await until(
    'the orders',
    async () => {
      const found = await Promise.all(
        shops.map(async ({ channel, shopId }) => {
          const answer = await stage.account.call(
            `GET /orders/filter?status=pending&limit=100&shop_id=${shopId}`,
          )
          const rows = answer.at<{ id: number }[]>('data')
          return { channel, ids: new Set(rows.slice(0, each).map(({ id }) => id)) }
        }),
      )
      bench.report(found.map(({ channel, ids }) => `${channel.code} ${ids.size}`).join(', '))
      await pause(1000)
      return found.every(({ ids }) => ids.size === each) && found
    },
    600,
  )
  // Lets the remaining work of the first polls end, so that it is not measured.
  await pause(5000)
  return waiting
}

async function confirmAll(bench: Bench, stage: Stage, waiting: Waiting[]): Promise<Table[]> {
  const { account } = stage
  const before = (await statsOf(stage)).calls
  const startedAt = Date.now()
  const started = performance.now()
  const asked = await account.call('POST /orders/bulk-confirm', {
    ids: waiting.flatMap(({ ids }) => [...ids]),
  })
  const answered = (performance.now() - started) / 1000
  let changedAt = performance.now()
  let longest = 0
  let last = -1
  const end = await until(
    'all of them',
    async () => {
      await pause(100)
      const found = await account.call(`GET /orders/action-batches/${asked.at<number>('data.id')}`)
      const batch = found.at<Batch>('data')
      if (batch.done + batch.failed !== last) {
        longest = Math.max(longest, performance.now() - changedAt)
        changedAt = performance.now()
        last = batch.done + batch.failed
      }
      return batch.open === 0 && batch
    },
    600,
  )
  const seconds = (performance.now() - started) / 1000
  const after = (await statsOf(stage)).calls
  const rows = [
    ...waiting.map((one) => channelRow(one, end, startedAt, before, after)),
    ...sellingCouriers.map(({ code, id, path }) => {
      const limits = couriers.find((courier) => courier.id === id)?.limits
      return { code, ...needOf(before, after, path, limits), ended: undefined, failures: [] }
    }),
  ]
  const bound = Math.max(...rows.map((row) => row.seconds))
  const failures = rows.flatMap((row) => row.failures)
  bench.noteMemory(stage.worker)
  return [
    {
      title: `${each * waiting.length} orders of ${waiting.length} channels confirmed together`,
      command: bench.command('confirm'),
      columns: ['', 'calls', 'calls/s it takes', 'they need, s', 'last one after, s', 'need a choice'],
      rows: rows.map((row) => [
        row.code,
        String(row.calls),
        row.perSecond,
        row.seconds,
        row.ended,
        String(row.failures.filter((error) => error?.code === 'needs_choice').length),
      ]),
      notes: [
        `${end.done} confirmed, ${end.failed} not: ${countedWords(failures.map((error) => error?.code ?? ''))}.`,
        'Looks at the orders, which follow each confirmation, are among the calls.',
      ],
    },
    {
      title: 'How it looks to who clicked',
      command: bench.command('confirm'),
      columns: ['', 'seconds'],
      rows: [
        ['until the answer to the click', answered],
        ['until the last one', seconds],
        ['what the slowest channel needs for its calls', bound],
        ['longest moment without progress on the screen', longest / 1000],
      ],
      notes: [`${(seconds / bound).toFixed(2)} times what the slowest limit alone takes.`],
    },
  ]
}

function channelRow({ channel, ids }: Waiting, end: Batch, startedAt: number, before: Calls, after: Calls) {
  const { code, id, path } = channel
  const actions = end.results.filter(({ order_id: orderId }) => ids.has(orderId)).map(({ action }) => action)
  const last = Math.max(...actions.map(({ ended_at: at }) => Date.parse(at ?? '')))
  return {
    code,
    ...needOf(before, after, path, connectorOf(id)?.limits),
    ended: (last - startedAt) / 1000,
    failures: actions.filter(({ state }) => state === 'failed').map(({ error }) => error),
  }
}

function needOf(before: Calls, after: Calls, path: RegExp, limits: { callsPerSecond: number } | undefined) {
  const calls = countCalls(after, path) - countCalls(before, path)
  const perSecond = limits?.callsPerSecond ?? Number.NaN
  return { calls, perSecond, seconds: calls / perSecond }
}

function countedWords(words: string[]): string {
  const counts = [...Map.groupBy(words, (word) => word)].map(([word, all]) => `${all.length} ${word}`)
  return counts.join(', ') || 'none'
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
