import type { Currency } from './money.ts'

/** By the regions that channels name: where most of a country's sellers are, and what they trade in. */
const regions: Record<string, { timezone: string; currency: Currency }> = {
  ID: { timezone: 'Asia/Jakarta', currency: 'IDR' },
  JP: { timezone: 'Asia/Tokyo', currency: 'JPY' },
  MY: { timezone: 'Asia/Kuala_Lumpur', currency: 'MYR' },
  PH: { timezone: 'Asia/Manila', currency: 'PHP' },
  SG: { timezone: 'Asia/Singapore', currency: 'SGD' },
  TH: { timezone: 'Asia/Bangkok', currency: 'THB' },
  TW: { timezone: 'Asia/Taipei', currency: 'TWD' },
  VN: { timezone: 'Asia/Ho_Chi_Minh', currency: 'VND' },
}

export function settingsOfRegion(region: string): { timezone: string; currency: Currency } | undefined {
  return Object.hasOwn(regions, region) ? regions[region] : undefined
}
