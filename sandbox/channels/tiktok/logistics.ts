import { hash } from '../../kit/random.ts'
import { DELIVERY_OPTIONS } from './delivery-options.ts'
import { WAREHOUSE } from './detail.ts'
import type { Tiktok } from './tiktok.ts'
import type { Shop } from './types.ts'
import { TiktokError, type Endpoints, type ShopCall } from './wire.ts'

const RETURN_WAREHOUSE = '6955005333819123124'

/** The couriers of a shop, under ids of the marketplace's. */
export const providersOf = ({ carriers }: Shop): { id: string; name: string }[] =>
  carriers.map((name) => ({ id: `68415${String(hash(`carrier:${name}`)).padStart(14, '0')}`, name }))

export const senderAddress = ({ name, region }: Shop): object => ({
  name,
  region_code: region,
  full_address:
    region === 'MY' ? 'Lot 5, Jalan Ampang, 50450 Kuala Lumpur' : '12 Lê Lợi, Quận 1, Hồ Chí Minh',
})

function warehouses(_tiktok: Tiktok, { shop }: ShopCall): object {
  const warehouse = (id: string, type: string, isDefault: boolean): object => ({
    id,
    name: `${shop.name} ${type === 'SALES_WAREHOUSE' ? 'stock' : 'returns'}`,
    type,
    sub_type: 'DOMESTIC_WAREHOUSE',
    effect_status: 'ENABLED',
    is_default: isDefault,
    address: senderAddress(shop),
  })
  return {
    warehouses: [
      warehouse(RETURN_WAREHOUSE, 'RETURN_WAREHOUSE', false),
      warehouse(WAREHOUSE, 'SALES_WAREHOUSE', true),
    ],
  }
}

function deliveryOptions(_tiktok: Tiktok, { id }: ShopCall): object {
  if (id !== WAREHOUSE) throw new TiktokError(12019022, 'The warehouse does not exist')
  return {
    delivery_options: DELIVERY_OPTIONS.map(({ isOwn: _isOwn, ...option }) => ({
      ...option,
      description: option.name,
      weight_limit: { max_weight: 30_000, min_weight: 1, unit: 'GRAM' },
      dimension_limit: { max_length: 150, max_width: 150, max_height: 150, unit: 'CM' },
    })),
  }
}

function providers(_tiktok: Tiktok, { shop, id }: ShopCall): object {
  if (!DELIVERY_OPTIONS.some((option) => option.id === id))
    throw new TiktokError(21008001, 'The delivery option does not exist')
  return { shipping_providers: providersOf(shop) }
}

export const logisticsEndpoints: Endpoints = {
  'logistics/warehouses': { method: 'GET', scope: 'shop', run: warehouses },
  'logistics/warehouses/:id/delivery_options': { method: 'GET', scope: 'shop', run: deliveryOptions },
  'logistics/delivery_options/:id/shipping_providers': { method: 'GET', scope: 'shop', run: providers },
}
