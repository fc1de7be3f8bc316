import { hash } from '../../kit/random.ts'
import { readSample } from '../../retail/sample.ts'
import type { WebStore } from './web-store.ts'
import { createOrder } from './create-order.ts'
import { STORES } from './stores.ts'
import type { Store } from './types.ts'

/** One sale in six was made in a shop of the second generation; two thirds of those in Malaysia. */
export async function loadSample(shop: WebStore, now = shop.world.clock.nowMs()): Promise<number> {
  const [malaysia, vietnam] = STORES as [Store, Store, Store]
  let loaded = 0
  // The oldest comes first, so that numbers rise with time.
  for await (const record of readSample(shop.world)) {
    if (hash(`web-store:${record.ref}`) % 6 !== 0) continue
    const store = hash(`shop:${record.customer ?? record.ref}`) % 3 === 0 ? vietnam : malaysia
    shop.add(createOrder(shop.catalog, store, record, shop.nextNumber(), now))
    loaded++
  }
  return loaded
}
