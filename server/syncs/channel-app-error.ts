/** A channel's refusal as an error of the API. */
import { ChannelError } from '../../connectors/channel-error.ts'
import { AppError } from '../../model/errors.ts'

/** The channel's own words where it spoke, ours where it did not. */
export function asAppError(error: unknown): never {
  if (!(error instanceof ChannelError)) throw error
  if (error.kind === 'try-later' || error.kind === 'slow-down') {
    const { retryAfterSeconds } = error
    throw new AppError('channel_unreachable', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  }
  throw new AppError('channel_refused', {
    channelMessage: error.message,
    ...(error.channelCode === undefined ? {} : { channelCode: error.channelCode }),
  })
}
