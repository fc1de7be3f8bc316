/** Answers of the statements by hand: named by the first part of a path, what follows are their values; `/` is the order list. */
import { Pool } from 'pg'
import { bareCustomerStatements } from './bare-customer-statements.ts'
import { bareProductStatements } from './bare-product-statements.ts'
import { bareStatements } from './bare-statements.ts'

const statements = new Map(
  [bareStatements, bareProductStatements, bareCustomerStatements].flatMap((all) => Object.entries(all)),
)

export type BareAnswers = {
  /** JSON text; undefined where the statement finds nothing. */
  answer(path: string): Promise<string | undefined>
  close(): Promise<void>
}

/** @param databaseUrl a superuser's, whom row-level security costs nothing */
export function openBareAnswers(databaseUrl: string | undefined, ownerId: string | undefined): BareAnswers {
  const pool = new Pool({ connectionString: databaseUrl, max: 8, options: '-c timezone=UTC' })
  // Its database may be dropped while connections close.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  return {
    async answer(path) {
      const [name = '', ...values] = path.slice(1).split('/').map(decodeURIComponent)
      const text = statements.get(name || 'list')
      if (!text) throw new Error(`no bare statement is called ${name}`)
      const { rows } = await pool.query<{ body: string }>({ name, text, values: [ownerId, ...values] })
      return rows[0]?.body
    },
    close: () => pool.end(),
  }
}
