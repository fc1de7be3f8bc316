/** Says whose couriers carry the orders of a channel. */
export type Fulfilment = 'channel' | 'own-courier'

/** The one place that decides it: a channel that only hears how far a parcel is leaves the carrying to the seller. */
export function fulfilmentOf(
  connector: { shipping?: unknown; deliveryStatus?: unknown } | undefined,
): Fulfilment {
  return connector?.deliveryStatus !== undefined && connector.shipping === undefined
    ? 'own-courier'
    : 'channel'
}
