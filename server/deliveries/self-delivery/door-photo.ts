import { AppError } from '../../../model/errors.ts'
import { readPicture } from '../../http/pictures.ts'
import type { DoorPhoto } from './self-delivery-store.ts'

/** Pixels. A photo is taken with whatever telephone is there. */
const sides = { least: 16, most: 8000 }
/** Enough to know a door by. */
const longest = 1600

/** The photo of a parcel at the door, out of base64 or a data URL. Throws validation_failed at `photo`. */
export async function drawDoorPhoto(base64: string): Promise<DoorPhoto> {
  const upload = Buffer.from(base64.slice(base64.indexOf(',') + 1), 'base64')
  const picture = await readPicture(upload, sides)
  if (typeof picture === 'string') return refuse()
  const bytes = await picture
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => refuse())
  return { type: 'image/jpeg', bytes }
}

function refuse(): never {
  throw new AppError('validation_failed', { invalidFields: { photo: 'image-invalid-type' } })
}
