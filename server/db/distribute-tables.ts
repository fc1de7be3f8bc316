/** Spreads an installation over the workers of Citus that was migrated before Citus came. */
import { Client } from 'pg'
import { OperatorError } from '../config/operator-error.ts'

/** Its message says what to do. */
export class DistributeError extends OperatorError {}

/**
 * Everything in one transaction, while no console runs. Returns the tables that it distributed: those behind row-level security, and
 * the search terms. Those that others point to come first.
 */
export async function distribute(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const citus = await client.query(`select from pg_extension where extname = 'citus'`)
    if (citus.rowCount === 0)
      throw new DistributeError(
        'This database does not have Citus: create the extension, add its workers, then run this again.',
      )
    const tables = await listTables(client)
    if (tables.length === 0) return []
    await client.query('begin')
    await client.query('set local citus.enable_local_reference_table_foreign_keys = off')
    // Citus copies the rows as the tables' owner, to whom forced row-level security would show none.
    const walled = await listWalled(client, tables)
    for (const name of walled) await client.query(`alter table ${name} no force row level security`)
    for (const name of tables) await moveRows(client, name)
    for (const name of walled) await client.query(`alter table ${name} force row level security`)
    await client.query('grant truncate on audit_entries, stock_movements to current_user')
    for (const name of tables.toReversed())
      await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name])
    // The shards do not inherit what migrations 0017, 0058 and 0091 took from the role itself.
    await client.query('revoke update, delete, truncate on audit_entries, stock_movements from current_user')
    await client.query('commit')
    return tables
  } finally {
    await client.end()
  }
}

async function moveRows(client: Client, name: string): Promise<void> {
  const count = async () =>
    (await client.query<{ rows: string }>(`select count(*) as rows from ${name}`)).rows[0]?.rows
  const before = await count()
  await client.query('select shard($1::regclass)', [name])
  const after = await count()
  if (after !== before)
    throw new DistributeError(`${name} had ${before} rows and has ${after}: nothing was changed.`)
}

async function listWalled(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select relname as name from pg_class where oid = any($1::regclass[]) and relforcerowsecurity',
    [tables],
  )
  return rows.map(({ name }) => name)
}

async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; parents: string[] }>(
    `select c.relname as name, array(
         select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (c.relrowsecurity or c.relname in ('order_search', 'product_search', 'sku_search', 'customer_search'))
       and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
     -- The others are placed beside the owners.
     order by c.relname <> 'owners', 1`,
  )
  const sorted: string[] = []
  const waiting = new Map(rows.map((row) => [row.name, row.parents]))
  while (waiting.size > 0) {
    const next = [...waiting].find(([, parents]) => !parents.some((parent) => waiting.has(parent)))?.[0]
    if (next === undefined)
      throw new Error(`tables that point to each other: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(next)
    sorted.push(next)
  }
  return sorted
}
