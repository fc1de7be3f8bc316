/** An order that is saved while its SKU gets its first figure: it is reserved, whichever of the two commits first. */
import { expect, it } from 'vitest'
import type { Tx } from '../../db/database.ts'
import { until } from '../../../test/start-test-console.ts'
import {
  admin,
  counted,
  figures,
  keepTwoShops,
  running,
  sell,
  seller,
  shops,
  skuId,
} from '../../../test/steps/two-shops.ts'
import { getDefaultWarehouse } from '../../warehouses/warehouses-store.ts'
import { bookStock } from '../movements/move-stock-store.ts'
import { countStock } from './first-figure-store.ts'

keepTwoShops()

const ways: Record<string, (tx: Tx) => Promise<unknown>> = {
  "a channel's figure": (tx) =>
    countStock(tx, { ownerId: seller.ownerId, shopId: shops[0] }, [{ skuId, quantity: 20 }], counted),
  'a delivery': async (tx) => {
    const warehouseId = await getDefaultWarehouse(tx, seller.ownerId)
    const change = { skuId, warehouseId, onHand: 20, field: 'lines.0.quantity' }
    const session = { ownerId: seller.ownerId, shopIds: [], userId: null, name: 'Aoi' }
    const action = { kind: 'receipt', reason: null, changes: [change], allowsNegative: false } as const
    return bookStock(tx, session as never, { ...action, changes: [change] })
  },
}

it.each(Object.keys(ways))('is reserved of %s', async (way) => {
  await running.db.asOwner(seller.ownerId, (tx) => getDefaultWarehouse(tx, seller.ownerId))
  const [isBooked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const booking = running.db.asOwner(seller.ownerId, async (tx) => {
    await ways[way]?.(tx)
    isBooked.resolve()
    await mayCommit.promise
  })
  await Promise.race([isBooked.promise, booking])
  let isSold = false
  const selling = sell('meanwhile', 'pending', 3, { shopId: shops[1] }).then(() => (isSold = true))
  await until('the order to be saved, or to wait', async () => {
    const { rowCount } = await admin.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return isSold || rowCount === 1
  })
  mayCommit.resolve()
  await Promise.all([booking, selling])
  expect(await figures()).toEqual([20, 3])
})
