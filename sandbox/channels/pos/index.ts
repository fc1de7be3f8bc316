/** Points of sale: tills of a site, at one or several places. What they speak is in ../../woocommerce. */
import type { World } from '../../kit/marketplace.ts'
import { hash } from '../../kit/random.ts'
import { createSites, outletsIn, type Sites } from '../../woocommerce/sites.ts'
import { createOrder } from './create-order.ts'
import { STORES } from './stores.ts'

export function createPos(world: World): Sites {
  const outlets = STORES.flatMap(outletsIn)
  const [first, second] = outlets
  return createSites(
    world,
    {
      code: 'pos',
      prefix: '/pos/',
      stores: STORES,
      maker: 'pos-rest-api',
      /** One sale in eight was made at the counter; two thirds of those at the first place. */
      outletOf({ ref }) {
        if (hash(`pos:${ref}`) % 8 !== 0) return undefined
        return hash(`place:${ref}`) % 3 === 0 ? second : first
      },
      createOrder,
    },
    outlets,
  )
}
