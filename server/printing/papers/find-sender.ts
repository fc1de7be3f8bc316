import type { OrderDetail } from '../../orders/detail/order-store.ts'
import type { Shop } from '../../shops/shops-store.ts'
import { warehouseOf, type Warehouse } from '../../warehouses/warehouses-store.ts'
import type { Sender } from './paper-order.ts'

/** The parcel comes from the warehouse of its order. Null as long as nobody gave it an address or a phone. */
export function senderFrom(order: OrderDetail, shops: Shop[], warehouses: Warehouse[]): Sender | null {
  const shop = shops.find(({ id }) => id === order.shopId)
  const warehouse = warehouseOf(order, shop, warehouses)
  return warehouse && (warehouse.address || warehouse.phone) ? warehouse : null
}
