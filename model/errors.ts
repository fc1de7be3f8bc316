/** Every way in which a request can fail, and its HTTP status. Words for each are in server/locales. */
export const errorStatuses = {
  validation_failed: 422,
  unauthenticated: 401,
  bad_credentials: 401,
  account_inactive: 403,
  forbidden: 403,
  not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  still_running: 409,
  shop_linked_elsewhere: 409,
  shop_has_warehouse: 409,
  link_expired: 410,
  body_too_large: 413,
  locked: 423,
  too_many_attempts: 429,
  internal: 500,
  channel_refused: 502,
  channel_unreachable: 504,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatuses

/** The only error that a route throws on purpose. `fields` maps a field's path to the rule that it breaks. */
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
  retryAfterSeconds?: number
  channelCode?: string
  channelMessage?: string
}
