/** Customers who are one person, or may be, for tests about every call and every table. */
import { sql } from 'kysely'
import { drawIds } from '../../server/db/database.ts'
import type { Account, TestConsole } from '../start-test-console.ts'

export type SettledPersons = {
  /** Merges both buyers, and answers the second. */
  joinCustomers(): Promise<number>
  /** Opens the suggestion that both are one person, and answers its id. */
  addDuplicate(): Promise<number>
  /** Adds a change about the second that can be undone, and answers its id. */
  addPersonChange(): Promise<number>
}

export async function settlePersons(
  running: TestConsole,
  account: Account,
  first: number,
  second: number,
): Promise<SettledPersons> {
  const { ownerId } = account
  const settled: SettledPersons = {
    async joinCustomers(): Promise<number> {
      await account.call('POST /customers/merge', { customer_ids: [first, second] })
      return second
    },
    addDuplicate: () =>
      running.db.asOwner(ownerId, async (tx) => {
        const [id = 0] = await drawIds(tx, 1)
        await sql`update customers set person_id = null where owner_id = ${ownerId}`.execute(tx)
        await sql`update person_counts set joined = 0 where owner_id = ${ownerId}`.execute(tx)
        await sql`delete from customer_pairs where owner_id = ${ownerId}`.execute(tx)
        await sql`insert into customer_keys (owner_id, customer_id, name_key) values (${ownerId}, ${first}, 'name')
          on conflict (owner_id, customer_id) do nothing`.execute(tx)
        await sql`insert into customer_pairs (owner_id, id, first_id, second_id, state, reason, changed_at)
          values (${ownerId}, ${id}, ${Math.min(first, second)}, ${Math.max(first, second)}, 'likely', 'phone', ${new Date()})`.execute(
          tx,
        )
        return id
      }),
    addPersonChange: () =>
      running.db.asOwner(ownerId, async (tx) => {
        const [id = 0] = await drawIds(tx, 1)
        await sql`update customers set person_id = null where owner_id = ${ownerId}`.execute(tx)
        await sql`update person_counts set joined = 0 where owner_id = ${ownerId}`.execute(tx)
        const member = { id: second, personId: null, joinedHow: null, joinedBy: null, joinedAt: null }
        const state = JSON.stringify({ members: [member], pairs: [] })
        await sql`insert into person_changes (owner_id, id, before, after, created_at)
          values (${ownerId}, ${id}, ${state}::jsonb, ${state}::jsonb, ${new Date()})`.execute(tx)
        return id
      }),
  }
  await settled.joinCustomers()
  await account.call(`POST /customers/${second}/separate`, {})
  await settled.addDuplicate()
  await running.db.asOwner(ownerId, async (tx) => {
    await sql`insert into segment_sends (owner_id, shortlist_id, shop_id, customer_id)
      select s.owner_id, s.id, c.shop_id, c.id from shortlists s join customers c on c.owner_id = ${ownerId} and c.id = ${first}
      where s.owner_id = ${ownerId} order by s.id limit 1`.execute(tx)
  })
  return settled
}
