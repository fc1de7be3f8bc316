/** Goods of parcels that came back although no buyer asked for a return. No channel waits to hear of them. */
import { AppError } from '../../model/errors.ts'
import { notifyOrderChanges } from '../orders/intake/order-notifications-store.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { takeBack } from '../stock/ledger/take-back-store.ts'
import {
  findParcelBack,
  listBroughtBack,
  lockOrder,
  saveParcelBack,
  type ParcelBack,
} from './parcel-back-store.ts'
import { presentParcelBack } from './present-parcel-back.ts'
import { receivedLines } from './received-lines.ts'
import { saveReceivedHistory } from './return-store.ts'

export function parcelBackRoutes(serve: Serve, { db }: ServerContext): void {
  serve('POST /orders/{id}/take-back', async ({ params: { id: orderId }, body, session, translate }) => {
    const { ownerId, shopIds } = session
    return db.asOwner(ownerId, async (tx) => {
      if (!(await lockOrder(tx, ownerId, orderId, shopIds))) throw new AppError('not_found')
      const parcel = await findParcelBack(tx, ownerId, orderId, shopIds)
      if (!parcel) throw new AppError('order_action_refused', { message: translate('return_error.not_back') })
      const brought = await listBroughtBack(tx, ownerId, orderId)
      const { lines, isAsReceived } = receivedLines(parcel.lines, body.lines, brought)
      if (parcel.receivedAt !== null) {
        if (!isAsReceived) throw new AppError('return_received')
        return { data: presentParcelBack(parcel, session) }
      }
      const shop = { ownerId, shopId: parcel.shopId }
      const note = body.note?.trim() || null
      await saveParcelBack(tx, ownerId, parcel, { by: session, note, lines })
      await saveReceivedHistory(tx, ownerId, orderId, { name: session.name, note })
      const skuOf = new Map(parcel.lines.map(({ position, shopSku }) => [position, shopSku]))
      const back = lines.map((line) => ({ ...line, shopSku: skuOf.get(line.position) ?? '' }))
      await takeBack(tx, shop, orderId, back, { reason: note, sold: unitsOf(parcel) })
      await notifyOrderChanges(tx, shop, { notifications: [], updated: [orderId] })
      return { data: presentParcelBack((await findParcelBack(tx, ownerId, orderId, [])) ?? parcel, session) }
    })
  })
}

/** By shop SKU. */
function unitsOf({ lines }: ParcelBack): Map<string, number> {
  const bySku = Map.groupBy(lines, ({ shopSku }) => shopSku)
  return new Map(
    [...bySku].map(([shopSku, of]) => [shopSku, of.reduce((sum, { quantity }) => sum + quantity, 0)]),
  )
}
