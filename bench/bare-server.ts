/**
 * The bare limit: node:http and one prepared statement that makes the JSON of the same 20 rows, or (BENCH_READ=key) of the one
 * order whose id is the path. No sign-in, no checks, no counts, no words, no second wall. DATABASE_URL must name a superuser,
 * whom row-level security costs nothing.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'

const ownerId = process.env.BENCH_OWNER
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 8,
  options: '-c timezone=UTC',
})

const list = `
  select coalesce(json_agg(r), '[]')::text as body from (
    select o.id, o.shop_id, s.system_name, s.platform_id, o.channel_order_id, o.status, o.payment_method, o.currency, o.total,
      o.quantity, o.line_count, o.preview, o.customer_id, o.buyer_name, o.buyer_phone, o.place, o.provider, o.tracking_number,
      o.is_star, o.printed_at, o.packed_at, o.cancel_requested_at, o.cancel_deadline, o.ship_by, o.note, o.placed_at, o.updated_at
    from (select * from orders where owner_id = $1 order by placed_at desc, id desc limit 20) o
    join shops s on s.owner_id = $1 and s.id = o.shop_id
    order by o.placed_at desc, o.id desc) r`

const key = 'select to_json(o)::text as body from orders o where owner_id = $1 and id = $2'
const byKey = process.env.BENCH_READ === 'key'

async function answer(path: string, response: ServerResponse): Promise<void> {
  try {
    const { rows } = await pool.query<{ body: string }>({
      name: 'orders',
      text: byKey ? key : list,
      values: byKey ? [ownerId, path.slice(1)] : [ownerId],
    })
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(rows[0]?.body)
  } catch (error) {
    response.writeHead(500)
    response.end(String(error))
  }
}

const server = createServer(({ url = '/' }, response) => void answer(url, response))
server.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
