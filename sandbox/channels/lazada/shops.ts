import type { Region } from '../../kit/fake-customers.ts'
import type { Shop } from './types.ts'

export const SHOPS: readonly Shop[] = [
  {
    id: 100190015,
    name: 'Aoi Gifts',
    country: 'my',
    region: 'MY',
    currency: 'MYR',
    scale: 100,
    hours: 8,
    countryName: 'Malaysia',
    allocation: 'TFS',
  },
  {
    id: 200254410,
    name: 'Aoi Gifts Vietnam',
    country: 'vn',
    region: 'VN',
    currency: 'VND',
    scale: 1,
    hours: 7,
    countryName: 'Vietnam',
    allocation: 'TFS',
  },
  {
    id: 300118226,
    name: 'Merlion Bazaar',
    country: 'sg',
    region: 'SG',
    currency: 'SGD',
    scale: 100,
    hours: 8,
    countryName: 'Singapore',
    allocation: 'NTFS',
  },
]

export const CARRIERS: Record<Region, readonly string[]> = {
  MY: ['LEX MY', 'J&T Express MY', 'Ninja Van MY'],
  VN: ['LEX VN', 'J&T VN', 'BEST VN'],
  SG: ['LEX SG', 'Ninja Van SG'],
}

/** The warehouses that a cross-border seller chooses among. */
export const TRANSFER_WAREHOUSES = [
  { name: 'Transfer warehouse East', provider_code: 'FM50' },
  { name: 'Transfer warehouse South', provider_code: 'FM53' },
] as const

/** A moment as it stands on the wire: in the country's own time, with its offset. */
export function timeText(shop: Shop, seconds: number): string {
  const local = new Date((seconds + shop.hours * 3_600) * 1000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)} +0${shop.hours}00`
}

/** Minor units of the currency as the number on the wire. */
export const amount = (shop: Shop, minor: number): number => minor / shop.scale

/** Amounts of orders come as text, those of their rows as numbers. */
export const amountText = (shop: Shop, minor: number): string => amount(shop, minor).toFixed(2)
