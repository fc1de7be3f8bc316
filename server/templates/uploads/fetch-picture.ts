/** A picture of a listing elsewhere, which a template was copied from. */
import { listingImageMostBytes } from '../../../contract/listing-changes.ts'

const timeoutMs = 15_000

/** Undefined: it is not there, is too large, or does not come in time. */
export async function fetchPicture(fetchPublic: typeof fetch, url: string): Promise<Uint8Array | undefined> {
  if (!URL.canParse(url) || !['https:', 'http:'].includes(new URL(url).protocol)) return undefined
  try {
    const response = await fetchPublic(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    if (!response.ok || !response.body) return undefined
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > listingImageMostBytes) return undefined
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch {
    return undefined
  }
}
