/** Web stores of the seller's own. What they speak is in ../../woocommerce. */
import type { World } from '../../kit/marketplace.ts'
import { hash } from '../../kit/random.ts'
import { createSites, outletsIn, type Sites } from '../../woocommerce/sites.ts'
import { createOrder } from './create-order.ts'
import { STORES } from './stores.ts'

export function createWebsite(world: World): Sites {
  const outlets = STORES.flatMap(outletsIn)
  const [malaysia, vietnam] = outlets
  return createSites(
    world,
    {
      code: 'website',
      prefix: '/web/',
      stores: STORES,
      maker: 'checkout',
      /** One sale in six was made in a store of the seller's own; two thirds of those in Malaysia. */
      outletOf({ ref, customer }) {
        if (hash(`website:${ref}`) % 6 !== 0) return undefined
        return hash(`store:${customer ?? ref}`) % 3 === 0 ? vietnam : malaysia
      },
      createOrder,
    },
    outlets,
  )
}
