import type { Store } from '../../woocommerce/types.ts'

export const STORES: readonly Store[] = [
  {
    slug: 'aoi-counter',
    name: 'Aoi Gifts at the counter',
    region: 'MY',
    currency: 'MYR',
    decimals: 2,
    hoursAhead: 8,
    taxPercent: 0,
    places: [
      { id: 1, name: 'Bangsar', address: '12, Jalan Telawi, 59100 Kuala Lumpur', isDefault: true },
      { id: 2, name: 'Georgetown', address: '88, Lebuh Armenian, 10200 Pulau Pinang', isDefault: false },
    ],
  },
  {
    slug: 'merlion-counter',
    name: 'Merlion Bazaar at the counter',
    region: 'SG',
    currency: 'SGD',
    decimals: 2,
    hoursAhead: 8,
    taxPercent: 9,
    // A till that came with the site alone: it knows nothing of places.
    places: [],
  },
]
