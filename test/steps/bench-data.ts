/** The bench's own data, small, in databases of the test server. */
import { templateDatabase, testServerVariables } from '../test-database.ts'
import { benchServerOf, withClient, type BenchServer } from '../../bench/bench-database.ts'

export function openBenchServer(): BenchServer {
  const { url, adminUrl } = testServerVariables
  const addresses = { url: process.env[url] ?? '', adminUrl: process.env[adminUrl] ?? '' }
  return benchServerOf(addresses, async () => {}, templateDatabase)
}

/** Rows that a statement selects as the superuser. */
export function selectIn<Row extends object>(
  server: BenchServer,
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(server.adminUrl(database), async (client) => (await client.query<Row>(text, values)).rows)
}
