/** Settings of a new account as the browser suggests them. */
import { languageOf, type Language } from '../../../model/language.ts'
import type { Currency } from '../../../model/money.ts'
import { allRegions } from '../../../model/region.ts'

/** The first language of the reader that is one of ours. */
export function proposeLanguage(wanted: readonly string[]): Language | undefined {
  return wanted.map((tag) => languageOf(tag.split('-')[0])).find((language) => language !== undefined)
}

/** Browsers may know a zone by an older name, such as Asia/Saigon. */
export function proposeTimezone(zones: readonly string[], own: string): string {
  if (zones.includes(own)) return own
  const canonical = canonicalName(own)
  return zones.find((zone) => canonicalName(zone) === canonical) ?? 'Asia/Tokyo'
}

/** Other clocks of countries that have several: those of Sarawak and Sabah, and of the east of Indonesia. */
const otherZones: Partial<Record<string, Currency>> = {
  'Asia/Kuching': 'MYR',
  'Asia/Jayapura': 'IDR',
  'Asia/Makassar': 'IDR',
  'Asia/Pontianak': 'IDR',
}

/** Returns the currency that is traded in where the clock goes so; dollars elsewhere. */
export function proposeCurrency(zone: string): Currency {
  const canonical = canonicalName(zone)
  const region = allRegions.find(({ timezone }) => canonicalName(timezone) === canonical)
  const currency = region?.currency ?? otherZones[canonical]
  if (currency) return currency
  if (zone === 'Europe/London') return 'GBP'
  return zone.startsWith('Europe/') ? 'EUR' : 'USD'
}

function canonicalName(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
