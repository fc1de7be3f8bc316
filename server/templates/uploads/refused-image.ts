import { ChannelError } from '../../../connectors/channel-error.ts'

export function refusedImage(message: string): ChannelError {
  return new ChannelError('refused', message, { fields: [{ field: 'images', message }] })
}
