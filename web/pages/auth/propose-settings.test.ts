import { expect, it } from 'vitest'
import { allRegions } from '../../../model/region.ts'
import { proposeCurrency, proposeLanguage, proposeTimezone } from './propose-settings.ts'

it.each([
  [['ja-JP', 'en'], 'jp'],
  [['ja'], 'jp'],
  [['vi-VN'], 'vn'],
  [['ms'], 'my'],
  [['en-GB'], 'en'],
  // The first of them that we speak, not the first.
  [['ko-KR', 'fr', 'vi', 'en'], 'vn'],
  [['zh-Hant-TW', 'ms-MY'], 'my'],
  [['id-ID'], undefined],
  [['ko'], undefined],
  [[''], undefined],
  [[], undefined],
  [['constructor'], undefined],
])('proposes of %j the language %s', (wanted, language) => {
  expect(proposeLanguage(wanted)).toBe(language)
})

it.each([
  ['Asia/Tokyo', 'JPY'],
  ['Asia/Ho_Chi_Minh', 'VND'],
  // The name that browsers have for it.
  ['Asia/Saigon', 'VND'],
  ['Asia/Kuala_Lumpur', 'MYR'],
  ['Asia/Kuching', 'MYR'],
  ['Asia/Singapore', 'SGD'],
  ['Asia/Jakarta', 'IDR'],
  ['Asia/Makassar', 'IDR'],
  ['Asia/Ujung_Pandang', 'IDR'],
  ['Asia/Pontianak', 'IDR'],
  ['Asia/Jayapura', 'IDR'],
  ['Asia/Bangkok', 'THB'],
  ['Europe/London', 'GBP'],
  ['Europe/Berlin', 'EUR'],
  ['America/New_York', 'USD'],
  ['Etc/UTC', 'USD'],
  ['Mars/Olympus', 'USD'],
  ['', 'USD'],
])('proposes in %s the currency %s', (zone, currency) => {
  expect(proposeCurrency(zone)).toBe(currency)
})

it('proposes in each region that shops are in its own money', () => {
  for (const { timezone, currency } of allRegions) expect(proposeCurrency(timezone)).toBe(currency)
})

it.each([
  ['Asia/Tokyo', ['Asia/Ho_Chi_Minh', 'Asia/Tokyo'], 'Asia/Tokyo'],
  ['Asia/Saigon', ['Asia/Tokyo', 'Asia/Ho_Chi_Minh'], 'Asia/Ho_Chi_Minh'],
  ['Asia/Ho_Chi_Minh', ['Asia/Tokyo', 'Asia/Saigon'], 'Asia/Saigon'],
  ['Asia/Calcutta', ['Asia/Kolkata'], 'Asia/Kolkata'],
  ['Mars/Olympus', ['Asia/Kolkata'], 'Asia/Tokyo'],
  ['', [], 'Asia/Tokyo'],
])('proposes the zone %s by the name that the list has for it', (own, zones, proposed) => {
  expect(proposeTimezone(zones, own)).toBe(proposed)
})
