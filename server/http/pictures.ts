/** Uploaded pictures are redrawn before they are served, which drops the metadata that cameras write. */
import type { Sharp } from 'sharp'

export type PictureLimits = {
  /** Pixels, in both directions. */
  least: number
  most: number
}

/** Turned upright. Answers the rule that is broken instead: `type` or `sides`. */
export async function readPicture(
  bytes: Uint8Array,
  { least, most }: PictureLimits,
): Promise<Sharp | 'type' | 'sides'> {
  if (!isPngOrJpeg(bytes)) return 'type'
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
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte)
  return begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) || begins(0xff, 0xd8, 0xff)
}
