/** The check before the hand-over. What is counted is counted by the screen; what is noted is compared here once more. */
import { orderCode } from '../../model/order.ts'
import type { Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { orderStatusOf } from '../../model/order-status.ts'
import { scanRefusalOf } from '../../model/scan-check.ts'
import type { Call, Serve, ServerContext } from '../serve-endpoint.ts'
import type { ChannelSessions } from '../shops/channel-session.ts'
import { findLastCheck, findScannedOrder, listOwnCodes, saveScanCheck } from './order-scan-store.ts'
import { findOrder, type OrderDetail } from './order-store.ts'
import { lockOrdersToAct } from './order-wish-store.ts'

type Say = Call<'GET /orders/scan'>['say']
type Standing = { status: number; isCancelRequested: boolean; platformId: number; channelOrderId: string }

export function orderScanRoutes(serve: Serve, { db }: ServerContext, channels: ChannelSessions): void {
  serve('GET /orders/scan', async ({ query, session, say }) => {
    const { ownerId, ownerNumber, shopIds: visible } = session
    const code = query.code.trim()
    const found = await db.read(ownerId, async (tx) => {
      const id = await findScannedOrder(tx, { ownerId, ownerNumber, visible }, code)
      const order = id === undefined ? undefined : await findOrder(tx, ownerId, id, visible)
      if (!order) return undefined
      return {
        order,
        codes: await listOwnCodes(tx, ownerId, order),
        check: await findLastCheck(tx, ownerId, order.id),
      }
    })
    if (!found) throw new AppError('not_found')
    const { order, codes, check } = found
    refuse(
      {
        status: order.status,
        isCancelRequested: order.cancel_requested_at !== null,
        platformId: order.platform_id,
        channelOrderId: order.channel_order_id,
      },
      say,
    )
    return { data: { ...presentScanned(order, codes), last_check: check && presentCheck(check) } }
  })

  serve('POST /orders/{id}/scan-checked', async ({ params, body, session, say }) => {
    const { ownerId, shopIds } = session
    const check = await db.asOwner(ownerId, async (tx) => {
      const [locked] = await lockOrdersToAct(tx, ownerId, [params.id], shopIds)
      const order = locked && (await findOrder(tx, ownerId, params.id, shopIds))
      if (!order) throw new AppError('not_found')
      refuse(locked, say)
      const scanned = new Map(body.lines.map(({ id, quantity }) => [id, quantity]))
      const isComplete =
        scanned.size === order.lines.length &&
        order.lines.every(({ position, quantity }) => scanned.get(lineId(order, position)) === quantity)
      if (!isComplete)
        throw new AppError('order_action_refused', {
          message: say('scan_error.lines', { code: orderCode(order) }),
        })
      return saveScanCheck(tx, ownerId, locked, session.name)
    })
    return { data: presentCheck(check) }
  })

  function refuse({ status, isCancelRequested, platformId, channelOrderId: code }: Standing, say: Say): void {
    const ships = channels.connectorOf(platformId)?.shipping !== undefined
    const refusal = scanRefusalOf({ status: orderStatusOf(status), isCancelRequested }, { ships })
    if (refusal)
      throw new AppError('order_action_refused', { message: say(`scan_error.${refusal}`, { code }) })
  }
}

type Scanned = Reply<'GET /orders/scan'>['data']

function presentScanned(order: OrderDetail, own: Map<number, string[]>): Omit<Scanned, 'last_check'> {
  return {
    id: order.id,
    code: orderCode(order),
    shop: { id: order.shop_id, system_name: order.system_name, platform_id: order.platform_id },
    tracking_number: order.tracking_number,
    lines: order.lines.map((line) => ({
      id: lineId(order, line.position),
      name: line.name,
      variant_label: line.variant_label,
      image: line.image_url,
      quantity: line.quantity,
      is_gift: line.is_gift,
      codes: [
        ...new Set([line.seller_sku ?? '', line.shop_sku, ...(own.get(line.position) ?? [])].filter(Boolean)),
      ],
    })),
  }
}

function lineId({ id }: OrderDetail, position: number): string {
  return `${id}-${position}`
}

function presentCheck({ by, at }: { by: string | null; at: Date }) {
  return { by, at: at.toISOString() }
}
