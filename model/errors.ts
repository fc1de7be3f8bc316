import type { PlanFigure } from './plan.ts'

/** Every way in which a request can fail, and its HTTP status. Words for each are in server/locales. */
export const errorStatuses = {
  bad_request: 400,
  validation_failed: 422,
  unauthenticated: 401,
  bad_credentials: 401,
  otp_required: 401,
  account_inactive: 403,
  sso_refused: 403,
  forbidden: 403,
  plan_expired: 403,
  no_printer: 409,
  not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  changed_by_other: 409,
  order_action_open: 409,
  order_action_refused: 409,
  listing_change_open: 409,
  return_received: 409,
  still_running: 409,
  done_before: 409,
  customer_has_open_orders: 409,
  sku_has_listings: 409,
  sku_has_stock: 409,
  sku_is_part: 409,
  sku_in_stock_take: 409,
  sku_link_changed: 409,
  sku_linked_elsewhere: 409,
  sku_merged: 409,
  suggestion_decided: 409,
  merge_changed: 409,
  merge_code_taken: 409,
  import_access_changed: 409,
  merge_expired: 409,
  merge_stock_moved: 409,
  merge_undone: 409,
  shop_linked_elsewhere: 409,
  shop_has_warehouse: 409,
  upload_open: 409,
  nothing_to_send: 409,
  already_set_up: 409,
  already_uploaded: 409,
  stock_take_open: 409,
  stock_take_limit: 409,
  stock_take_ended: 409,
  warehouse_physical: 409,
  warehouse_is_default: 409,
  warehouse_has_shops: 409,
  warehouse_has_stock: 409,
  warehouse_lacks_figures: 409,
  warehouse_in_sales_area: 409,
  courier_not_set_up: 409,
  courier_not_connected: 409,
  courier_in_use: 409,
  courier_place_is_default: 409,
  mail_not_set_up: 409,
  buyer_mail_unavailable: 409,
  buyer_mail_repeated: 409,
  buyer_mail_limit: 429,
  sso_account: 409,
  sso_off: 409,
  billing_not_set_up: 409,
  plan_limit: 409,
  waybill_status: 409,
  waybill_digital: 409,
  link_expired: 410,
  export_expired: 410,
  one_time_link_expired: 410,
  code_expired: 410,
  sso_code_invalid: 410,
  body_too_large: 413,
  too_many_attempts: 429,
  too_many_streams: 429,
  headers_too_large: 431,
  internal: 500,
  channel_refused: 502,
  courier_refused: 502,
  waybill_unavailable: 502,
  channel_unreachable: 504,
  courier_unreachable: 504,
  unavailable: 503,
  busy: 503,
  sso_unavailable: 503,
  writing_help_off: 409,
  writing_help_limit: 429,
  writing_help_busy: 503,
  writing_help_refused: 502,
  writing_help_rejected: 502,
  writing_help_unreadable: 502,
  writing_help_unreachable: 502,
  writing_help_timeout: 504,
} as const

export type ErrorCode = keyof typeof errorStatuses

/** Returns the code of a rule from the key of its message ("field.required"), for API clients. Null: it has only a message. */
export function codeOfRule(words: string): string | null {
  return /^field\.([a-z_-]+)(?: \{.*)?$/s.exec(words)?.[1] ?? null
}

/** A rule with the figures that its message names. */
export function ruleWith(rule: string, values: Record<string, string | number>): string {
  return `${rule} ${JSON.stringify(values)}`
}

/** The only error that a route throws on purpose. `invalidFields` maps a field's path to the rule that it breaks. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? code)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

export type ErrorDetails = {
  /** Replaces the code's own words; used where the channel's words say more. */
  message?: string
  invalidFields?: Record<string, string>
  /** All rules that a template breaks, as they are listed for it. */
  problems?: readonly object[]
  retryAfterSeconds?: number
  /** The limit of the plan that was reached. */
  limit?: { figure: PlanFigure; most: number }
  /** Name of what stands in the way. */
  name?: string
  /** Name of the last person who changed it. */
  changedBy?: string
  channelCode?: string
  channelMessage?: string
}
