/** Tables of an account's backup. They come from the catalogue, so that none can be forgotten. */
import { CompiledQuery, sql } from 'kysely'
import { escapeIdentifier } from 'pg'
import type { Tx } from '../db/database.ts'
import { forAll } from '../jobs/jobs.ts'

/** Tables with an owner that stay out, and why. Every other one goes along; a new one has to be argued for here. */
export const leftOut: Readonly<Record<string, string>> = {
  sessions: 'whoever is signed in is so at this console; people sign in anew',
  one_time_links: 'of mails that were sent from this console, and they end within days',
  link_states: 'of consent pages that are open at this moment',
  stored_responses: 'answers to requests of the last day',
  events: 'what open pages are told at this moment',
  exports: 'files that can be asked for again, this one among them',
  export_chunks: 'the pieces of those files',
  print_agents: 'programs that are paired with this console; they are paired anew',
  print_jobs: 'papers on their way to those programs',
  print_settings: 'rules that name those programs',
  plans: 'what was agreed with whoever hosts this console; nobody brings a plan along',
}

/**
 * Jobs that go along: each works for the account that its payload names, and for nothing else. Exports are left out as their rows
 * are, and what is told of a plan as the plan is.
 */
export const jobsAlong: readonly string[] = [
  'sync-orders',
  'run-order-actions',
  'send-delivery-status',
  'track-shipments',
  'create-orders',
  'sync-products',
  'refresh-catalog',
  'refresh-products',
  'read-pictures',
  'suggest-skus',
  'run-listing-changes',
  'run-bulk-publish',
  'run-import',
  'run-template-uploads',
  'check-templates',
  'read-brands',
  'sync-customers',
  'sync-returns',
  'sync-settlements',
  'sync-warehouses',
  'push-customers',
  'gather-customers',
  'match-customers',
  'send-segment',
  'rank-customers',
  'check-stock',
  'push-stock',
  'keep-sign-in',
  'check-sign-in',
  'prepare-print',
  'remove-prints',
  'send-mail',
  'write-digest',
  'write-mail-report',
]

export type BackupTable = { name: string; columns: string[]; key: string[]; hasBytes: boolean }

/** Lists the tables, referenced ones first. */
export async function listBackupTables(tx: Tx): Promise<BackupTable[]> {
  const { rows } = await sql<BackupTable & { parents: string[] }>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text order by k.position) from pg_index i
        cross join lateral unnest(i.indkey::int2[]) with ordinality k (number, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary) as key,
      exists(select from pg_attribute a where a.attrelid = c.oid and a.atttypid = 'bytea'::regtype) as "hasBytes",
      (select coalesce(array_agg(distinct p.relname::text), '{}') from pg_constraint f
        join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and exists(select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped)
    order by c.relname`.execute(tx)
  const waiting = new Map(rows.filter(({ name }) => !(name in leftOut)).map((row) => [row.name, row]))
  const sorted: BackupTable[] = []
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ parents }) => !parents.some((parent) => waiting.has(parent)))
    if (!next) throw new Error(`tables that point to each other: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(next.name)
    const { parents: _, ...table } = next
    sorted.push(table)
  }
  return sorted
}

/** The last migration that the database has. */
export async function findSchema(tx: Tx): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from migrations order by number desc limit 1`.execute(tx)
  return rows[0]?.name ?? ''
}

export async function countRows(tx: Tx, ownerId: string, tables: BackupTable[]): Promise<number> {
  const counts = tables.map(
    ({ name }) => `(select count(*) from ${escapeIdentifier(name)} where owner_id = $1)`,
  )
  const { rows } = await tx.executeQuery<{ total: number }>(
    CompiledQuery.raw(`select ${counts.join(' + ')} as total`, [ownerId]),
  )
  return rows[0]?.total ?? 0
}

const cursor = 'backup_rows'

/** Every row of the owner as a line of JSON, in the order of the key. One table at a time. */
export async function* readRows(tx: Tx, ownerId: string, table: BackupTable): AsyncGenerator<string[]> {
  const { name, columns, key, hasBytes } = table
  const list = columns.map(escapeIdentifier).join(', ')
  const text = `declare ${cursor} no scroll cursor for select row_to_json(r)::text as line
    from (select ${list} from ${escapeIdentifier(name)} where owner_id = $1 order by ${key.map(escapeIdentifier).join(', ')}) r`
  await tx.executeQuery(CompiledQuery.raw(text, [ownerId]))
  // A picture or a page of labels may have a megabyte.
  const step = hasBytes ? 10 : 1000
  for (;;) {
    const { rows } = await sql<{ line: string }>`${sql.raw(`fetch ${step} from ${cursor}`)}`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql.raw(`close ${cursor}`).execute(tx)
}

/** Returns the owner's pending jobs, as lines of JSON. */
export async function listJobs(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select json_build_object('task', t.identifier, 'payload', j.payload, 'queue', q.queue_name, 'key', j.key,
      'run_at', j.run_at, 'priority', j.priority, 'max_attempts', j.max_attempts)::text as line
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.payload ->> 'ownerId' = ${ownerId} and t.identifier = any(${jobsAlong}::text[])
    order by t.identifier, j.key, j.payload::text, j.run_at`.execute(tx)
  return rows.map(({ line }) => line)
}

