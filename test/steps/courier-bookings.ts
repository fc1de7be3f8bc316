import type { Booking } from '../../model/delivery.ts'

export const malaysianBooking = (more: Partial<Booking> = {}): Booking => ({
  reference: 'SO-1001',
  mode: 'pickup',
  serviceId: null,
  sender: {
    name: 'Aoi Gifts',
    phone: '012-345 6789',
    email: 'aoi@mail.example',
    street: '1 Jalan Bukit',
    city: 'Petaling Jaya',
    province: 'Selangor',
    postcode: '46000',
    country: 'MY',
  },
  receiver: {
    name: 'Nurul binti Ali',
    phone: '+60 19-876 5432',
    street: '22 Lorong Melur',
    city: 'Georgetown',
    province: 'Pulau Pinang',
    postcode: '10200',
    country: 'MY',
  },
  ...lantern(4590),
  pickup: { date: '2026-11-24', from: '09:00', to: '12:00' },
  ...more,
})

export const vietnameseBooking = (more: Partial<Booking> = {}): Booking => ({
  reference: 'SO-1001',
  mode: 'pickup',
  serviceId: null,
  sender: {
    name: 'Aoi Sài Gòn',
    phone: '0987654321',
    street: '12 Lê Lợi',
    ward: 'Phường Bến Nghé',
    district: 'Quận 1',
    province: 'Hồ Chí Minh',
    country: 'VN',
    districtId: 1442,
    wardCode: '20101',
  },
  receiver: {
    name: 'Nguyễn Thị Hoa',
    phone: '+84 912 000 111',
    street: '5 Đồng Khởi',
    ward: 'Phường Bến Nghé',
    district: 'Quận 1',
    province: 'Hồ Chí Minh',
    country: 'VN',
    districtId: 1442,
    wardCode: '20101',
  },
  ...lantern(250_000),
  pickup: null,
  ...more,
})

/** 30 × 20 × 10 cm, which takes as much room as 1200 g. */
function lantern(value: number) {
  return {
    parcel: {
      weight: 800,
      length: 30,
      width: 20,
      height: 10,
      pieces: 1,
      value,
      contents: 'Lantern',
      items: [{ name: 'Lantern', sku: 'LAN-1', quantity: 1, price: value, weight: 800 }],
    },
    cod: 0,
    isInsured: false,
    feePayer: 'shop' as const,
    remark: '',
  }
}
