import { expect, it } from 'vitest'
import { zonesByRegion } from './zones-by-region.ts'

it('groups time zones by the part of the world, each place found by its first letters', () => {
  const zones = ['America/New_York', 'America/Argentina/Buenos_Aires', 'Asia/Tokyo', 'UTC']
  expect(zonesByRegion(zones)).toEqual([
    [
      'America',
      [
        { zone: 'America/Argentina/Buenos_Aires', place: 'Buenos Aires, Argentina' },
        { zone: 'America/New_York', place: 'New York' },
      ],
    ],
    ['Asia', [{ zone: 'Asia/Tokyo', place: 'Tokyo' }]],
    ['UTC', [{ zone: 'UTC', place: 'UTC' }]],
  ])
})
