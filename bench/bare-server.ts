/**
 * The bare limit: node:http and one prepared statement of bare-statements.ts that makes the JSON, named by the first part of the
 * path; what follows are its values, `/` is the order list. No sign-in, no checks, no words, no row-level security. DATABASE_URL must
 * name a superuser, whom row-level security costs nothing.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import { bareCustomerStatements } from './bare-customer-statements.ts'
import { bareProductStatements } from './bare-product-statements.ts'
import { bareStatements } from './bare-statements.ts'

const ownerId = process.env.BENCH_OWNER
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: 8,
  options: '-c timezone=UTC',
})

async function answer(path: string, response: ServerResponse): Promise<void> {
  try {
    const [name = '', ...values] = path.slice(1).split('/').map(decodeURIComponent)
    const text = bareStatements[name || 'list'] ?? bareProductStatements[name] ?? bareCustomerStatements[name]
    if (!text) throw new Error(`no bare statement is called ${name}`)
    const { rows } = await pool.query<{ body: string }>({ name, text, values: [ownerId, ...values] })
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
