/**
 * Names in the audit log of every call that changes something. The type check fails for a new call until it has a rule here. A
 * text instead of a rule says why a call leaves no entry.
 */
import type { Body, EndpointName } from '../../contract/endpoints.ts'
import type { AuditAction, AuditSubject } from '../../model/audit.ts'
import { couriers } from '../../connectors/couriers/registry.ts'
import { courierOfPath, courierWithPlaces } from '../syncs/courier-paths.ts'

export type AuditRule<B = never> = {
  action: AuditAction
  /** Subject of the action: the `{id}` of the address or the `ids` of the body, unless stated otherwise. */
  on?: AuditSubject
  ids?: readonly number[] | ((body: B) => readonly number[])
  /** To the one who asks. */
  isOwn?: true
  /** It comes to be by the call, which names it (`nameTarget`). */
  isMaking?: true
  /** Nobody is signed in; the call names who it is (`nameActor`). */
  isNamed?: true
  /** Returns the fields of the request to log; never a secret. */
  detailsOf?: (body: B) => Record<string, unknown>
}

/** Reading calls that are told of as well: what leaves the house, or marks what it hands out. */
type AuditedRead =
  | Extract<EndpointName, `GET ${string}/export`>
  | 'GET /customers/{id}/personal-data'
  | 'GET /customers/{id}/personal-data/print'
  | 'GET /orders/{id}/print'
  | 'GET /orders/{id}/print-waybill'
export type ChangingCall = Exclude<EndpointName, `GET ${string}`> | AuditedRead

type Rules = { [K in ChangingCall]: AuditRule<Body<K>> | string }

const readOnly = 'asks, and changes nothing'
const unsent = 'a draft that is saved while it is written; publishing it is logged with what is sent'
const ofProgram = 'of a program beside a printer; its job says what became of it'
const ownView = "of one's own screen alone"

const courier = (path: string, action: AuditAction) =>
  ({ action, on: 'courier', ids: [courierOfPath(couriers, path).id] }) as const
const store = {
  action: 'courier.by_phone',
  on: 'courier',
  ids: (body?: { courier?: string | undefined }) => [courierWithPlaces(couriers, body?.courier).id],
} as const
const order = (action: AuditAction) => ({ action, on: 'order' }) as const
const self = (action: AuditAction) => ({ action, on: 'user', isOwn: true }) as const

