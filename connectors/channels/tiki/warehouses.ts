/**
 * Warehouses that the seller's parcels leave from and come back to. Source: "Get seller warehouse" of the Seller API, and "Seller
 * Warehouse".
 */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Warehouses } from '../../warehouses.ts'
import type { Warehouse } from '../../../model/warehouse.ts'
import { call } from './auth.ts'
import { warehouseSchema } from './product-wire.ts'
import type { TikiWarehouse } from './product-wire.ts'
import { describeIssue, listSchema } from './wire.ts'

const pageSize = 50
/** More than any seller has: a list that gets so far goes in circles. */
const mostPages = 20

export const warehouses: Warehouses = {
  isChosen: true,
  async list(session) {
    const all: Warehouse[] = []
    for (let page = 1; page <= mostPages; page++) {
      const query = { page: String(page), limit: String(pageSize) }
      const path = '/integration/v2/sellers/me/warehouses'
      const { data, paging } = await call(session, { method: 'GET', path, query }, listSchema)
      all.push(...data.map(toWarehouse))
      if (page >= paging.last_page || data.length === 0) break
    }
    return all
  },
}

function toWarehouse(raw: unknown): Warehouse {
  const given = warehouseSchema.safeParse(raw)
  if (!given.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Tiki', detail: describeIssue(given.error) }),
    )
  const { data } = given
  const at = data.address ?? data
  return {
    id: String(data.id),
    name: data.name?.trim() || `#${data.id}`,
    code: data.code || null,
    // Their list may be asked for type 1 or 2, and what has no type is what goods are sent from.
    type: data.type === 'withdrawal' || data.type === 2 ? 'withdrawal' : 'requisition',
    isPrimary: data.is_primary === true || data.is_primary === 1,
    isActive: data.status === true || data.status === 1,
    address: {
      street: at.street ?? '',
      ward: nameOf(at.ward) ?? '',
      district: nameOf(at.district),
      region: nameOf(at.region) ?? '',
      country: nameOf(at.country) ?? '',
    },
  }
}

function nameOf(place: TikiWarehouse['ward']): string | null {
  return (typeof place === 'string' ? place : place?.name) || null
}
