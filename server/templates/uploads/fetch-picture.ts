/** A picture of a listing elsewhere, which a template was copied from. */
import { ChannelError, ownMessage } from '../../../connectors/channel-error.ts'
import { listingImageMostBytes } from '../../../contract/listing-changes.ts'
import { refusedImage } from './refused-image.ts'

const timeoutMs = 15_000

/** @throws ChannelError refused: no other try will get it; try-later: its host does not answer */
export async function fetchPicture(fetchPublic: typeof fetch, url: string): Promise<Uint8Array> {
  const gone = () => refusedImage(ownMessage('refusal.photo_gone', { address: url }))
  if (!URL.canParse(url) || !['https:', 'http:'].includes(new URL(url).protocol)) throw gone()
  try {
    const response = await fetchPublic(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
    if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`)
    if (!response.ok || !response.body) throw gone()
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > listingImageMostBytes) throw refusedImage('field.image-max-size-required')
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (cause) {
    // An address in a private network is not asked.
    if (cause instanceof ChannelError) throw cause.problem === 'address-private' ? gone() : cause
    const message = ownMessage('refusal.photo_unanswered', { address: url })
    throw new ChannelError('try-later', message, { fields: [{ field: 'images', message }], cause })
  }
}
