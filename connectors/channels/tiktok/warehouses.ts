/** Warehouses that the seller's parcels leave from and come back to. Source: "Get Warehouse List". */
import type { Warehouses } from '../../warehouses.ts'
import { readAgain } from '../../read-again.ts'
import { request } from './orders.ts'
import { warehousesSchema } from './selling-wire.ts'

export const warehouses: Warehouses = {
  async list(session) {
    const path = '/logistics/202309/warehouses'
    const { warehouses: rows } = await readAgain(() =>
      request(session, { method: 'GET', path, query: {} }, warehousesSchema),
    )
    return (rows ?? []).map((row) => ({
      id: row.id,
      name: row.name?.trim() || `#${row.id}`,
      code: null,
      type: row.type === 'RETURN_WAREHOUSE' ? ('withdrawal' as const) : ('requisition' as const),
      isPrimary: row.is_default === true,
      isActive: row.effect_status === 'ENABLED',
      address: {
        street: row.address?.full_address ?? '',
        ward: '',
        district: null,
        region: row.address?.state ?? '',
        country: row.address?.region ?? '',
      },
    }))
  },
}
