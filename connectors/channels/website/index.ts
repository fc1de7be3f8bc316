import type { Connector } from '../../connector.ts'
import { createCatalog } from '../../woocommerce/catalog.ts'
import { createDialect } from '../../woocommerce/dialect.ts'
import { deliveryStatus } from '../../woocommerce/delivery-status.ts'
import { profile } from './wire.ts'

export const connector: Connector = {
  id: 4,
  code: 'website',
  platformCode: 'primeweb',
  name: 'Website',
  software: 'WooCommerce',
  type: 'store',
  settings: [
    {
      name: profile.secretSetting,
      secret: true,
      // A web store can be linked without it: it is then asked for changes and tells nothing by itself.
      default: '',
      description:
        'Any 32 characters or more: what web stores sign their webhooks with is made of it. Unset: none.',
    },
  ],
  ...createDialect(profile),
  catalog: createCatalog({ isBrandRequired: true }),
  deliveryStatus,
}
