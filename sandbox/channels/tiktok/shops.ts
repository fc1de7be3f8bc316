import type { Shop } from './types.ts'

export const SHOPS: readonly Shop[] = [
  {
    id: '7494726673780148744',
    name: 'Aoi Living MY',
    region: 'MY',
    currency: 'MYR',
    scale: 100,
    cipher: 'GCP_XF90igAAAABh00qsWgtvOiGFNqyubMt3',
    code: 'MYLCAHWN7M',
    carriers: ['J&T Express', 'Ninja Van', 'Flash Express'],
  },
  {
    id: '7494726673780149012',
    name: 'Aoi Living VN',
    region: 'VN',
    currency: 'VND',
    scale: 1,
    cipher: 'GCP_s9LkgQAAAADq3hVZb0m1cTj4y7uPzF2w',
    code: 'VNLCBKTR4P',
    carriers: ['J&T Express', 'Giao Hàng Tiết Kiệm', 'Ninja Van'],
  },
]

/** Minor units of the currency as the text on the wire. */
export function amount(shop: Shop, minor: number): string {
  return shop.scale === 1 ? String(minor) : (minor / shop.scale).toFixed(2)
}
