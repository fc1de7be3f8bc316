import { readSample } from '../retail/sample.ts'
import type { Sites } from './sites.ts'

/** The oldest comes first, so that numbers rise with time. */
export async function loadSample(sites: Sites, now = sites.world.clock.now()): Promise<number> {
  const { trade, catalog } = sites
  let loaded = 0
  for await (const record of readSample(sites.world)) {
    const outlet = trade.outletOf(record)
    if (!outlet) continue
    const order = trade.createOrder({ catalog, outlet, record, id: sites.nextNumber(), now })
    sites.add(order)
    loaded++
  }
  return loaded
}
