import { ChannelError } from '../../connectors/channel-error.ts'
import { AppError } from '../../model/errors.ts'

/** Said by ourselves in the courier's place: it locked the owner out, or the owner disconnected it, maybe while it was asked. */
const notConnected = 'courier_not_connected'

/** Names the remedy, which the courier's own words do not. */
export const lockedOut = (cause?: unknown): ChannelError =>
  new ChannelError('sign-in-expired', 'error.courier_not_connected', { channelCode: notConnected, cause })

/** Throws a courier's failure as an AppError for the caller. `asShown` may change the courier's message first. */
export function asCourierError(error: unknown, asShown: (words: string) => string = (words) => words): never {
  if (!(error instanceof ChannelError)) throw error
  const { kind, retryAfterSeconds, channelCode } = error
  if (kind === 'try-later' || kind === 'slow-down')
    throw new AppError('courier_unreachable', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  if (channelCode === notConnected) throw new AppError('courier_not_connected')
  throw new AppError('courier_refused', {
    channelMessage: asShown(error.message),
    ...(channelCode === undefined ? {} : { channelCode }),
  })
}

/** The same for what somebody typed and can correct: it is said beside the field, in the courier's words. */
export function asFieldError(
  error: unknown,
  names: Record<string, string> = {},
  asShown: (words: string) => string = (words) => words,
): never {
  const fields = error instanceof ChannelError ? error.fields : []
  const isTheirs =
    error instanceof ChannelError && (error.kind === 'refused' || error.kind === 'sign-in-expired')
  if (!isTheirs || fields.length === 0) return asCourierError(error, asShown)
  const invalid = fields.map(
    ({ field, message }) =>
      [names[field] ?? field, asShown(message === 'wrong' ? error.message : message)] as const,
  )
  throw new AppError('validation_failed', { invalidFields: Object.fromEntries(invalid) })
}
