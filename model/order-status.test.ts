import { describe, expect, it } from 'vitest'
import {
  isSale,
  moveOrder,
  orderStatuses,
  orderStatusIds,
  orderStatusOf,
  terminalStatuses,
} from './order-status.ts'

describe('order statuses', () => {
  it('keep their numbers, which are stored', () => {
    expect(orderStatusIds).toEqual({
      unpaid: 1,
      pending: 2,
      confirmed: 3,
      ready_to_ship: 4,
      shipped: 5,
      delivered: 6,
      canceled: 7,
      returned: 8,
      failed: 9,
    })
    for (const status of orderStatuses) expect(orderStatusOf(orderStatusIds[status])).toBe(status)
    expect(() => orderStatusOf(0)).toThrow(RangeError)
    expect(() => orderStatusOf(10)).toThrow(RangeError)
  })

  it('count as sold unless unpaid or canceled', () => {
    expect(orderStatuses.filter((status) => !isSale(status))).toEqual(['unpaid', 'canceled'])
  })
})

describe('moveOrder', () => {
  // The way forward, as an order takes it in the trade. Columns: to.
  const table = `
    from          unpaid    pending   confirmed  ready_to_ship   shipped      delivered  canceled   returned   failed
    unpaid        -         paid      confirmed  courier_booked  handed_over  delivered  canceled   corrected  delivery_failed
    pending       corrected -         confirmed  courier_booked  handed_over  delivered  canceled   returned   delivery_failed
    confirmed     corrected corrected -          courier_booked  handed_over  delivered  canceled   returned   delivery_failed
    ready_to_ship corrected corrected corrected  -               handed_over  delivered  canceled   returned   delivery_failed
    shipped       corrected corrected corrected  corrected       -            delivered  corrected  returned   delivery_failed
    delivered     corrected corrected corrected  corrected       corrected    -          corrected  returned   corrected
    failed        corrected corrected corrected  corrected       redelivery   delivered  corrected  returned   -`
  const [, ...rows] = table.trim().split('\n')
  const cases = rows.flatMap((row) => {
    const [from = '', ...events] = row.trim().split(/\s+/)
    return events.map((event, at) => ({ from, to: orderStatuses[at] ?? '', event }))
  })

  it.each(cases)('$from to $to is $event', ({ from, to, event }) => {
    expect(moveOrder(from as 'unpaid', to as 'unpaid')).toEqual({ to, event: event === '-' ? null : event })
  })

  it('leaves a canceled or returned order where it is, whatever comes late', () => {
    expect([...terminalStatuses]).toEqual(['canceled', 'returned'])
    for (const from of terminalStatuses) {
      for (const to of orderStatuses) expect(moveOrder(from, to)).toEqual({ to: from, event: null })
    }
  })

  it('opens a canceled order again where its channel does, and not because its money goes back', () => {
    const reopened = orderStatuses.filter((to) => moveOrder('canceled', to, { reopens: true }).to === to)
    expect(reopened).toEqual(orderStatuses.filter((status) => status !== 'returned' && status !== 'failed'))
    expect(moveOrder('canceled', 'pending', { reopens: true }).event).toBe('reopened')
    expect(moveOrder('returned', 'pending', { reopens: true })).toEqual({ to: 'returned', event: null })
  })

  it('places an order in whatever status it is first heard of', () => {
    for (const to of orderStatuses) expect(moveOrder(null, to)).toEqual({ to, event: 'placed' })
  })
})
