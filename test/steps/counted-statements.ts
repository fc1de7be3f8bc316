/** Counts what the product asks its database, at the driver's edge: the tests' own statements go through plain clients. */
import pg from 'pg'
import { vi } from 'vitest'
import { PreparingClient } from '../../server/db/prepared-client.ts'

/** Texts of the statements about a table that are sent while `work` runs. */
export async function statementsAbout(table: string, work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.flatMap((given, at) => {
      const [first] = given as unknown[]
      const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text
      const isOurs = query.mock.contexts[at] instanceof PreparingClient
      return isOurs && typeof text === 'string' && new RegExp(`\\b${table}\\b`).test(text) ? [text] : []
    })
  } finally {
    query.mockRestore()
  }
}