export const auditedCalls = {
  'POST /authorization': { action: 'sign_in', on: 'user', isNamed: true },
  'POST /sso/token': { action: 'sign_in', on: 'user', isNamed: true },
  'DELETE /authorization': self('sign_out'),
  'POST /authorization/forgot-password': 'the mail that it causes changes nothing until its link is used',
  'POST /authorization/token-info': readOnly,
  'POST /authorization/reset-password': { action: 'password.reset', on: 'user', isNamed: true },
  'POST /authorization/activate': { action: 'staff.activate', on: 'user', isNamed: true },
  'POST /first-run': { action: 'account.create', on: 'user', isNamed: true },
  'POST /dashboard/sync-percent/close': ownView,
  'PUT /users/notifications': ownView,
  'PUT /users/{id}/end-first-login': ownView,
  'POST /shops/check-token-expire': readOnly,
  'POST /dashboard/sync-percent': readOnly,

  'PUT /users/me': self('profile.edit'),
  'PUT /users/notifications/ways': self('profile.notifications'),
  'PUT /users/mail-report': self('profile.report'),
  'POST /users/mail-report/send-now': 'a mail to the one who asks, which the mail log shows',
  'PUT /users/change-password': self('password.change'),
  'POST /users/{id}/update-avatar': { action: 'profile.picture', on: 'user' },
  'DELETE /users/{id}/avatar': { action: 'profile.picture', on: 'user' },
  'DELETE /users/sessions/{id}': { action: 'session.end', on: 'session' },
  'DELETE /users/sessions': self('session.end_all'),
  'POST /users/second-factor': self('factor.begin'),
  'POST /users/second-factor/confirm': self('factor.on'),
  'POST /users/second-factor/recovery-codes': self('factor.codes'),
  'POST /users/second-factor/off': self('factor.off'),

  'POST /users': { action: 'staff.add', on: 'user', isMaking: true },
  'POST /invite-user': { action: 'staff.invite', on: 'user', isMaking: true },
  'POST /users/{id}/invite-again': { action: 'staff.invite_again', on: 'user' },
  'PUT /users/{id}': { action: 'staff.edit', on: 'user' },
  'DELETE /users/{id}': { action: 'staff.remove', on: 'user' },

  'POST /shops/callback': { action: 'shop.link', on: 'shop', isMaking: true },
  'POST /shops': { action: 'shop.link', on: 'shop', isMaking: true },
  'POST /shops/{id}/sync': { action: 'shop.sync', on: 'shop' },
  'POST /shops/{id}/sync-items/{channel_id}/retry': { action: 'shop.retry', on: 'shop' },
  'POST /sync-items/{item_id}/retry': { action: 'shop.retry', on: 'shop' },
  'PUT /shops/{id}': { action: 'shop.edit', on: 'shop' },
  'DELETE /shops/{id}': { action: 'shop.unlink', on: 'shop' },

  'PUT /products/{id}': { action: 'product.edit', on: 'product' },
  'POST /products/{id}/image': { action: 'product.image', on: 'product' },
  'DELETE /products/{id}': { action: 'product.remove', on: 'product' },
  'DELETE /products': { action: 'product.remove', on: 'product', ids: ({ products }) => products },
  'POST /products/bulk-changes': {
    action: 'product.edit',
    on: 'product',
    isMaking: true,
    detailsOf: ({ variants, products }) => ({
      ...(variants.length > 0 && { variants }),
      ...(products.length > 0 && { products }),
    }),
  },
  'PATCH /products/{id}/status': { action: 'product.status', on: 'product' },
  'POST /products/changes/{id}/retry': { action: 'product.retry', on: 'listing_change' },
  'DELETE /products/changes/{id}': { action: 'product.undo', on: 'listing_change' },

  'POST /categories': { action: 'category.add', on: 'category', isMaking: true },
  'POST /product-template': { action: 'template.add', on: 'template', isMaking: true },
  'PUT /product-template/{id}': unsent,
  'DELETE /product-template/{id}': { action: 'template.remove', on: 'template' },
  'POST /product-template/upload-image': unsent,
  'POST /product-template/{id}/upload-to-platform': { action: 'template.upload', on: 'template' },
  'POST /product-template/{id}/cancel-upload-to-platform': { action: 'template.cancel', on: 'template' },
  'POST /product-template/{id}/writing-help': { action: 'template.suggest', on: 'template' },
  'POST /product-template/bulk-upload': {
    action: 'template.upload',
    on: 'template',
    ids: ({ template_ids: ids }) => ids,
  },
  'POST /product-template/bulk-uploads/{id}/cancel': {
    action: 'template.cancel',
    on: 'template',
    isMaking: true,
  },
  'POST /product-template/copy-listings': { action: 'template.add', on: 'template', isMaking: true },
  'POST /product-template/fill-missing': unsent,
  'POST /product-template/undo-filling': unsent,
  'POST /shop-product-template': unsent,
  'PUT /shop-product-template/{id}': unsent,
  'DELETE /shop-product-template/{id}': { action: 'template.leave_shop', on: 'shop_template' },
  'POST /shop-product-template/{id}/cancel-upload-to-platform': {
    action: 'template.cancel',
    on: 'shop_template',
  },
  'POST /shop-product-template/{id}/keep-listing': { action: 'template.keep', on: 'shop_template' },
  'POST /shop-product-template/{id}/undo-keep-listing': { action: 'template.unkeep', on: 'shop_template' },

  'GET /customers/{id}/personal-data': { action: 'customer.hand_out', on: 'customer' },
  'GET /customers/{id}/personal-data/print': { action: 'customer.hand_out', on: 'customer' },
  'POST /customers/{id}/erase': { action: 'customer.erase', on: 'customer' },
  'POST /customers/merge': { action: 'customer.merge', on: 'customer', ids: ({ customer_ids: ids }) => ids },
  'POST /customers/{id}/separate': { action: 'customer.separate', on: 'customer' },
  'POST /customers/duplicates/{id}/accept': { action: 'customer.merge', on: 'customer', isMaking: true },
  'POST /customers/duplicates/{id}/refuse': { action: 'customer.keep_apart', on: 'customer', isMaking: true },
  'POST /customers/changes/{id}/undo': { action: 'customer.undo', on: 'customer', isMaking: true },
  'PUT /customers/{id}/note': { action: 'customer.note', on: 'customer' },
  'POST /customers/shortlists': { action: 'segment.add', on: 'segment', isMaking: true },
  'POST /customers/shortlists/count': readOnly,
  'PUT /customers/shortlists/{id}': { action: 'segment.edit', on: 'segment' },
  'DELETE /customers/shortlists/{id}': { action: 'segment.remove', on: 'segment' },
  'POST /customers/shortlists/{id}/add-customers': {
    action: 'segment.add_customers',
    on: 'segment',
    detailsOf: ({ customer_ids: ids }) => ({ customers: ids.length }),
  },
  'POST /customers/shortlists/{id}/compare': readOnly,
  'POST /customers/shortlists/{id}/add-from-file': { action: 'segment.add_customers', on: 'segment' },
  'POST /customers/shortlists/{id}/push': { action: 'segment.push', on: 'segment' },
  'POST /customers/shortlists/{id}/remove-customers': {
    action: 'segment.remove_customers',
    on: 'segment',
    detailsOf: ({ customer_ids: ids }) => ({ customers: ids.length }),
  },
  'GET /settlements/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /customers/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /customers/shortlists/export': { action: 'export.ask', on: 'export', isMaking: true },
  'POST /warehouses': { action: 'warehouse.add', on: 'warehouse', isMaking: true },
  'PUT /warehouses/{id}': { action: 'warehouse.edit', on: 'warehouse' },
  'DELETE /warehouses/{id}': { action: 'warehouse.remove', on: 'warehouse' },
  'POST /sku-centers': { action: 'sku.add', on: 'sku', isMaking: true },
  'PUT /sku-centers/{id}': { action: 'sku.edit', on: 'sku' },
  'PUT /sku-centers/{id}/stock-rules/{shop_id}': { action: 'sku.stock_rule', on: 'sku' },
  'DELETE /sku-centers/{id}': { action: 'sku.remove', on: 'sku' },
  'POST /sku-centers/{id}/listings': { action: 'sku.link', on: 'sku' },
  'POST /sku-suggestions/{id}/accept': { action: 'sku.accept', on: 'suggestion' },
  'POST /sku-suggestions/{id}/dismiss': { action: 'sku.dismiss', on: 'suggestion' },
  'POST /sku-suggestions/{id}/reopen': { action: 'sku.reopen', on: 'suggestion' },
  'DELETE /sku-centers/{id}/product/{product_id}': { action: 'sku.unlink', on: 'sku' },
  'POST /sku-centers/{id}/merge': {
    action: 'sku.merge',
    on: 'sku',
    detailsOf: ({ sku_ids: skuIds }) => ({ sku_ids: skuIds }),
  },
  'POST /sku-centers/{id}/split': {
    action: 'sku.split',
    on: 'sku',
    detailsOf: ({ product_sku_ids: listings, stock }) => ({ listings, stock }),
  },
  'POST /sku-merges/{id}/undo': { action: 'sku.undo', on: 'sku', isMaking: true },
  'POST /stock-adjustments': {
    action: 'stock.adjust',
    on: 'warehouse',
    ids: ({ warehouse_id: id }) => [id],
    detailsOf: ({ lines, reason }) => ({ lines, reason }),
  },
  'POST /stock-transfers': {
    action: 'stock.transfer',
    on: 'warehouse',
    ids: ({ from_warehouse_id: from, to_warehouse_id: to }) => [from, to],
    detailsOf: ({ lines, reason }) => ({ lines, ...(reason && { reason }) }),
  },
  'POST /stock-receipts': {
    action: 'stock.receive',
    on: 'warehouse',
    ids: ({ warehouse_id: id }) => [id],
    detailsOf: ({ lines, note }) => ({ lines, ...(note && { reason: note }) }),
  },
  'POST /stock-takes': {
    action: 'stock.take_begin',
    on: 'stock_take',
    isMaking: true,
    detailsOf: ({ is_blind }) => ({ is_blind }),
  },
  'POST /stock-takes/{id}/scans': {
    action: 'stock.take_count',
    on: 'stock_take',
    detailsOf: ({ scans }) => ({ scans }),
  },
  'POST /stock-takes/{id}/book': {
    action: 'stock.take_book',
    on: 'stock_take',
    detailsOf: ({ reason, reasons }) => ({
      ...(reason && { reason }),
      ...(reasons.length > 0 && { reasons }),
    }),
  },
  'DELETE /stock-takes/{id}': { action: 'stock.take_cancel', on: 'stock_take' },
  'POST /sales-areas': { action: 'sales_area.add', on: 'sales_area', isMaking: true },
  'PUT /sales-areas/{id}': { action: 'sales_area.edit', on: 'sales_area' },
  'DELETE /sales-areas/{id}': { action: 'sales_area.remove', on: 'sales_area' },

  'POST /deliveries/integrate/gdex': courier('/deliveries/integrate/gdex', 'courier.connect'),
  'PUT /deliveries/integrate/gdex': courier('/deliveries/integrate/gdex', 'courier.edit'),
  'DELETE /deliveries/integrate/gdex': courier('/deliveries/integrate/gdex', 'courier.disconnect'),
  'POST /deliveries/integrate/ghn': courier('/deliveries/integrate/ghn', 'courier.connect'),
  'PUT /deliveries/integrate/ghn': courier('/deliveries/integrate/ghn', 'courier.edit'),
  'DELETE /deliveries/integrate/ghn': courier('/deliveries/integrate/ghn', 'courier.disconnect'),
  'POST /deliveries/integrate/jnt': courier('/deliveries/integrate/jnt', 'courier.connect'),
  'PUT /deliveries/integrate/jnt': courier('/deliveries/integrate/jnt', 'courier.edit'),
  'DELETE /deliveries/integrate/jnt': courier('/deliveries/integrate/jnt', 'courier.disconnect'),
  'POST /deliveries/integrate/ninjavan': courier('/deliveries/integrate/ninjavan', 'courier.connect'),
  'PUT /deliveries/integrate/ninjavan': courier('/deliveries/integrate/ninjavan', 'courier.edit'),
  'DELETE /deliveries/integrate/ninjavan': courier('/deliveries/integrate/ninjavan', 'courier.disconnect'),
  'POST /deliveries/stores/gen-otp': store,
  'POST /deliveries/stores/create-add-staff': store,
  'POST /deliveries/stores/assign-role': store,
  'POST /deliveries/warehouse/ninjavan': { action: 'place.add', on: 'place', isMaking: true },
  'PUT /deliveries/warehouse/ninjavan/{id}': { action: 'place.edit', on: 'place' },
  'DELETE /deliveries/warehouse/ninjavan/{id}': { action: 'place.remove', on: 'place' },

  'PUT /settings/delivery': { action: 'settings.delivery', on: 'settings' },
  'PUT /settings/delivery-platform': { action: 'settings.couriers', on: 'settings' },
  'PUT /settings/update-print-template': { action: 'settings.print', on: 'settings' },
  'PUT /settings/account': { action: 'settings.account', on: 'settings' },
  'PUT /settings/exchange-rates': { action: 'settings.exchange_rates', on: 'settings' },
  'PUT /settings/forbidden-words': { action: 'settings.forbidden_words', on: 'settings' },
  'POST /account/deletion': { action: 'account.delete', on: 'settings' },
  'DELETE /account/deletion': { action: 'account.keep', on: 'settings' },
  'PUT /settings/buyer-mails': {
    action: 'settings.buyer_mails',
    on: 'settings',
    // Which texts; what they say can be read in the setting.
    detailsOf: ({ templates }) =>
      templates.length > 0 ? { templates: templates.map(({ kind, language }) => `${kind}/${language}`) } : {},
  },
  'PUT /settings/buyer-data': { action: 'settings.buyer_data', on: 'settings' },
  'PUT /settings/update-rank-limit': { action: 'settings.customer_ranks', on: 'settings' },
  'PUT /settings/low-stock': { action: 'settings.low_stock', on: 'settings' },
  'PUT /settings/stock': { action: 'settings.stock', on: 'settings' },
  'POST /bills/upgrade': {
    action: 'plan.upgrade',
    detailsOf: ({ plan_code: plan, period }) => ({ ...(plan && { plan }), ...(period && { period }) }),
  },
  'POST /saved-filters': { action: 'filter.add', on: 'filter', isMaking: true },
  'PUT /saved-filters/{id}': { action: 'filter.edit', on: 'filter' },
  'DELETE /saved-filters/{id}': { action: 'filter.remove', on: 'filter' },

  'POST /orders': { action: 'order.create', on: 'draft', isMaking: true },
  'PUT /orders/{id}': {
    ...order('order.edit'),
    // Which lines of the address; what they say is the buyer's.
    detailsOf: ({ address }) => (address === undefined ? {} : { changed: Object.keys(address) }),
  },
  'POST /orders/{id}/buyer-mails': {
    ...order('order.mail_buyer'),
    // The text is the buyer's.
    detailsOf: ({ kind, language }) => ({ kind, language }),
  },
  'PUT /orders/star': { ...order('order.star'), detailsOf: ({ is_star }) => ({ is_star: is_star === 1 }) },
  'PUT /orders/{id}/star': order('order.star'),
  'POST /orders/{id}/scan-checked': order('order.scan'),
  'POST /orders/scans': {
    ...order('order.scan'),
    ids: ({ scans }) => [...new Set(scans.map((scan) => scan.order_id))],
  },
  'POST /print-agents': { action: 'print_agent.add', on: 'print_agent', isMaking: true },
  'DELETE /print-agents/{id}': { action: 'print_agent.remove', on: 'print_agent' },
  'PUT /print-settings': {
    action: 'print.settings',
    on: 'settings',
    detailsOf: ({ rules, auto }) => ({ rules, auto }),
  },
  'POST /print-jobs': { action: 'print.send', on: 'print_job', isMaking: true },
  'POST /print-jobs/{id}/answer': {
    action: 'print.answer',
    on: 'print_job',
    detailsOf: ({ is_printed: isPrinted }) => ({ is_printed: isPrinted }),
  },
  'POST /print-agent/pair': 'uses up a code, whose making is logged',
  'POST /print-agent/poll': ofProgram,
  'POST /print-agent/jobs/{id}/claim': ofProgram,
  'POST /print-agent/jobs/{id}/result': ofProgram,
  'POST /pick-waves': {
    action: 'pick_wave.begin',
    on: 'pick_wave',
    isMaking: true,
    detailsOf: ({ name, order_ids: ids }) => ({ name, orders: ids.length }),
  },
  'POST /pick-waves/{id}/ticks': {
    action: 'pick_wave.tick',
    on: 'pick_wave',
    detailsOf: ({ ticks }) => ({ ticks }),
  },
  'DELETE /pick-waves/{id}': { action: 'pick_wave.remove', on: 'pick_wave' },
  'POST /orders/{id}/confirm': order('order.confirm'),
  'POST /orders/bulk-confirm': order('order.confirm'),
  'POST /orders/{id}/set-packed': order('order.pack'),
  'POST /orders/{id}/split': order('order.split'),
  'PUT /orders/{id}/parcels': order('order.split'),
  'POST /orders/{id}/unsplit': order('order.unsplit'),
  'POST /orders/{id}/cancel': {
    ...order('order.cancel'),
    detailsOf: ({ reason_code, note }) => ({ reason_code, ...(note ? { has_note: true } : {}) }),
  },
  'POST /orders/bulk-cancel': {
    ...order('order.cancel'),
    detailsOf: ({ reason_code, note }) => ({ reason_code, ...(note ? { has_note: true } : {}) }),
  },
  'POST /orders/bulk-accept-cancel': order('order.cancel_accept'),
  'POST /orders/bulk-reject-cancel': order('order.cancel_reject'),
  'POST /orders/{id}/cancel-request/accept': order('order.cancel_accept'),
  'POST /orders/{id}/cancel-request/reject': order('order.cancel_reject'),
  'POST /orders/{id}/cancel-shipment': order('order.cancel_shipment'),
  'POST /orders/action-batches/{id}/retry': { action: 'order.retry', on: 'actions' },
  'PUT /orders/{id}/status-self-delivery': {
    ...order('order.deliver'),
    detailsOf: ({ status }) => ({ status }),
  },
  'POST /orders/{id}/self-delivery-code': order('order.deliver_code'),
  'POST /orders/{id}/take-back': order('order.take_back'),
  'POST /orders/bulk-print': { ...order('order.print'), detailsOf: ({ kind }) => ({ kind }) },
  'GET /orders/{id}/print': order('order.print'),
  'GET /orders/{id}/print-waybill': order('order.print'),
  'POST /shipments/{id}/found': { action: 'shipment.found', on: 'shipment' },
  'POST /shipments/{id}/not-found': { action: 'shipment.not_found', on: 'shipment' },
  'POST /orders/bulk-accept-return': order('return.accept'),
  'POST /orders/bulk-reject-return': order('return.reject'),
  'POST /returns/{id}/accept': { action: 'return.accept', on: 'return' },
  'POST /returns/{id}/reject': { action: 'return.reject', on: 'return' },
  'POST /returns/{id}/receive': { action: 'return.receive', on: 'return' },

  'POST /account/backup': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /analytics/sales/shop-detail-statistic/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /analytics/sales/product-ranking/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /analytics/products/product-ranking/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /analytics/orders/location-statistic/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /analytics/orders/shipping-statistic/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /analytics/customers/customers-statistic/export': {
    action: 'export.ask',
    on: 'export',
    isMaking: true,
  },
  'GET /audit-logs/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /products/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /sku-centers/export': { action: 'export.ask', on: 'export', isMaking: true },
  'GET /orders/export': { action: 'export.ask', on: 'export', isMaking: true },
  'POST /imports/products': { action: 'import.upload', on: 'import', isMaking: true },
  'POST /imports/templates': { action: 'import.upload', on: 'import', isMaking: true },
  'PUT /imports/{id}/columns': 'changes nothing but what the check reads',
  'PUT /imports/{id}/rows/{row}': 'changes nothing but what the check reads',
  'POST /imports/{id}/commit': { action: 'import.commit', on: 'import' },
  'POST /imports/{id}/undo': { action: 'import.undo', on: 'import' },
  'DELETE /imports/{id}': { action: 'import.remove', on: 'import' },
  'POST /exports/{id}/retry': { action: 'export.retry', on: 'export' },
  'DELETE /exports/{id}': { action: 'export.remove', on: 'export' },
} satisfies Rules

/** Undefined for what only reads, and for what is known to leave no entry. */
export function auditRuleOf(name: EndpointName): AuditRule | undefined {
  const rule: AuditRule<never> | string | undefined = (
    auditedCalls as Partial<Record<string, AuditRule | string>>
  )[name]
  return typeof rule === 'object' ? rule : undefined
}
