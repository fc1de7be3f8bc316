import type { Shop, Warehouse } from './types.ts'

function warehousesOf(first: number): readonly Warehouse[] {
  const rows = [
    ['Kho Gia Lâm', 'requisition', 1, 'Thôn Giao Tự', 'Xã Kim Sơn', 'Huyện Gia Lâm', 'Hà Nội'],
    ['Kho Tân Bình', 'requisition', 1, '23 Trường Chinh', 'Phường 14', 'Quận Tân Bình', 'Hồ Chí Minh'],
    ['Kho trả hàng', 'withdrawal', 1, '8 Phạm Hùng', 'Phường Mễ Trì', 'Quận Nam Từ Liêm', 'Hà Nội'],
    ['Kho cũ', 'requisition', 0, '12 Lê Lợi', 'Phường Bến Nghé', 'Quận 1', 'Hồ Chí Minh'],
  ] as const
  return rows.map(([name, type, status, street, ward, district, region], at) => ({
    id: first + at,
    name,
    code: `WH${String(first + at).padStart(9, '0')}`,
    isPrimary: at === 0,
    status,
    type,
    street,
    ward,
    district,
    region,
  }))
}

export const SHOPS: readonly Shop[] = [
  {
    id: 328784,
    name: 'Aoi Living',
    region: 'VN',
    currency: 'VND',
    scale: 1,
    warehouses: warehousesOf(384740),
  },
  {
    id: 328901,
    name: 'Aoi Kitchen',
    region: 'VN',
    currency: 'VND',
    scale: 1,
    warehouses: warehousesOf(384910),
  },
]

/** Returns the shop's primary warehouse. */
export function mainWarehouse({ warehouses }: Shop): Warehouse {
  const main = warehouses.find(({ isPrimary }) => isPrimary)
  if (!main) throw new Error('every shop has a primary warehouse')
  return main
}
