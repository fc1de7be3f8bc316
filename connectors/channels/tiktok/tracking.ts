/** Tracking of an order's parcels. Source: "Get Tracking". */
import type { Shipping } from '../../shipping.ts'
import { readAgain } from '../../read-again.ts'
import { request } from './orders.ts'
import { trackingSchema } from './selling-wire.ts'

export const track: Shipping['track'] = async (session, { channelOrderId }) => {
  const path = `/fulfillment/202309/orders/${encodeURIComponent(channelOrderId)}/tracking`
  const { tracking } = await readAgain(() =>
    request(session, { method: 'GET', path, query: {} }, trackingSchema),
  )
  return (tracking ?? [])
    .map(({ description, update_time_millis: time }) => ({
      at: new Date(time),
      description: description ?? '',
      channelStatus: null,
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}
