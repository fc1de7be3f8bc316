/** An order in several packages, and in one again. Source: "Get Order Split Attributes" and "Split Orders". */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { Splitting } from '../../shipping.ts'
import { readAgain } from '../../read-again.ts'
import type { PackedLine } from '../../../model/order.ts'
import { request } from './orders.ts'
import { nothingSchema, splitAttributesSchema } from './selling-wire.ts'
import { readOrder } from './shipping.ts'
import type { TiktokUnit } from './wire.ts'

export const splitting: Splitting = {
  // A package without a word of its own has not been touched.
  openIn: ['TO_FULFILL', ''],
  // No limit is documented.
  mostParcels: 30,
  mostParcelsIn: {},
  dividesLinesIn: ['US', 'GB', 'JP', 'DE', 'FR', 'IT', 'ES', 'IE'],

  async split(session, { channelOrderId, parcels }) {
    await checkSplittable(session, channelOrderId)
    const units = await unitsOf(session, channelOrderId)
    const groups = parcels.map((lines) => lines.flatMap((line) => takeUnits(units, line)))
    await sendGroups(session, channelOrderId, groups)
  },

  async unsplit(session, channelOrderId) {
    const units = await unitsOf(session, channelOrderId)
    await sendGroups(session, channelOrderId, [units.map(({ id }) => id)])
  },
}

/** Checks that the order may be split: that depends on more than its status, and only this call says why not. */
async function checkSplittable(session: Session, id: string): Promise<void> {
  const path = '/fulfillment/202309/orders/split_attributes'
  const { split_attributes: found } = await readAgain(() =>
    request(session, { method: 'GET', path, query: { order_ids: id } }, splitAttributesSchema),
  )
  const attributes = (found ?? []).find(({ order_id: one }) => one === id)
  if (attributes?.can_split === false)
    throw new ChannelError(
      'refused',
      attributes.reason || ownMessage('refusal.no_split', { channel: 'TikTok Shop' }),
    )
}

/** Lists the units of an order without canceled ones, which are not shipped. */
async function unitsOf(session: Session, id: string): Promise<TiktokUnit[]> {
  const { line_items: units } = await readOrder(session, id)
  return units.filter(({ display_status: word }) => word !== 'CANCELLED')
}

/** Takes units for a line out of `units`, those that are in no parcel yet. */
function takeUnits(units: TiktokUnit[], { shopSku, quantity }: PackedLine): string[] {
  const taken = units.filter((unit) => unit.sku_id === shopSku).slice(0, quantity)
  if (taken.length < quantity)
    throw new ChannelError('refused', ownMessage('refusal.too_few_pieces', { sku: shopSku }))
  for (const unit of taken) units.splice(units.indexOf(unit), 1)
  return taken.map(({ id }) => id)
}

async function sendGroups(session: Session, id: string, groups: string[][]): Promise<void> {
  const path = `/fulfillment/202309/orders/${encodeURIComponent(id)}/split`
  const body = {
    splittable_groups: groups.map((ids, at) => ({ id: String(at + 1), order_line_item_ids: ids })),
  }
  await request(session, { method: 'POST', path, query: {}, body }, nothingSchema)
}
