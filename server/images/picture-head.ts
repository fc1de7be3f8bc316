/** Sides of a picture at an address, from its first bytes alone. */

export type Sides = { width: number; height: number }

const timeoutMs = 10_000
/** Cameras write a preview and a colour profile before the sides. */
const headBytes = 256 * 1024
const mostSide = 100_000

/**
 * Null: no picture is there, or one of a kind without sides. Undefined: the host did not answer, which another try may mend.
 *
 * @param fetchPublic reaches public addresses alone, and follows no redirect
 */
export async function readSides(
  fetchPublic: typeof fetch,
  address: string,
): Promise<Sides | null | undefined> {
  if (!URL.canParse(address) || !['https:', 'http:'].includes(new URL(address).protocol)) return null
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)])
  try {
    const headers = { range: `bytes=0-${headBytes - 1}`, accept: 'image/jpeg,image/png,image/*;q=0.8' }
    const response = await fetchPublic(address, { signal, headers, redirect: 'manual' })
    if (response.status === 429 || response.status >= 500) return undefined
    if (!response.ok || !response.body) return null
    return await sidesOf(await headOf(response.body))
  } catch {
    return undefined
  } finally {
    // A host that knows no ranges sends all of it.
    stop.abort()
  }
}

async function headOf(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    parts.push(part)
    size += part.length
    if (size >= headBytes) break
  }
  return Buffer.concat(parts).subarray(0, headBytes)
}

/** Null for anything but JPEG, PNG, GIF and WebP: drawings have no pixels, and are programs to whoever opens them. */
export async function sidesOf(head: Buffer): Promise<Sides | null> {
  const begins = (text: string, at = 0) => head.subarray(at, at + text.length).toString('latin1') === text
  if (begins('RIFF') && begins('WEBP', 8)) return sidesOfWebp(head)
  if (!begins('\u00ff\u00d8\u00ff') && !begins('\u0089PNG\r\n\u001a\n') && !begins('GIF8')) return null
  const { default: sharp } = await import('sharp')
  const found = await sharp(head, { failOn: 'none', limitInputPixels: false })
    .metadata()
    .catch(() => null)
  return found && inRange(found)
}

/** Read here, as the library opens whole files of it alone. */
function sidesOfWebp(head: Buffer): Sides | null {
  if (head.length < 30) return null
  const kind = head.subarray(12, 16).toString('latin1')
  if (kind === 'VP8X')
    return inRange({ width: 1 + head.readUIntLE(24, 3), height: 1 + head.readUIntLE(27, 3) })
  if (kind === 'VP8 ')
    return inRange({ width: head.readUInt16LE(26) % 16_384, height: head.readUInt16LE(28) % 16_384 })
  if (kind !== 'VP8L') return null
  const bits = head.readUInt32LE(21)
  return inRange({ width: 1 + (bits % 16_384), height: 1 + (Math.floor(bits / 16_384) % 16_384) })
}

function inRange({ width, height }: Sides): Sides | null {
  const isPicture = [width, height].every((side) => side > 0 && side <= mostSide)
  return isPicture ? { width, height } : null
}
