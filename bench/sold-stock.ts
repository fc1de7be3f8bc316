/** From a sale in one shop to the last figure that the four others are sent, at 50 sales a second in all. */
import { control, linkShop, until } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { inCopy, openStage, type Stage } from './first-sync.ts'
import { percentile } from './measure.ts'
import type { Table } from './report.ts'

const shopCount = 5
const salesPerSecond = 50
const saleSeconds = 20
const stockOfEach = 50
const putAtOnce = 20

export async function benchSoldStock(bench: Bench): Promise<Table[]> {
  return inCopy(bench, undefined, async (database) => {
    // The limits that a channel's account has, as the product keeps to them.
    const stage = await openStage(bench, database, { CALLS_PER_SECOND: '10' })
    try {
      const skus = Math.min(salesPerSecond * saleSeconds, bench.options.skus)
      const { opened } = (await control(stage.sandbox.url, 'shops', { count: shopCount })) as {
        opened: number[]
      }
      await putProducts(stage, opened, skus)
      for (const shop of opened) await linkShop(stage.sandbox.url, stage.account, shop)
      await keepInStep(bench, stage, database, skus)
      return [await sellAll(bench, stage, { database, opened, skus })]
    } finally {
      await stage.stop()
    }
  })
}

const codeOf = (at: number) => `SOLD-${at}`

async function putProducts({ sandbox }: Stage, shops: number[], skus: number): Promise<void> {
  for (const shop_id of shops)
    for (let from = 0; from < skus; from += putAtOnce)
      await Promise.all(
        Array.from({ length: Math.min(putAtOnce, skus - from) }, (_, step) => {
          const sku = codeOf(from + step)
          const name = `A thing called ${sku}`
          return control(sandbox.url, 'products', { shop_id, sku, name, price: 1000, stock: stockOfEach })
        }),
      )
}

/** Each shop is switched on, and every listing has been sent its figure and read back. */
async function keepInStep(bench: Bench, stage: Stage, database: string, skus: number): Promise<void> {
  await withClient(bench.server.adminUrl(database), async (client) => {
    const wait = async (what: string, query: string, wanted: number) =>
      until(
        what,
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 500))
          const { rows } = await client.query<{ n: number }>(query)
          return rows[0]?.n === wanted
        },
        1200,
      )
    const all = skus * shopCount
    await wait('all products', 'select count(*)::int as n from product_skus', all)
    const shops = await client.query<{ id: string }>('select id from shops')
    for (const { id } of shops.rows) {
      const reply = await stage.account.call(`PUT /shops/${id}`, { is_stock_sync: true })
      if (reply.status !== 200) throw new Error(`PUT /shops: ${JSON.stringify(reply.body)}`)
    }
    await wait('all stock', "select count(*)::int as n from stock_pushes where state = 'done'", all)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    bench.report(`${all} listings in step`)
  })
}

type Setting = { database: string; opened: number[]; skus: number }

/** Each sale is of a SKU of its own, so that no later one stands for it. */
async function sellAll(bench: Bench, stage: Stage, { database, opened, skus }: Setting): Promise<Table> {
  const soldAt = new Map<string, { at: number; shop: number }>()
  const started = performance.now()
  const sales: Promise<unknown>[] = []
  for (let at = 0; at < skus; at++) {
    const wait = started + (at * 1000) / salesPerSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const shop = opened[at % opened.length] ?? 0
    const code = codeOf(at)
    soldAt.set(code, { at: Date.now(), shop })
    const lines = [[code, `A thing called ${code}`, 1, 10]]
    sales.push(control(stage.sandbox.url, 'orders', { shop_id: shop, order: { ref: code, lines } }))
  }
  await Promise.all(sales)
  const others = shopCount - 1
  const waits = await withClient(bench.server.adminUrl(database), async (client) => {
    const { rows } = await until(
      'the other shops to have all figures',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 500))
        const found = await client.query<{ code: string; at: Date; sent: number }>(
          `select s.prime_sku as code, max(e.at) as at, count(distinct e.shop_id)::int as sent
           from stock_push_events e join skus s on s.owner_id = e.owner_id and s.id = e.sku_id
           where e.kind = 'sent' and e.figure = ${stockOfEach - 1} group by 1`,
        )
        return found.rows.filter(({ sent }) => sent >= others).length === skus && found
      },
      300,
    )
    return rows.map(({ code, at }) => at.getTime() - (soldAt.get(code)?.at ?? Number.NaN))
  })
  return {
    title: `From a sale to the last figure of the ${others} other shops; ${salesPerSecond} sales a second for ${skus / salesPerSecond} s, 10 calls a second and shop`,
    command: bench.command('products'),
    columns: ['', 'sales', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'],
    rows: [
      [
        'sale → push → order → ledger → figures',
        waits.length,
        percentile(waits, 0.5),
        percentile(waits, 0.95),
        percentile(waits, 0.99),
        Math.max(...waits),
      ],
    ],
    notes: ['Bar: p99 under 2 s.'],
  }
}
