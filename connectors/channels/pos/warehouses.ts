/** The place that a till sells at. Source: the profile of our own, which the README documents. */
import type { Warehouses } from '../../warehouses.ts'
import { listPlaces, placeOf } from './wire.ts'

export const warehouses: Warehouses = {
  isShop: true,
  async list(session) {
    const { location } = placeOf(session.credentials.more)
    // A site without places, or from which the linked one is gone.
    const place = location === '' ? undefined : (await listPlaces(session)).find(({ id }) => id === location)
    if (!place) return []
    const street = place.address?.trim() ?? ''
    return [
      {
        id: place.id,
        name: place.name?.trim() || `#${place.id}`,
        code: null,
        type: 'requisition',
        isPrimary: true,
        isActive: true,
        address: { street, ward: '', district: null, region: '', country: '' },
      },
    ]
  },
}
