/** On a Citus cluster, each request stays on the node of its owner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../contract/endpoints.ts'
import { run } from '../citus.ts'
import { startTestConsole, type TestConsole } from '../start-test-console.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { settleOwner, type Owned } from '../steps/settled-owner.ts'
import { PreparingClient } from '../../server/db/prepared-client.ts'

/** Commands that the coordinator sent since the last clear, by node. */
const sent = new Map<string, string[]>()
type Emit = (this: unknown, event: string, notice?: { message?: string; detail?: string }) => boolean
const emit = Reflect.get(PreparingClient.prototype, 'emit') as Emit
const listening: Emit = function (event, ...rest) {
  const [notice] = rest
  const node = event === 'notice' && /on server \S*@(\S+)/.exec(notice?.detail ?? '')?.[1]
  if (node) sent.set(node, [...(sent.get(node) ?? []), notice?.message ?? ''])
  return emit.call(this, event, ...rest)
}
Reflect.set(PreparingClient.prototype, 'emit', listening)

describe.runIf(process.env.CITUS_URL)('on a cluster', () => {
  let database: TestDatabase
  let running: TestConsole
  let owners: Owned[]
  beforeAll(async () => {
    database = await createTestDatabase()
    const { pathname } = new URL(database.adminUrl)
    await run(database.adminUrl, `alter database ${pathname.slice(1)} set citus.log_remote_commands = on`)
    running = await startTestConsole({ role: 'web', databaseUrl: database.url })
    owners = [await settleOwner(running, 'one', 'Aoi'), await settleOwner(running, 'two', 'Bao')]
  })
  afterAll(async () => {
    await running?.stop()
    await database?.drop()
  })

  it('every endpoint that only looks asks one node', async () => {
    const looks = Object.keys(allEndpoints).filter((key) => key.startsWith('GET '))
    let answered = 0
    for (const { account, orders, shops } of owners) {
      for (const key of looks) {
        const id = key.includes('/shops/') ? shops[0] : orders[0]
        sent.clear()
        const answer = await account.call(key.replace('{id}', String(id)).replaceAll(/\{\w+\}/g, '1'))
        if (answer.status < 300) answered++
        expect([key, answer.status < 500, [...sent.keys()].length <= 1]).toEqual([key, true, true])
      }
      sent.clear()
      await account.call('GET /orders/filter?keyword=Aoi&limit=100')
      expect([...sent.keys()]).toHaveLength(1)
    }
    // Heard of when it is otherwise.
    sent.clear()
    await running.db.pool.query('select count(*) from order_search')
    expect(sent.size).toBeGreaterThan(1)
    expect(answered).toBeGreaterThan(owners.length * 40)
  })
})
