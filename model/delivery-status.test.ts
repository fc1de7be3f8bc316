import { describe, expect, it } from 'vitest'
import { orderStatusOfShipment, shipmentStatusIds, type ShipmentStatus } from './delivery.ts'
import { moveOrder, orderStatuses } from './order-status.ts'

/** New order status after its store was sent a delivery status, by first letters; "-" means unchanged. */
const table: Record<string, string> = {
  //            created booked picked transit out  delivered failed returning returned lost canceled
  unpaid: '- re sh sh sh de sh fa re! fa -',
  pending: '- re sh sh sh de sh fa re! fa -',
  confirmed: '- re sh sh sh de sh fa re! fa -',
  ready_to_ship: '- - sh sh sh de sh fa re! fa -',
  shipped: '- re sh sh sh de sh fa re! fa -',
  delivered: '- re sh sh sh - sh fa re! fa -',
  canceled: '- - - - - - - - - - -',
  returned: '- - - - - - - - - - -',
  failed: '- re sh sh sh de sh - re! - -',
}

describe('an order’s status by its parcel’s', () => {
  it.each(orderStatuses)('from %s', (from) => {
    const row = (Object.keys(shipmentStatusIds) as ShipmentStatus[]).map((status) => {
      const reported = orderStatusOfShipment({ status })
      if (!reported) return '-'
      const { to } = moveOrder(from, reported)
      if (to === from && reported !== from) return '-'
      if (to === from) return from === 'shipped' ? 'sh' : '-'
      return to === 'returned' ? 're!' : to.slice(0, 2)
    })
    expect(row.join(' ')).toBe(table[from])
  })
})
