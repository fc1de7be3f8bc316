import type { Currency } from './money.ts'

export type RegionSettings = { timezone: string; currency: Currency }

/** By the regions that channels name: where most of a country's sellers are, and what they trade in. */
const regions: Record<string, RegionSettings> = {
  ID: { timezone: 'Asia/Jakarta', currency: 'IDR' },
  JP: { timezone: 'Asia/Tokyo', currency: 'JPY' },
  MY: { timezone: 'Asia/Kuala_Lumpur', currency: 'MYR' },
  PH: { timezone: 'Asia/Manila', currency: 'PHP' },
  SG: { timezone: 'Asia/Singapore', currency: 'SGD' },
  TH: { timezone: 'Asia/Bangkok', currency: 'THB' },
  TW: { timezone: 'Asia/Taipei', currency: 'TWD' },
  VN: { timezone: 'Asia/Ho_Chi_Minh', currency: 'VND' },
}

export const allRegions: readonly RegionSettings[] = Object.values(regions)

export function settingsOfRegion(region: string): RegionSettings | undefined {
  return Object.hasOwn(regions, region) ? regions[region] : undefined
}
