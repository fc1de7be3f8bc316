/** Actions that an order allows its reader, by the model's table. */
import type { Connector } from '../../../connectors/connector.ts'
import type { Splitting } from '../../../connectors/shipping.ts'
import { shipmentStatusIds } from '../../../model/delivery.ts'
import { fulfilmentOf } from '../../../model/fulfilment.ts'
import {
  refusalOf,
  actionKinds,
  permissionOf,
  type OrderFacts,
  type RefusalCode,
  type ActionKind,
} from '../../../model/order-action.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import { can, type AccessRights } from '../../../model/permissions.ts'
import type { OrderShipment, OrderToAct } from './order-to-act-store.ts'
import type { StoredAction } from './order-action-store.ts'

type ActedOrder = Omit<
  OrderToAct,
  'id' | 'shopId' | 'channelOrderId' | 'shortCode' | 'platformId' | 'updatedAt'
> & {
  updatedAt: Date | string
}

/** Time after an action in which its order allows no other one, unless its channel reports a change. */
const settleMs = 60_000

/** Also of an action that is done, until the channel has reported how the order stands. */
export function isUnderWay(
  action: Pick<StoredAction, 'state' | 'requestedAt' | 'endedAt'> | undefined,
  orderUpdatedAt: Date | string,
): boolean {
  if (!action || action.state === 'failed') return false
  if (action.endedAt === null) return true
  // The channel's own push may be faster than our noting that it answered.
  const isHeardOf = +new Date(orderUpdatedAt) >= Date.parse(action.requestedAt)
  return !isHeardOf && Date.now() - Date.parse(action.endedAt) < settleMs
}

/** Why something cannot be done now; null when it can. */
export function refusalFor(
  kind: ActionKind,
  user: AccessRights,
  order: ActedOrder,
  connector: Connector | undefined,
  action: StoredAction | undefined,
): RefusalCode | null {
  if (!can(user, permissionOf[kind])) return 'forbidden'
  const facts = {
    status: orderStatusOf(order.status),
    pickupFailed: order.pickupFailed || order.shipments.some(({ flag }) => flag === 'pickup_failed'),
    isCancelRequested: order.isCancelRequested,
    isOnHold: isOnHold(order, connector),
    isDigital: order.isDigital,
    hasOpenAction: isUnderWay(action, order.updatedAt),
    isShopLinked: order.shopStatus === 1,
    shipment: shipmentFact(order),
    ...parcelFacts(order, connector?.splitting),
  }
  return refusalOf(kind, facts, {
    isMarketplace: connector?.type === 'marketplace',
    ships: connector?.shipping !== undefined,
    fulfilment: fulfilmentOf(connector),
    packs: connector?.shipping?.pack !== undefined,
    splits: connector?.splitting !== undefined,
    cancels:
      connector?.cancelling !== undefined || (connector?.deliveryStatus?.steps.includes('canceled') ?? false),
    edits: connector?.editing !== undefined,
  })
}

function isOnHold(
  { channelStatus }: Pick<ActedOrder, 'channelStatus'>,
  connector: Connector | undefined,
): boolean {
  return connector?.shipping?.onHoldStatuses?.includes(channelStatus) ?? false
}

/** Answers how an order of a shop in this country may be split. */
export function splitRulesOf(
  { mostParcels, mostParcelsIn, dividesLinesIn }: Splitting,
  region: string,
): { mostParcels: number; dividesLines: boolean } {
  return {
    mostParcels: mostParcelsIn[region] ?? mostParcels,
    dividesLines: dividesLinesIn.includes(region),
  }
}

function parcelFacts(
  { packages, things, pieces, region }: Pick<ActedOrder, 'packages' | 'things' | 'pieces' | 'region'>,
  splitting: Splitting | undefined,
): Pick<OrderFacts, 'packages' | 'hasBookedPackage' | 'isDivisible'> {
  const dividesLines = splitting !== undefined && splitRulesOf(splitting, region).dividesLines
  return {
    packages: packages.length,
    hasBookedPackage: packages.some(({ status }) => !splitting?.openIn.includes(status)),
    isDivisible: (dividesLines ? pieces : things) > 1,
  }
}

function shipmentFact({
  parcels,
  shipments,
}: Pick<ActedOrder, 'parcels' | 'shipments'>): OrderFacts['shipment'] {
  if (shipments.length === 0) return 'none'
  if (shipments.some(isUnanswered)) return 'unanswered'
  if (shipments.some(({ status }) => status <= shipmentStatusIds.booked)) return 'open'
  return shipments.length < parcels ? 'partly' : 'gone'
}

const isUnanswered = ({ booking, isAsked }: OrderShipment): boolean =>
  booking === 'unanswered' || (booking === 'wanted' && isAsked)

export function actionsOf(
  user: AccessRights,
  order: ActedOrder,
  connector: Connector | undefined,
  action: StoredAction | undefined,
): {
  allowed: ActionKind[]
  refused: Partial<Record<ActionKind, RefusalCode>>
  isOwnDelivery: boolean
  isOnHold: boolean
  splitting: ReturnType<typeof splitRulesOf> | null
} {
  const refusals = actionKinds.map(
    (kind) => [kind, refusalFor(kind, user, order, connector, action)] as const,
  )
  return {
    allowed: refusals.flatMap(([kind, refusal]) => (refusal === null ? [kind] : [])),
    isOwnDelivery: fulfilmentOf(connector) === 'own-courier',
    isOnHold: isOnHold(order, connector),
    splitting: connector?.splitting ? splitRulesOf(connector.splitting, order.region) : null,
    refused: Object.fromEntries(refusals.filter(([, refusal]) => refusal !== null)),
  }
}
