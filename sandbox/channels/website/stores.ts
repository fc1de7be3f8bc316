import type { Store } from '../../woocommerce/types.ts'

export const STORES: readonly Store[] = [
  {
    slug: 'aoi-gifts',
    name: 'Aoi Gifts',
    region: 'MY',
    currency: 'MYR',
    decimals: 2,
    hoursAhead: 8,
    taxPercent: 0,
    places: [],
  },
  {
    slug: 'aoi-gifts-vn',
    name: 'Aoi Gifts VN',
    region: 'VN',
    currency: 'VND',
    decimals: 0,
    hoursAhead: 7,
    taxPercent: 8,
    places: [],
  },
  {
    slug: 'merlion-bazaar',
    name: 'Merlion Bazaar',
    region: 'SG',
    currency: 'SGD',
    decimals: 2,
    hoursAhead: 8,
    taxPercent: 9,
    places: [],
  },
]
