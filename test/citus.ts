/**
 * The tests on a Citus cluster: CITUS_URL is a superuser's address of its coordinator, in a database that knows the workers, such as
 * `postgres://postgres@127.0.0.1:5432/postgres`. Coordinator and workers must let the superuser and `seller_console` in from here and
 * from each other without a password, and is best a cluster for tests alone. Every database is made on each of them, with a
 * worker process of Citus's own that finds its deadlocks: `max_worker_processes = 400`, or tests wait for ever.
 */
import { Client } from 'pg'
import { at } from './test-database.ts'

const role = 'seller_console'

/** The superuser's addresses: the coordinator's, then the workers'. */
export async function listNodes(citusUrl: string): Promise<[string, ...string[]]> {
  const workers = await run(
    citusUrl,
    'select node_name as host, node_port as port from citus_get_active_worker_nodes()',
  )
  return [
    citusUrl,
    ...workers.map(({ host, port }) => {
      const url = new URL(citusUrl)
      url.hostname = String(host)
      url.port = String(port)
      return url.href
    }),
  ]
}

/** The template of the tests' databases: empty, with the cluster's extension. Returns the application's address of the coordinator. */
export async function createCitusTemplate(nodes: string[], template: string): Promise<string> {
  for (const node of nodes) {
    await run(
      node,
      `set citus.enable_create_role_propagation = off; do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} login; end if; end $$`,
    )
    if ((await run(node, `select from pg_database where datname = '${template}'`)).length > 0) {
      await run(node, `alter database ${template} allow_connections true`)
      await run(node, `drop database ${template} with (force)`)
    }
    await run(node, `create database ${template} owner ${role}`)
  }
  await addCitus(nodes, template)
  const application = new URL(nodes[0] ?? '')
  application.username = role
  return application.href
}

/** Makes the databases of that name, one on each node, a cluster. */
export async function addCitus([coordinator = '', ...workers]: string[], database: string): Promise<void> {
  // Few shards, so that a test's database is cloned in a second.
  await run(coordinator, `alter database ${database} set citus.shard_count = 4`)
  for (const node of [coordinator, ...workers]) await run(at(node, database), 'create extension citus')
  const { hostname, port } = new URL(coordinator)
  await run(at(coordinator, database), `select citus_set_coordinator_host('${hostname}', ${port || 5432})`)
  for (const worker of workers) {
    const { hostname: host, port: workerPort } = new URL(worker)
    await run(at(coordinator, database), `select citus_add_node('${host}', ${workerPort || 5432})`)
  }
}

/** Citus's own workers are connected to a database for as long as somebody may connect to it. */
export async function closeTemplate(nodes: string[], template: string): Promise<void> {
  for (const node of nodes) {
    await run(node, `alter database ${template} allow_connections false`)
    await run(
      node,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${template}'`,
    )
  }
}

/**
 * Has this connection see tenants' tables as they are now, on the coordinator, where they may be joined in any way. Does nothing
 * without Citus.
 */
export async function bringTogether(client: Client, tables: string[]): Promise<void> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 0) return
  for (const table of tables) {
    await client.query(`drop table if exists pg_temp.${table}`)
    await client.query(`create temp table ${table} as select * from public.${table}`)
  }
}

/** Counts the statements of this database that wait for a lock, on all nodes. */
export async function countLockWaits(client: Client): Promise<number> {
  const waits = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const citus = await client.query(`select from pg_extension where extname = 'citus'`)
  const { rows } = await client.query<{ waits: string }>(
    citus.rowCount === 0
      ? `select (${waits}) as waits`
      : 'select sum(result::int) as waits from run_command_on_all_nodes($1)',
    citus.rowCount === 0 ? [] : [waits],
  )
  return Number(rows[0]?.waits)
}

export async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
