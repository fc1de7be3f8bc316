import type { Connector } from '../../connector.ts'
import { createCatalog } from '../../woocommerce/catalog.ts'
import { createDialect } from '../../woocommerce/dialect.ts'
import { deliveryStatus } from '../../woocommerce/delivery-status.ts'
import { warehouses } from './warehouses.ts'
import { locationOf, profile } from './wire.ts'

const dialect = createDialect(profile)

export const connector: Connector = {
  id: 3,
  code: 'pos',
  name: 'POS',
  software: 'WooCommerce',
  type: 'pos',
  settings: [
    {
      name: profile.secretSetting,
      secret: true,
      // Optional, as with web stores: without it tills are polled for changes and send no webhooks.
      default: '',
      description:
        'Any 32 characters or more: what points of sale sign their webhooks with is made of it. Unset: none.',
    },
  ],
  ...dialect,
  catalog: createCatalog({ isBrandRequired: false }),
  deliveryStatus,
  warehouses,
  auth: { ...dialect.auth, locationOf },
}
