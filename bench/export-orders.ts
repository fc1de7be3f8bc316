/** All orders as a file: rows per second against a bare COPY of the same rows, and what memory the worker takes for it. */
import type { Reply } from '../contract/endpoints.ts'
import { freePort, until } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { withClient } from './bench-database.ts'
import { median, perSeconds, ratiosOf, signIn } from './measure.ts'
import { startConsoleProcess, type Running } from './processes.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail } from './seed-orders.ts'

type Entry = Reply<'GET /exports'>['data'][number]
export type Written = { perSecond: number; rows: number; bytes: number; seconds: number }

/** Query for the content of the file as plain rows of the tables. */
export const plainOrderRows = `select o.channel_order_id, s.system_name, o.status, o.placed_at, o.paid_at, o.ship_by, o.shipped_at,
    o.completed_at, o.payment_method, o.buyer_name, o.buyer_phone, o.place, o.address->>'street' as street,
    o.address->>'ward' as ward, o.address->>'district' as district, o.address->>'province' as province, o.address->>'city' as city,
    o.address->>'postcode' as postcode, o.address->>'country' as country, i.name, i.variant_label, i.seller_sku, i.shop_sku, i.quantity,
    i.total as line_total, o.total, o.payment->>'sellerDiscount' as seller_discount, o.payment->>'platformDiscount' as platform_discount,
    o.payment->>'coins' as coins, o.payment->>'shippingFee' as shipping_fee, o.payment->>'tax' as tax,
    o.payment->>'platformFee' as platform_fee, o.payment->>'shippingCost' as shipping_cost, o.payment->>'refund' as refund,
    coalesce(t.amount, (o.payment->>'settled')::bigint) as settled, t.settled_at, o.currency, o.provider, o.tracking_number,
    o.buyer_message, o.note
  from orders o
  left join settlements t on t.owner_id = o.owner_id and t.shop_id = o.shop_id and t.channel_order_id = o.channel_order_id
  left join order_items i on i.owner_id = o.owner_id and i.order_id = o.id
  join shops s on s.owner_id = o.owner_id and s.id = o.shop_id
  where o.owner_id = (select owner_id from sign_ins where email = '${bigOwnerEmail}')
  order by o.placed_at desc, o.id desc, i.position`

export async function benchExportOrders(bench: Bench): Promise<Table[]> {
  const { orders, rounds } = bench.options
  const { database } = await bench.seeded(orders)
  const url = bench.server.url(database)
  const web = await startConsoleProcess('web', url, { port: await freePort() })
  const worker = await startConsoleProcess('worker', url)
  try {
    const token = await signIn(web.url, bigOwnerEmail, benchPassword)
    const idle = worker.memoryMiB() ?? Number.NaN
    const copied: Written[] = []
    const csv: Written[] = []
    const xlsx: Written[] = []
    let csvPeak = 0
    for (let round = 0; round <= rounds; round++) {
      csv.push(await exportOnce(web, token, '/orders/export?format=csv'))
      csvPeak = worker.peakMemoryMiB() ?? Number.NaN
      copied.push(await copyOnce(bench, database, plainOrderRows, csv.at(-1)?.rows ?? 0))
      bench.report(`round ${round} of ${rounds}: CSV ${csv.at(-1)?.perSecond.toFixed(0)} rows/s`)
      // The first was to warm up.
      if (round === 0) [csv, copied].forEach((list) => list.splice(0))
    }
    for (let round = 0; round < rounds; round++)
      xlsx.push(await exportOnce(web, token, '/orders/export?format=xlsx'))
    bench.noteMemory(worker)
    const of = (list: Written[], key: keyof Written) => median(list.map((one) => one[key]))
    const row = (name: string, list: Written[], peak?: number) => [
      name,
      of(list, 'rows'),
      of(list, 'seconds'),
      of(list, 'perSecond'),
      list.some(({ bytes }) => bytes > 0) ? of(list, 'bytes') / 1e6 : undefined,
      peak === undefined ? undefined : peak - idle,
    ]
    const ratios = ratiosOf(perSeconds(csv), perSeconds(copied))
    return [
      {
        title: `All orders as a file; ${orders.toLocaleString('en')} orders`,
        command: bench.command('export'),
        columns: ['', 'rows', 'seconds', 'rows/s', 'MB', 'worker MiB above idle'],
        rows: [
          row('bare COPY to CSV', copied),
          row('console, CSV', csv, csvPeak),
          row('console, XLSX', xlsx, worker.peakMemoryMiB()),
        ],
        notes: [
          `CSV / COPY: ${(median(ratios) * 100).toFixed(0)} % (bar: 50 %); by round ${ratios.map((r) => (r * 100).toFixed(0)).join(', ')}`,
          'Bar for the memory: 150 MiB above idle.',
        ],
      },
    ]
  } finally {
    await worker.stop()
    await web.stop()
  }
}

/** @param request the call that requests it */
export async function exportOnce(web: Running, token: string, request: string): Promise<Written> {
  const ask = async <T>(method: string, path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${web.url}/api/v2${path}`, { method, headers })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const { export_id: id } = await ask<{ export_id: number }>('GET', request)
  const entry = await until(
    'the file',
    async () => {
      // Asking all the time would be a load of its own.
      await new Promise((resolve) => setTimeout(resolve, 250))
      const found = (await ask<{ data: Entry[] }>('GET', '/exports')).data.find((one) => one.id === id)
      return found?.status === 'done' && found
    },
    3600,
  )
  await ask('DELETE', `/exports/${id}`)
  const seconds = (Date.parse(entry.ended_at ?? '') - Date.parse(entry.requested_at)) / 1000
  const bytes = entry.parts.reduce((sum, part) => sum + part.bytes, 0)
  return { rows: entry.rows, bytes, seconds, perSecond: entry.rows / seconds }
}

/** Into nothing, by the server itself: no client takes part in it. */
export async function copyOnce(
  bench: Bench,
  database: string,
  query: string,
  rows: number,
): Promise<Written> {
  return withClient(bench.server.adminUrl(database), async (client) => {
    const started = performance.now()
    const { rowCount } = await client.query(`copy (${query}) to '/dev/null' (format csv)`)
    const seconds = (performance.now() - started) / 1000
    if (rowCount !== rows) throw new Error(`COPY gave ${rowCount} rows, the file has ${rows}`)
    return { rows, bytes: 0, seconds, perSecond: rows / seconds }
  })
}
