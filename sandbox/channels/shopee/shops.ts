import type { Region } from '../../kit/fake-customers.ts'
import type { Carrier, Shop } from './types.ts'

export const SHOPS: readonly Shop[] = [
  { id: 727720655, name: 'Aoi Gifts MY', region: 'MY', currency: 'MYR', scale: 100 },
  { id: 727720901, name: 'Aoi Gifts VN', region: 'VN', currency: 'VND', scale: 1 },
  { id: 727720777, name: 'Merlion Bazaar SG', region: 'SG', currency: 'SGD', scale: 100 },
]

/** One more shop in Malaysia, for those who need many. */
export function openShop(shops: Map<number, Shop>): Shop {
  const place = shops.size
  const shop: Shop = {
    id: 727_800_000 + place,
    name: `Shop ${place}`,
    region: 'MY',
    currency: 'MYR',
    scale: 100,
  }
  shops.set(shop.id, shop)
  return shop
}

export const CARRIERS: Record<Region, readonly Carrier[]> = {
  MY: [
    { id: 28055, name: 'SPX Express (West Malaysia)', cod: true, modes: ['pickup', 'dropoff'] },
    { id: 28016, name: 'J&T Express', cod: true, modes: ['pickup', 'dropoff'] },
    { id: 28050, name: 'DHL eCommerce', cod: false, modes: ['pickup'] },
  ],
  VN: [
    { id: 50021, name: 'SPX Express', cod: true, modes: ['pickup', 'dropoff'] },
    { id: 50018, name: 'J&T Express', cod: true, modes: ['pickup', 'dropoff'] },
    { id: 50011, name: 'Giao Hàng Nhanh', cod: true, modes: ['pickup', 'dropoff'] },
  ],
  SG: [
    { id: 18053, name: 'SPX Express', cod: false, modes: ['pickup', 'dropoff'] },
    { id: 18028, name: 'Ninja Van', cod: false, modes: ['pickup', 'dropoff'] },
  ],
}

/** The seller's own courier: the marketplace only takes note of a tracking number. */
export const OWN_FLEET: Carrier = {
  id: 29999,
  name: "Seller's Own Fleet",
  cod: true,
  modes: ['non_integrated'],
}

export interface ShopAddress {
  address_id: number
  region: Region
  state: string
  city: string
  district: string
  town: string
  address: string
  zipcode: string
}

/** Pickup address of the shop in each region. */
export const SHOP_ADDRESSES: Record<Region, ShopAddress> = {
  MY: {
    address_id: 200014901,
    region: 'MY',
    state: 'Selangor',
    city: 'Shah Alam',
    district: 'Seksyen 15',
    town: '',
    address: 'Lot 8, Jalan Kayu Manis 15/22',
    zipcode: '40200',
  },
  VN: {
    address_id: 200014902,
    region: 'VN',
    state: 'TP. Hồ Chí Minh',
    city: 'Quận 12',
    district: 'Phường Tân Thới Nhất',
    town: '',
    address: '18 Song Hành',
    zipcode: '700000',
  },
  SG: {
    address_id: 200014903,
    region: 'SG',
    state: 'Singapore',
    city: 'Singapore',
    district: 'Ubi',
    town: '',
    address: 'Blk 3015 Ubi Road 1 #02-118',
    zipcode: '408704',
  },
}

/** Minor units of the currency as the number on the wire. */
export const amount = (shop: Shop, minor: number): number => minor / shop.scale
