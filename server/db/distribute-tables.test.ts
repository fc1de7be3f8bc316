import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCitus, listNodes, run } from '../../test/citus.ts'
import { call, startTestConsole } from '../../test/start-test-console.ts'
import { at, createTestDatabase } from '../../test/test-database.ts'
import { ledgerErrors, noErrors } from '../../test/steps/oracle.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { distribute } from './distribute-tables.ts'
import { migrate } from './migrate.ts'

describe.runIf(process.env.CITUS_URL)('an installation from before Citus', () => {
  const name = `test_${randomBytes(8).toString('hex')}`
  let nodes: string[] = []
  beforeAll(async () => {
    nodes = await listNodes(process.env.CITUS_URL ?? '')
    for (const node of nodes)
      await run(node, `create database ${name} template template0 owner seller_console`)
  })
  afterAll(async () => {
    for (const node of nodes) await run(node, `drop database if exists ${name} with (force)`)
  })

  it('is spread over the workers with all its rows, and goes on', async () => {
    const adminUrl = at(nodes[0] ?? '', name)
    const address = new URL(adminUrl)
    address.username = 'seller_console'
    const databaseUrl = address.href
    await migrate(databaseUrl)
    const old = await startTestConsole({ role: 'web', databaseUrl })
    const accounts = await Promise.all(['one', 'two', 'three', 'four'].map((who) => old.signUp(who)))
    for (const { ownerId } of accounts) {
      const shop = await addShop(old, ownerId, `shop-of-${ownerId}`)
      await putOrders(old, ownerId, shop, [
        orderOf({ channelOrderId: 'A' }),
        orderOf({ channelOrderId: 'B' }),
      ])
    }
    await old.stop()
    const before = await run(adminUrl, 'select owner_id, id, total from orders order by 1, 2')
    expect(before).toHaveLength(8)

    await addCitus(nodes, name)
    const tables = await distribute(databaseUrl)
    expect(tables.length).toBeGreaterThan(60)
    expect(tables.indexOf('warehouses')).toBeLessThan(tables.indexOf('shops'))
    expect(await run(adminUrl, 'select owner_id, id, total from orders order by 1, 2')).toEqual(before)
    expect(await distribute(databaseUrl)).toEqual([])
    const rights = await run(
      adminUrl,
      `select distinct result from run_command_on_shards('audit_entries',
         $$ select has_table_privilege('seller_console', '%s', 'update, delete, truncate') $$)`,
    )
    expect(rights).toEqual([{ result: 'f' }])
    const open = `select count(*)::int as open from pg_class where relnamespace = 'public'::regnamespace
      and relrowsecurity and not relforcerowsecurity`
    expect(await run(adminUrl, open)).toEqual([{ open: 0 }])

    const grown = await startTestConsole({ role: 'web', databaseUrl })
    const signedIn = await call(grown.url, 'POST /authorization', {
      email: 'one@example.test',
      password: 'correct horse',
    })
    const list = await call(grown.url, 'GET /orders/filter', undefined, {
      authorization: `Bearer ${signedIn.at<string>('access_token')}`,
    })
    expect(list.at<object[]>('data')).toHaveLength(2)
    const owner = accounts[1]?.ownerId ?? ''
    const shop = await addShop(grown, owner, 'new')
    await putOrders(grown, owner, shop, [orderOf({ channelOrderId: 'C' })])
    expect(await ledgerErrors(adminUrl)).toEqual(noErrors)
    await grown.stop()
  })
})

it('says that there is no Citus', async () => {
  const database = await createTestDatabase()
  // On a cluster everything is distributed from the start.
  const answer = await distribute(database.url).catch((error: Error) => error.message)
  if (process.env.CITUS_URL) expect(answer).toEqual([])
  else expect(answer).toContain('does not have Citus')
  await database.drop()
})
