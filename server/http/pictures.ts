/** Uploaded pictures are redrawn before they are served, which drops the metadata that cameras write. */
import type { Sharp } from 'sharp'

export type PictureLimits = {
  /** Pixels, in both directions. */
  least: number
  most: number
  /** Pictures of listings elsewhere; of an upload, only what cameras and drawing programs write. */
  takesGifAndWebp?: boolean
}

/** Turned upright. Answers the rule that is broken instead: `type` or `sides`. */
export async function readPicture(
  bytes: Uint8Array,
  { least, most, takesGifAndWebp = false }: PictureLimits,
): Promise<Sharp | 'type' | 'sides'> {
  if (!isPngOrJpeg(bytes) && !(takesGifAndWebp && isGifOrWebp(bytes))) return 'type'
  // Loaded with the first picture: a process begins without its 11 MB.
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: most ** 2 })
  const sides = await picture.metadata().catch(() => undefined)
  if (!sides) return 'type'
  if ([sides.width, sides.height].some((one) => one < least || one > most)) return 'sides'
  return picture.rotate()
}

/** By its first bytes: a name and a declared type say what somebody likes. */
function isPngOrJpeg(bytes: Uint8Array): boolean {
  return begins(bytes, '\u0089PNG\r\n\u001a\n') || begins(bytes, '\u00ff\u00d8\u00ff')
}

export function isGifOrWebp(bytes: Uint8Array): boolean {
  return begins(bytes, 'GIF8') || (begins(bytes, 'RIFF') && begins(bytes.subarray(8), 'WEBP'))
}

function begins(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text
}
