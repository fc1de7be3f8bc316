import { sql } from 'kysely'
import { courierIds } from './courier-ids.ts'
import { addShipment, markUnanswered } from '../../server/deliveries/booking/shipments-store.ts'
import { saveShipmentEvents } from '../../server/deliveries/tracking/tracking-store.ts'
import type { TestConsole } from '../start-test-console.ts'

/** A parcel that nobody knows of whether the courier has it, with an event and a picture. */
export function sendSomething(
  { db }: TestConsole,
  ownerId: string,
  { orderId, shopId }: { orderId: number; shopId: number },
): Promise<number> {
  return db.asOwner(ownerId, async (tx) => {
    const made = {
      orderId,
      parcel: 1,
      shopId,
      courierId: courierIds.jnt,
      choice: {},
      cod: 0,
      currency: 'MYR' as const,
    }
    const id = await addShipment(tx, ownerId, made)
    const event = { courierStatus: '10', description: 'Picked up', place: null, meaning: null }
    await saveShipmentEvents(tx, ownerId, id, [{ at: new Date(), ...event }])
    await markUnanswered(tx, ownerId, id)
    await sql`insert into shipment_photos (owner_id, shipment_id, bytes, type, taken_at)
      values (${ownerId}, ${id}, ${Buffer.of(1)}, 'image/jpeg', ${new Date()})`.execute(tx)
    await sql`insert into order_parcels (owner_id, order_id, number, lines, cod)
      values (${ownerId}, ${orderId}, 1, '[]', 0)`.execute(tx)
    return id
  })
}
