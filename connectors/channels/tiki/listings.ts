/** Prices and visibility, which are all that Tiki lets apps change. Source: "Update variant price/quantity/active" (v2.1). */
import { allTold } from '../../all-told.ts'
import { ownMessage } from '../../channel-error.ts'
import { isPlainPrice, type ListingChanges } from '../../listings.ts'
import type { Session } from '../../session.ts'
import type { ListingOutcome } from '../../stock.ts'
import { call } from './auth.ts'
import { updateSchema } from './product-wire.ts'
import { isAboutRow, isUnknown } from './wire.ts'

export const listings: ListingChanges = {
  setPrices: (session, figures) =>
    allTold(
      figures.map(async (figure) => ({
        channelProductId: figure.channelProductId,
        channelSkuId: figure.channelSkuId,
        ...(isPlainPrice(figure)
          ? // Dong have no minor units.
            await change(session, figure.channelProductId, { price: figure.price })
          : refusal('refusal.tiki_no_special', false)),
      })),
    ),

  setActive: (session, channelProductIds, isActive) =>
    allTold(
      channelProductIds.map(async (channelProductId) => ({
        channelProductId,
        ...(await change(session, channelProductId, { active: isActive ? 1 : 0 })),
      })),
    ),

  remove: async (_, channelProductIds) =>
    channelProductIds.map((channelProductId) => ({
      channelProductId,
      ...refusal('refusal.tiki_no_remove', false),
    })),

  canRemove: false,

  editableFields: [],

  edit: async (_, channelProductId) => ({ channelProductId, ...refusal('refusal.tiki_no_edit', false) }),
}

/** Fields that are left out stay as they are. */
async function change(session: Session, id: string, fields: object): Promise<ListingOutcome> {
  try {
    const path = '/integration/v2.1/products/updateSku'
    await call(session, { method: 'PUT', path, body: { product_id: Number(id), ...fields } }, updateSchema)
    return { isDone: true }
  } catch (error) {
    if (!isAboutRow(error)) throw error
    return isUnknown(error)
      ? refusal(ownMessage('refusal.not_sold', { channel: 'Tiki' }), true)
      : refusal(error.message, false)
  }
}

function refusal(reason: string, isGone: boolean): ListingOutcome {
  return { isDone: false, reason, isGone }
}
