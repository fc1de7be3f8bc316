import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'

export type Courier = Reply<'GET /deliveries/shipments'>['data'][number]
export type ConnectedCourier = Reply<'GET /deliveries/shipment-connected'>['data'][number]
export type CourierPlace = Reply<'GET /deliveries/warehouse/ninjavan'>['data'][number]
export type DeliveryDefaults = Reply<'GET /settings/delivery'>['data']

/** All that is known of couriers: whatever changes one of it changes the rest. */
export const couriersKey = ['couriers'] as const

export const couriersQuery = queryOptions({
  queryKey: [...couriersKey, 'all'] as const,
  queryFn: async ({ signal }) => (await api('GET /deliveries/shipments', { signal })).data,
})

export const connectedCouriersQuery = queryOptions({
  queryKey: [...couriersKey, 'connected'] as const,
  queryFn: async ({ signal }) => (await api('GET /deliveries/shipment-connected', { signal })).data,
})

export const courierPlacesQuery = queryOptions({
  queryKey: [...couriersKey, 'places'] as const,
  queryFn: async ({ signal }) => (await api('GET /deliveries/warehouse/ninjavan', { signal })).data,
})

/** Stores that the connected account opens. */
export function ownStoresQuery(courier: string) {
  return queryOptions({
    queryKey: [...couriersKey, 'stores', courier] as const,
    queryFn: async ({ signal }) => (await api('GET /deliveries/stores', { query: { courier }, signal })).data,
  })
}

export const defaultCouriersQuery = queryOptions({
  queryKey: [...couriersKey, 'defaults'] as const,
  queryFn: ({ signal }) => api('GET /settings/delivery-platform', { signal }),
})

export function deliveryDefaultsQuery(courierId: number) {
  return queryOptions({
    queryKey: [...couriersKey, 'delivery', courierId] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /settings/delivery', { query: { shipment_id: courierId }, signal })).data,
  })
}

/** Everybody who may bring an order: own couriers, self delivery and the logistics of the linked channels. */
export const courierChoicesQuery = queryOptions({
  queryKey: [...couriersKey, 'choices'] as const,
  queryFn: async ({ signal }) =>
    (await api('GET /shipment-providers', { query: { include_self: '1', pagination: '0' }, signal })).data,
})

/** The connected ones first, otherwise in the order in which they are offered. */
export function connectedFirst(couriers: Courier[]): Courier[] {
  return couriers.toSorted((a, b) => Number(b.is_connected) - Number(a.is_connected))
}
