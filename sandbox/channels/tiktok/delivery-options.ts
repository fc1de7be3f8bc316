/** Delivery options of parcels: with the marketplace's couriers, or with the seller's own. */
export const DELIVERY_OPTIONS = [
  { id: '7091146663229654786', name: 'Standard shipping', type: 'STANDARD', isOwn: false },
  { id: '7091146663229654787', name: 'Shipped by seller', type: 'SEND_BY_SELLER', isOwn: true },
] as const

export const deliveryOption = (isOwnCourier: boolean) => DELIVERY_OPTIONS[isOwnCourier ? 1 : 0]
