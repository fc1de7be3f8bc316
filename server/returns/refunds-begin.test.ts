/** Accounts that were there before refunds were taken off have them taken off by the migration. */
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChannelOrder } from '../../model/order.ts'
import type { ReturnCase } from '../../model/return-case.ts'
import { startTestConsole, type TestConsole } from '../../test/console.ts'
import { ledgerErrors, noErrors } from '../../test/oracle.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../test/orders.ts'
import { putReturns, returnOf } from '../../test/returns.ts'

let running: TestConsole
let admin: pg.Client

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const sold = (channelOrderId: string, refund: number, more: Partial<ChannelOrder> = {}) =>
  orderOf({
    channelOrderId,
    status: 'delivered',
    payment: { ...noPayment, subTotal: 900, refund },
    ...more,
  })
/** At the last minute of 9 March in the account's time zone, or at the first of the next day. */
const back = (id: string, of: string, more: Partial<ReturnCase> & { isNext?: true } = {}) => {
  const { isNext, ...told } = more
  const changedAt = new Date(isNext ? '2026-03-09T16:00:00Z' : '2026-03-09T15:59:59Z')
  return returnOf({ channelReturnId: id, channelOrderId: of, status: 'refunded', changedAt, ...told })
}

it('as what is kept from then on, to the cent and the day', async () => {
  const seller = await running.signUp('old')
  const { ownerId } = seller
  const shop = await addShop(running, ownerId, 'old')
  const store = await addShop(running, ownerId, 'store', 4)
  await putOrders(running, ownerId, shop, [
    sold('A', 400),
    sold('B', 0, { currency: 'VND' }),
    sold('C', 0, { status: 'unpaid' }),
  ])
  await putReturns(running, ownerId, shop, [
    back('A-1', 'A'),
    back('A-2', 'A', { isNext: true, refund: 50 }),
    back('A-3', 'A', { status: 'closed' }),
    back('A-4', 'A', { status: 'rejected' }),
    back('B-1', 'B', { currency: 'VND' }),
    back('C-1', 'C'),
    back('X-1', 'X'),
  ])
  await putOrders(running, ownerId, store, [sold('W', 400), sold('U', 400, { status: 'unpaid' })], false)
  const kept = async () => (await admin.query('select * from sales_days order by 1, 2, 3, 4')).rows
  const before = await kept()
  const refunds = before.map(({ refunds: sum }: { refunds: string }) => Number(sum))
  expect(refunds.filter((sum) => sum > 0).toSorted((a, b) => a - b)).toEqual([50, 400, 1000, 1000])

  // As the role that owns the tables, whom the walls bind.
  const owner = new pg.Client({ connectionString: running.databaseUrl })
  await owner.connect()
  await owner.query(`alter table return_cases drop column refunded_at, drop column taken_off, drop column taken_off_at;
    alter table orders drop column refunds; alter table sales_days drop column refunds`)
  await owner.query(`begin; ${await migration()}; commit`)
  await owner.end()
  expect(await kept()).toEqual(before)
  expect(await ledgerErrors(running.adminUrl)).toEqual(noErrors)
  const { rows: open } = await admin.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`,
  )
  expect(open).toEqual([])
})

async function migration(): Promise<string> {
  const folder = new URL('../db/migrations/', import.meta.url)
  const file = (await readdir(folder)).find((name) => name.endsWith('-refunds.sql')) ?? ''
  return readFile(new URL(file, folder), 'utf8')
}
