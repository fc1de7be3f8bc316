/** The check before the hand-over. What is counted is counted by the screen; what is noted is compared here once more. */
import { orderCode } from '../../../model/order.ts'
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { orderStatusIds, orderStatusOf } from '../../../model/order-status.ts'
import { scanRefusalOf } from '../../../model/scan-check.ts'
import type { Call, Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { startOfDay, dayIn } from '../../i18n/calendar.ts'
import { countOrderScans } from './count-order-scans.ts'
import {
  countPackable,
  emitScanned,
  listPackable,
  readStationFigures,
  readScannedOrder,
  saveScanCheck,
  type ScannedOrder,
} from './order-scan-store.ts'
import { stationReaderOf } from './station-reader.ts'
import { findOrder } from '../detail/order-store.ts'
import { lockOrdersToAct } from '../actions/order-to-act-store.ts'

/** Orders that a device keeps for the time without a network. */
const mostOnStation = 300

type Translate = Call<'GET /orders/scan'>['translate']
type Standing = Parameters<typeof orderCode>[0] & {
  status: number
  isCancelRequested: boolean
  platformId: number
}

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

  serve('GET /orders/scan-station', async ({ session }) => {
    const { ownerId, timezone } = session
    const since = startOfDay(timezone, dayIn(timezone, new Date()))
    return db.read(ownerId, async (tx) => {
      const reader = await stationReaderOf(tx, session, channels)
      const orders = await listPackable(tx, reader, mostOnStation)
      const figures = await readStationFigures(tx, reader, since)
      return {
        data: {
          orders: orders.map(presentScanned),
          left: await countPackable(tx, reader),
          checked_today: figures.checkedToday,
          last: figures.last.map(({ by, at, image, pieces, status, ...order }) => ({
            id: order.id,
            code: orderCode(order),
            image,
            pieces,
            is_canceled: status === orderStatusIds.canceled,
            check: presentCheck({ by, at }),
          })),
        },
      }
    })
  })

  serve('POST /orders/scans', async ({ body, session, translate }) => {
    const { orders, refused } = await db.asOwner(session.ownerId, (tx) =>
      countOrderScans(tx, session, body.scans, ships),
    )
    return {
      data: {
        orders: orders.map(({ check, ...order }) => ({ ...order, check: check && presentCheck(check) })),
        refused: refused.map(({ scan, order, why }) => {
          const code = order ? orderCode(order) : null
          const message = translate(`scan_error.${why}`, { code: code ?? String(scan.order_id) })
          return { id: scan.id, order_id: scan.order_id, code, why, message }
        }),
      },
    }
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
      emitScanned(tx, ownerId, [locked])
      return saveScanCheck(tx, ownerId, locked, session.name)
    })
    return { data: presentCheck(check) }
  })

  function ships(platformId: number): boolean {
    return channels.connectorOf(platformId)?.shipping !== undefined
  }

  function refuse({ status, isCancelRequested, platformId, ...order }: Standing, translate: Translate): void {
    const refusal = scanRefusalOf(
      { status: orderStatusOf(status), isCancelRequested },
      { ships: ships(platformId) },
    )
    if (refusal)
      throw new AppError('order_action_refused', {
        message: translate(`scan_error.${refusal}`, { code: orderCode(order) }),
      })
  }
}

function presentScanned(order: ScannedOrder): Reply<'GET /orders/scan'>['data'] {
  const { id, shop, lastCheck } = order
  return {
    id,
    code: orderCode(order),
    shop,
    tracking_number: order.trackingNumber,
    package_ids: order.packageIds,
    ship_by_at: order.shipBy?.toISOString() ?? null,
    lines: order.lines.map(({ position, sellerSku, shopSku, ownCodes, ...line }) => ({
      id: lineId(id, position),
      name: line.name,
      variant_label: line.variantLabel,
      image: line.image,
      quantity: line.quantity,
      scanned: line.scanned,
      is_gift: line.isGift,
      codes: [...new Set([sellerSku ?? '', shopSku, ...ownCodes].filter(Boolean))],
      parts: line.parts,
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