/** Puts rows back as they were, and tells how many. Those of another owner stay out: not every table has row-level security. */
export async function addRows(
  tx: Tx,
  ownerId: string,
  { name, columns }: BackupTable,
  lines: string[],
): Promise<number> {
  const list = columns.map(escapeIdentifier).join(', ')
  const text = `insert into ${escapeIdentifier(name)} (${list})
    select ${list} from json_populate_recordset(null::${escapeIdentifier(name)}, $1::json) where owner_id = $2
    returning 1`
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [`[${lines.join(',')}]`, ownerId]))
  return rows.length
}

/** The same of jobs. One under the key of another owner would take the place of that owner's own. */
export async function addJobs(tx: Tx, ownerId: string, lines: string[]): Promise<number> {
  const own = `${ownerId}/`
  const { rows } =
    await sql`select graphile_worker.add_job(j ->> 'task', payload => j -> 'payload', queue_name => j ->> 'queue',
      job_key => j ->> 'key', run_at => (j ->> 'run_at')::timestamptz, priority => (j ->> 'priority')::smallint,
      max_attempts => (j ->> 'max_attempts')::smallint)
    from json_array_elements(${`[${lines.join(',')}]`}::json) j
    where j -> 'payload' ->> 'ownerId' = ${ownerId} and j ->> 'task' = any(${jobsAlong}::text[])
      and starts_with(j ->> 'key', ${own})
      and (starts_with(j ->> 'queue', ${own}) or starts_with(j ->> 'queue', ${forAll}))`.execute(tx)
  return rows.length
}

/** Most that a file's ids may be ahead of this database's: as many as a busy console draws in a lifetime. */
const furthestAhead = 2 ** 40
/** JavaScript counts exactly to 2^53, and there have to be ids behind those that came back. */
const highestId = 2 ** 52

/** New ids go on behind the highest that came back. False where that is none that a console can have drawn. */
export async function passIds(tx: Tx, ownerId: string, tables: BackupTable[]): Promise<boolean> {
  let highest = 0
  for (const { name, columns } of tables) {
    const column = columns.find((one) => one === 'id' || (name === 'owners' && one === 'number'))
    if (!column) continue
    const text = `select max(${escapeIdentifier(column)})::float8 as highest from ${escapeIdentifier(name)} where owner_id = $1`
    const { rows } = await tx.executeQuery<{ highest: number | null }>(CompiledQuery.raw(text, [ownerId]))
    highest = Math.max(highest, rows[0]?.highest ?? 0)
  }
  // Changes nothing, and keeps everybody from drawing an id until this transaction ends: one drawn between the question and the
  // answer could lie behind the highest, and setval would have it drawn again.
  await sql`alter sequence ids no cycle`.execute(tx)
  const { rows } = await sql<{ last: number }>`select last_value as last from ids`.execute(tx)
  const last = rows[0]?.last ?? 0
  if (highest > highestId || highest > last + furthestAhead) return false
  if (highest > last) await sql`select setval('ids', ${highest}::bigint)`.execute(tx)
  return true
}

export async function isOwnerHere(tx: Tx, ownerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from owners where owner_id = ${ownerId}`.execute(tx)
  return rows.length > 0
}

/** Within the transaction that is read: all of it as it was at one moment. */
export async function freeze(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}
