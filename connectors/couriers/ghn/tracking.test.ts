import { expect, it } from 'vitest'
import { meaningOf } from './tracking.ts'

it('gives each of the 23 statuses a meaning, and none to a new one', () => {
  const groups = {
    booked: 'ready_to_pick picking money_collect_picking',
    picked_up: 'picked',
    in_transit: 'storing transporting sorting',
    out_for_delivery: 'delivering money_collect_delivering',
    delivered: 'delivered',
    failed_attempt: 'delivery_fail',
    returning: 'waiting_to_return return return_transporting return_sorting returning return_fail',
    returned: 'returned',
    canceled: 'cancel',
    lost_or_damaged: 'exception damage lost scrap',
  }
  const read = Object.entries(groups).flatMap(([status, words]) =>
    words.split(' ').map((word) => [word, status, meaningOf(word)?.status]),
  )
  expect(read).toHaveLength(23)
  expect(read.filter(([, wanted, got]) => wanted !== got)).toEqual([])
  expect(meaningOf('teleported')).toBeNull()
})
