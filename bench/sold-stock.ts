/** From a sale in one shop to the last figure that the four others are sent. */
import { control, linkShop, until } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { inCopy, openStage, type Stage } from './first-sync.ts'
import { percentile } from './measure.ts'
import type { Table } from './report.ts'

const shopCount = 5
const saleSeconds = 20
const stockOfEach = 50
const putAtOnce = 20

type Rate = { sales: number; callsPerSecond: number; limit: string }

/**
 * One call of the channel sets the figures of one product, and each is read back: at 50 sales a second four shops would need 40 calls
 * a second each, which is four times what its limit allows.
 */
const rates: Rate[] = [
  { sales: 50, callsPerSecond: 1_000_000, limit: 'no limit of calls' },
  { sales: 5, callsPerSecond: 10, limit: "the channel's 10 calls a second and shop" },
]

export async function benchSoldStock(bench: Bench): Promise<Table[]> {
  const rows: Table['rows'] = []
  for (const rate of rates) rows.push(await sellAt(bench, rate))
  return [
    {
      title: `From a sale in one shop to the last figure that the ${shopCount - 1} others were sent, for ${saleSeconds} s`,
      command: bench.command('sold-stock'),
      columns: ['', 'sales', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'],
      rows,
      notes: ['Bar: p99 under 2 s.'],
    },
  ]
}

async function sellAt(bench: Bench, { sales, callsPerSecond, limit }: Rate): Promise<Table['rows'][number]> {
  return inCopy(bench, undefined, async (database) => {
    const stage = await openStage(bench, database, { CALLS_PER_SECOND: String(callsPerSecond) })
    try {
      const skus = Math.min(sales * saleSeconds, bench.options.skus)
      const { opened } = (await control(stage.sandbox.url, 'shops', { count: shopCount })) as {
        opened: number[]
      }
      await putProducts(stage, opened, skus)
      for (const shop of opened) await linkShop(stage.sandbox.url, stage.account, shop)
      await keepInStep(bench, stage, database, skus)
      const waits = await sellAll(bench, stage, { database, opened, skus, sales })
      return [
        `${sales} sales a second, ${limit}`,
        waits.length,
        percentile(waits, 0.5),
        percentile(waits, 0.95),
        percentile(waits, 0.99),
        Math.max(...waits),
      ]
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

type Setting = { database: string; opened: number[]; skus: number; sales: number }

/** Each sale is of a SKU of its own, so that no later one stands for it. */
async function sellAll(
  bench: Bench,
  stage: Stage,
  { database, opened, skus, sales: perSecond }: Setting,
): Promise<number[]> {
  const soldAt = new Map<string, number>()
  const started = performance.now()
  const sales: Promise<unknown>[] = []
  for (let at = 0; at < skus; at++) {
    const wait = started + (at * 1000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const code = codeOf(at)
    soldAt.set(code, Date.now())
    const lines = [[code, `A thing called ${code}`, 1, 10]]
    const shop_id = opened[at % opened.length]
    sales.push(control(stage.sandbox.url, 'orders', { shop_id, order: { ref: code, lines } }))
  }
  await Promise.all(sales)
  return withClient(bench.server.adminUrl(database), async (client) => {
    const { rows } = await until(
      'the other shops to have all figures',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 500))
        const found = await client.query<{ code: string; at: Date; sent: number }>(
          `select s.prime_sku as code, max(e.at) as at, count(distinct e.shop_id)::int as sent
           from stock_push_events e join skus s on s.owner_id = e.owner_id and s.id = e.sku_id
           where e.kind = 'sent' and e.figure = ${stockOfEach - 1} group by 1`,
        )
        return found.rows.filter(({ sent }) => sent >= shopCount - 1).length === skus && found
      },
      600,
    )
    return rows.map(({ code, at }) => at.getTime() - (soldAt.get(code) ?? Number.NaN))
  })
}
