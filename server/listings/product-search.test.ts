/** Searches go by an index although row-level security stands on the tables: it keeps text operators and functions out of theirs. */
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { isFoundSku } from '../skus/sku-search-store.ts'
import { keysOf } from '../skus/skus-store.ts'
import { isFoundProduct } from './product-search-store.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(() => running?.stop())

/** The plan where reading whole tables is the last resort, as it is with a million rows. */
async function planOf(query: RawBuilder<unknown>): Promise<string> {
  return running.db.asOwner(seller.ownerId, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(tx)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
}

it('finds products and SKUs by their terms, and SKUs and listings by their codes', async () => {
  const owner = `'${seller.ownerId}'`
  const isFound = (condition: string) => sql.raw(condition)
  expect(
    await planOf(
      sql`select from products p where p.owner_id = ${seller.ownerId} and ${isFound(isFoundProduct('p.id', owner, "'lamp'"))}`,
    ),
  ).toContain('product_search_terms')
  expect(
    await planOf(
      sql`select from skus s where s.owner_id = ${seller.ownerId} and ${isFound(isFoundSku('s.id', owner, "'lamp'"))}`,
    ),
  ).toContain('sku_search_terms')
  const keys = keysOf(['LAMP', 'CUP'])
  const byCode = sql`select from skus s where s.owner_id = ${seller.ownerId} and s.merged_into is null and s.code_key = any(${keys})`
  expect(await planOf(byCode)).toMatch(/skus_prime[^]*code_key/)
  const bySeller = sql`select from product_skus k where k.owner_id = ${seller.ownerId} and k.seller_key = any(${keys})`
  expect(await planOf(bySeller)).toMatch(/product_skus_seller_sku[^]*seller_key/)
})
