import { hash } from '../../random.ts'
import { readOrderRecords, SAMPLE_PATH } from '../../retail/sample.ts'
import type { Website } from './index.ts'
import { makeOrder } from './make-order.ts'
import { STORES } from './stores.ts'
import type { Store } from './types.ts'

/** One sale in six was made in a store of the seller's own; two thirds of those in Malaysia. */
export async function loadSample(website: Website, now = website.world.clock.now()): Promise<number> {
  const [malaysia, vietnam] = STORES as [Store, Store, Store]
  let loaded = 0
  // The oldest comes first, so that numbers rise with time.
  for await (const record of readOrderRecords(SAMPLE_PATH)) {
    if (hash(`website:${record.ref}`) % 6 !== 0) continue
    const store = hash(`store:${record.customer ?? record.ref}`) % 3 === 0 ? vietnam : malaysia
    const order = makeOrder(website.catalogue, store, record, website.nextId(), now)
    website.orders.get(store)?.set(order.id, order)
    loaded++
  }
  return loaded
}
