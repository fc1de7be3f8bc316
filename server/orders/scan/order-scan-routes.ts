/** The check before the hand-over. What is counted is counted by the screen; what is noted is compared here once more. */
import { orderCode } from '../../../model/order.ts'
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import { scanRefusalOf } from '../../../model/scan-check.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { readScannedOrder, saveScanCheck, type ScannedOrder } from './order-scan-store.ts'
import { findOrder } from '../detail/order-store.ts'
import { lockOrdersToAct } from '../actions/order-to-act-store.ts'

type Translate = Call<'GET /orders/scan'>['translate']
type Standing = { status: number; isCancelRequested: boolean; platformId: number; channelOrderId: string }

export function orderScanRoutes(serve: Serve, { db }: ServerContext, channels: ChannelSessions): void {
  serve('GET /orders/scan', async ({ query, session, translate }) => {
    const { ownerId, ownerNumber, shopIds: visible } = session
    const code = query.code.trim()
    const order = await db.read(ownerId, (tx) =>
      readScannedOrder(tx, { ownerId, ownerNumber, visible }, code),
    )
    if (!order) throw new AppError('not_found')
    refuse({ ...order, platformId: order.shop.platform_id }, translate)
    return { data: presentScanned(order) }
  })

  serve('POST /orders/{id}/scan-checked', async ({ params, body, session, translate }) => {
    const { ownerId, shopIds } = session
    const check = await db.asOwner(ownerId, async (tx) => {
      const [locked] = await lockOrdersToAct(tx, ownerId, [params.id], shopIds)
      const order = locked && (await findOrder(tx, ownerId, params.id, shopIds))
      if (!order) throw new AppError('not_found')
      refuse(locked, translate)
      const scanned = new Map(body.lines.map(({ id, quantity }) => [id, quantity]))
      const isComplete =
        scanned.size === order.lines.length &&
        order.lines.every(({ position, quantity }) => scanned.get(lineId(order.id, position)) === quantity)
      if (!isComplete)
        throw new AppError('order_action_refused', {
          message: translate('scan_error.lines', { code: orderCode(order) }),
        })
      return saveScanCheck(tx, ownerId, locked, session.name)
    })
    return { data: presentCheck(check) }
  })

  function refuse(
    { status, isCancelRequested, platformId, channelOrderId: code }: Standing,
    translate: Translate,
  ): void {
    const ships = channels.connectorOf(platformId)?.shipping !== undefined
    const refusal = scanRefusalOf({ status: orderStatusOf(status), isCancelRequested }, { ships })
    if (refusal)
      throw new AppError('order_action_refused', { message: translate(`scan_error.${refusal}`, { code }) })
  }
}

function presentScanned(order: ScannedOrder): Reply<'GET /orders/scan'>['data'] {
  const { id, shop, lastCheck } = order
  return {
    id,
    code: orderCode(order),
    shop,
    tracking_number: order.trackingNumber,
    lines: order.lines.map(({ position, sellerSku, shopSku, ownCodes, ...line }) => ({
      id: lineId(id, position),
      name: line.name,
      variant_label: line.variantLabel,
      image: line.image,
      quantity: line.quantity,
      is_gift: line.isGift,
      codes: [...new Set([sellerSku ?? '', shopSku, ...ownCodes].filter(Boolean))],
    })),
    last_check: lastCheck && presentCheck({ by: lastCheck.by, at: new Date(lastCheck.at) }),
  }
}

function lineId(orderId: number, position: number): string {
  return `${orderId}-${position}`
}

function presentCheck({ by, at }: { by: string | null; at: Date }) {
  return { by, at: at.toISOString() }
}
