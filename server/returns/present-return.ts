/** The one door from a return's row to the API's return. */
import type { Connector } from '../../connectors/connector.ts'
import type { Reply } from '../../contract/endpoints.ts'
import type { Language } from '../../model/language.ts'
import { fromMinor, type Currency } from '../../model/money.ts'
import { orderStatusOf, type OrderStatus } from '../../model/order-status.ts'
import { can, type AccessRights, type Permission } from '../../model/permissions.ts'
import {
  returnActions,
  returnRefusalOf,
  type ReturnAction,
  type ReturnRefusal,
} from '../../model/return-action.ts'
import { returnStatusOf } from '../../model/return-case.ts'
import { isUnderWay } from '../orders/actions/order-actions-of.ts'
import { presentAction } from '../orders/actions/present-order-action.ts'
import { translate } from '../i18n/translate.ts'
import type { ReturnRow } from './return-store.ts'

const permissionOf: Record<ReturnAction, Permission> = {
  accept: 'orders.cancel',
  reject: 'orders.cancel',
  receive: 'orders.confirm',
}

const notSent: ReadonlySet<OrderStatus> = new Set(['unpaid', 'pending', 'confirmed', 'ready_to_ship'])

/** Why something cannot be done with a return now; null when it can. */
export function refusalFor(
  action: ReturnAction,
  user: AccessRights,
  row: ReturnRow,
  connector: Connector | undefined,
): ReturnRefusal | null {
  if (!can(user, permissionOf[action])) return 'forbidden'
  return returnRefusalOf(action, {
    status: returnStatusOf(row.status),
    kind: row.kind,
    isReceived: row.receivedAt !== null,
    isOrderKnown: row.orderId !== null,
    isOrderSent: row.orderStatus !== null && !notSent.has(orderStatusOf(row.orderStatus)),
    hasOpenAction: isUnderWay(row.action ?? undefined, row.updatedAt),
    isShopLinked: row.shopStatus === 1,
    channelTakesAnswers: connector?.returns !== undefined,
  })
}

/** A buyer's own words, or the words for a code of the channel. */
function reasonIn(language: Language, reason: string): string {
  const key = `return_reason.${reason}`
  const text = translate(language, key)
  return text === key ? reason : text
}

export function presentReturn(
  row: ReturnRow,
  user: AccessRights,
  connector: Connector | undefined,
  language: Language,
): Reply<'GET /returns/{id}'>['data'] {
  const amount = (minor: number) => fromMinor(minor, row.currency as Currency)
  const code = returnStatusOf(row.status)
  const refusals = returnActions.map((action) => [action, refusalFor(action, user, row, connector)] as const)
  return {
    id: row.id,
    code: row.channelReturnId,
    order_id: row.orderId,
    order_code: row.orderCode,
    shop: { data: { id: row.shopId, system_name: row.systemName, platform_id: row.platformId } },
    status: { id: row.status, code, name: translate(language, `return_status.${code}`) },
    channel_status: row.channelStatus,
    kind: row.kind,
    reason: row.reason && reasonIn(language, row.reason),
    images: row.images,
    currency: row.currency,
    refund_value: amount(row.refund),
    tracking_number: row.trackingNumber,
    requested_at: row.requestedAt,
    answer_by: row.answerBy,
    updated_at: row.updatedAt,
    received:
      row.receivedAt === null ? null : { at: row.receivedAt, by: row.receivedName, note: row.receivedNote },
    lines: row.lines.map((line) => ({
      position: line.position,
      shop_sku: line.shopSku,
      name: line.name,
      variant_label: line.variantLabel,
      image: line.imageUrl,
      quantity: line.quantity,
      refund_value: amount(line.refund),
      restocked: line.restocked,
      written_off: line.writtenOff,
      parts: line.parts.map(({ skuId, code }) => ({ sku_id: skuId, code })),
    })),
    allowed_actions: refusals.flatMap(([action, refusal]) => (refusal === null ? [action] : [])),
    refused_actions: Object.fromEntries(refusals.filter(([, refusal]) => refusal !== null)),
    latest_action: row.action && presentAction(row.action, row.updatedAt, language),
  }
}
