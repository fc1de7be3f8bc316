/** An order in several parcels, and in one again. Source: "v2.order.split_order" and "v2.order.unsplit_order" API reference. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { Splitting } from '../../shipping.ts'
import { readAgain } from '../../read-again.ts'
import { shopSkuOf } from './mapping.ts'
import { get, nothingSchema, post, splitItemsSchema } from './selling-wire.ts'
import { describeIssue, orderDetailSchema } from './wire.ts'

export const splitting: Splitting = {
  openIn: ['LOGISTICS_NOT_START', 'LOGISTICS_PENDING_ARRANGE', 'LOGISTICS_READY'],
  mostParcels: 5,
  mostParcelsIn: { TW: 30 },
  // Pieces of one item may go apart only for shops that Shopee has chosen, and nothing tells which.
  dividesLinesIn: [],

  async split(session, { channelOrderId, parcels }) {
    const rows = await readRows(session, channelOrderId)
    const package_list = parcels.map((lines) => {
      const wanted = new Set(lines.map(({ shopSku }) => shopSku))
      return { item_list: rows.filter((row) => wanted.has(shopSkuOf(row))) }
    })
    await post(session, 'order/split_order', { order_sn: channelOrderId, package_list }, nothingSchema)
  },

  async unsplit(session, channelOrderId) {
    await post(session, 'order/unsplit_order', { order_sn: channelOrderId }, nothingSchema)
  },
}

type Row = { item_id: number; model_id: number; order_item_id: number; promotion_group_id: number }

/** Items are named as the order names them: those of one bundle share the number of their order item. */
async function readRows(session: Session, channelOrderId: string): Promise<Row[]> {
  const query = { order_sn_list: channelOrderId, response_optional_fields: 'item_list' }
  const { response } = await readAgain(() => get(session, 'order/get_order_detail', query, orderDetailSchema))
  const order = splitItemsSchema.safeParse(response.order_list[0])
  if (!order.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Shopee', detail: describeIssue(order.error) }),
    )
  const rows = order.data.item_list.map((item) => ({
    item_id: item.item_id,
    model_id: item.model_id ?? 0,
    order_item_id: item.order_item_id ?? item.item_id,
    promotion_group_id: item.promotion_group_id ?? 0,
  }))
  return [...new Map(rows.map((row) => [Object.values(row).join(), row])).values()]
}
