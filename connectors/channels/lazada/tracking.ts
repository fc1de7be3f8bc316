/** Tracking of a parcel. Source: GetOrderTrace in Lazada's API reference. */
import type { Shipping } from '../../shipping.ts'
import { readAgain } from '../../read-again.ts'
import { call } from './auth.ts'
import { traceSchema } from './selling-wire.ts'

export const track: Shipping['track'] = async (session, { channelOrderId, channelPackageId }) => {
  const query = {
    order_id: channelOrderId,
    ...(channelPackageId !== null && { ofcPackageIdList: JSON.stringify([channelPackageId]) }),
  }
  const { result } = await readAgain(() =>
    call({ ...session, now: session.now() }, '/logistic/order/trace', query, traceSchema),
  )
  const packages = (result.module ?? []).flatMap((part) => part.package_detail_info_list ?? [])
  return packages
    .filter(
      ({ ofc_package_id: id }) => channelPackageId === null || id == null || String(id) === channelPackageId,
    )
    .flatMap((part) => part.logistic_detail_info_list ?? [])
    .map(({ title, description, status_code: code, event_time: time }) => ({
      at: new Date(time),
      description: description || title || code || '',
      channelStatus: code || null,
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}
