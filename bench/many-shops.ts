/**
 * Many shops that are linked together, and a small one behind them: how evenly they come in, what it takes, and how soon a sale
 * in any of them is on the screen afterwards.
 */
import { control, linkShop, until } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { inCopy, openStage, type Stage } from './first-sync.ts'
import { percentile } from './measure.ts'
import type { Table } from './report.ts'
import { readStream } from './screen.ts'

const smallShop = 727720655
const smallOrders = 200
const salesPerSecond = 100
const saleSeconds = 20

type Progress = { shop: number; items: number; isDone: boolean }

export async function benchManyShops(bench: Bench): Promise<Table[]> {
  const { shops, shopOrders } = bench.options
  return inCopy(bench, undefined, async (database) => {
    const stage = await openStage(bench, database)
    try {
      const { opened } = (await control(stage.sandbox.url, 'shops', { count: shops })) as { opened: number[] }
      const action = { lines_per_order: 2.2, days: 29, products: 200 }
      for (const shop of opened)
        await control(stage.sandbox.url, 'generate', {
          ...action,
          shop_id: shop,
          orders: shopOrders,
          seed: String(shop),
        })
      await control(stage.sandbox.url, 'generate', { ...action, shop_id: smallShop, orders: smallOrders })
      const synced = await syncAll(bench, stage, database, opened)
      await comeToRest(bench, database)
      const waits = await sell(bench, stage, database, opened)
      bench.noteMemory(stage.web)
      bench.noteMemory(stage.worker)
      return [synced, waits]
    } finally {
      await stage.stop()
    }
  })
}

async function syncAll(bench: Bench, stage: Stage, database: string, channelShops: number[]): Promise<Table> {
  const { shops, shopOrders } = bench.options
  return withClient(bench.server.adminUrl(database), async (client) => {
    const look = async () => {
      const { rows } = await client.query<Progress>(
        `select shop_id::int as shop, items::int as items, phase = 'follow' as "isDone" from syncs where kind = 'order'`,
      )
      return rows
    }
    const started = performance.now()
    const big = new Set<number>()
    for (const shop of channelShops) big.add(await linkShop(stage.sandbox.url, stage.account, shop))
    const smallStarted = performance.now()
    const small = await linkShop(stage.sandbox.url, stage.account, smallShop)
    let smallSeconds: number | undefined
    let halfway: number[] | undefined
    await until(
      'all first syncs',
      async () => {
        const progress = await look()
        const items = progress.filter(({ shop }) => big.has(shop)).map((one) => one.items)
        const total = items.reduce((sum, one) => sum + one, 0)
        if (!halfway && total >= (shops * shopOrders) / 2) halfway = items
        if (progress.find(({ shop }) => shop === small)?.isDone)
          smallSeconds ??= (performance.now() - smallStarted) / 1000
        bench.report(`${total.toLocaleString('en')} orders`)
        await new Promise((resolve) => setTimeout(resolve, 1000))
        return progress.length === shops + 1 && progress.every(({ isDone }) => isDone)
      },
      7200,
    )
    const seconds = (performance.now() - started) / 1000
    const missing = (await look()).filter(
      ({ shop, items }) => items !== (shop === small ? smallOrders : shopOrders),
    )
    if (missing.length > 0) throw new Error(`not every order arrived: ${JSON.stringify(missing)}`)
    const share = (items: number) => (items / shopOrders) * 100
    return {
      title: `${shops} shops of ${shopOrders.toLocaleString('en')} orders linked together, and one of ${smallOrders} behind them`,
      command: bench.command('shops'),
      columns: ['', 'figure'],
      rows: [
        ['orders per second, all shops', (shops * shopOrders + smallOrders) / seconds],
        ['seconds until all were in', seconds],
        ['seconds until the small shop was in', smallSeconds],
        ['at half of all orders: the shop that was furthest behind, %', share(Math.min(...(halfway ?? [])))],
        ['at half of all orders: the shop that was furthest ahead, %', share(Math.max(...(halfway ?? [])))],
      ],
    }
  })
}

/** The first sync's products and what it leaves for the vacuum are no part of the question how soon a sale is seen. */
async function comeToRest(bench: Bench, database: string): Promise<void> {
  await withClient(bench.server.adminUrl(database), async (client) => {
    await until(
      'the products of all shops',
      async () => {
        const { rows } = await client.query("select 1 from syncs where phase <> 'follow' limit 1")
        await new Promise((resolve) => setTimeout(resolve, 1000))
        return rows.length === 0
      },
      3600,
    )
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
}

/** Sales in all shops in turn; each is on the screen when its order is announced. */
async function sell(bench: Bench, stage: Stage, database: string, channelShops: number[]): Promise<Table> {
  const screen = await readStream(stage.web.url, stage.account.token)
  const soldAt = new Map<string, number>()
  const started = performance.now()
  const sales: Promise<void>[] = []
  for (let n = 0; n < salesPerSecond * saleSeconds; n++) {
    const wait = started + (n * 1000) / salesPerSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const sold = performance.now()
    const sale = control(stage.sandbox.url, 'orders', {
      shop_id: channelShops[n % channelShops.length],
      force: true,
    })
    sales.push(sale.then((order) => void soldAt.set((order as { order_sn: string }).order_sn, sold)))
  }
  await Promise.all(sales)
  const waits = await withClient(bench.server.adminUrl(database), async (client) => {
    const { rows } = await until(
      'every sale to be stored',
      async () => {
        const found = await client.query<{ id: number; sn: string }>(
          'select id::int as id, channel_order_id as sn from orders where channel_order_id = any($1)',
          [[...soldAt.keys()]],
        )
        return found.rows.length === soldAt.size && found.rows.every(({ id }) => screen.seenAt(id)) && found
      },
      120,
    )
    return rows.map(({ id, sn }) => (screen.seenAt(id) ?? Number.NaN) - (soldAt.get(sn) ?? Number.NaN))
  })
  await screen.leave()
  return {
    title: `From a sale to the browser's stream, ${salesPerSecond} sales per second over ${channelShops.length} shops for ${saleSeconds} s`,
    command: bench.command('shops'),
    columns: ['', 'orders', 'p50 ms', 'p95 ms', 'longest ms'],
    rows: [
      [
        'sale → push → sync → stream',
        waits.length,
        percentile(waits, 0.5),
        percentile(waits, 0.95),
        Math.max(...waits),
      ],
    ],
    notes: ['Aim: p95 under 1 s.'],
  }
}
