import { listingImageMostBytes, listingImageSides } from '../../contract/listing-changes.ts'
import { AppError, ruleWith } from '../../model/errors.ts'
import { readPicture } from '../http/pictures.ts'

const { least, most } = listingImageSides

export type DrawnImage = { bytes: Buffer; width: number; height: number }

/**
 * A JPEG on white, at most as large as an upload may be: what every channel takes. Throws validation_failed at `image` with the
 * first rule that is broken: there, its type, its size, its sides.
 */
export async function drawListingImage(
  upload: Uint8Array | undefined,
  { takesGifAndWebp = false } = {},
): Promise<DrawnImage> {
  if (!upload || upload.length === 0) return refuse('field.image-not-found')
  // A file of megabytes that is no picture is told so all the same.
  const picture = await readPicture(upload, { least: 1, most: 20_000, takesGifAndWebp })
  if (picture === 'type') return refuse('field.image-invalid-type')
  if (upload.length > listingImageMostBytes) return refuse('field.image-max-size-required')
  if (picture === 'sides') return refuse(sidesRule(0, 0))
  const { width, height } = sidesOf(await picture.metadata())
  if ([width, height].some((side) => side < least || side > most)) return refuse(sidesRule(width, height))
  for (const quality of [88, 75, 60]) {
    const drawn = await picture
      .clone()
      .flatten({ background: 'white' })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer({ resolveWithObject: true })
      .catch(() => refuse('field.image-invalid-type'))
    const { data: bytes, info } = drawn
    if (bytes.length <= listingImageMostBytes) return { bytes, width: info.width, height: info.height }
  }
  return refuse('field.image-max-size-required')
}

/** As it is seen: a camera notes that it was held upright. */
function sidesOf({
  width,
  height,
  orientation = 1,
}: {
  width: number
  height: number
  orientation?: number
}) {
  return orientation > 4 ? { width: height, height: width } : { width, height }
}

function sidesRule(width: number, height: number): string {
  return ruleWith('field.image-min-dimension-required', { min: least, max: most, width, height })
}

function refuse(rule: string): never {
  throw new AppError('validation_failed', { invalidFields: { image: rule } })
}
