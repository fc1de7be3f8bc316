import { avatarMostBytes, avatarSides } from '../../../contract/users.ts'
import { AppError } from '../../../model/errors.ts'
import { readPicture } from '../../http/pictures.ts'

const side = 256
const words = { type: 'field.image_type', sides: 'field.image_sides' }

/** A WebP of 256 pixels square. Throws validation_failed at `avatar`. */
export async function drawAvatar(upload: Uint8Array | undefined): Promise<Buffer> {
  if (!upload || upload.length === 0) return refuse('field.image_missing')
  if (upload.length > avatarMostBytes) return refuse('field.image_size')
  const picture = await readPicture(upload, avatarSides)
  if (typeof picture === 'string') return refuse(words[picture])
  return picture
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => refuse(words.type))
}

function refuse(rule: string): never {
  throw new AppError('validation_failed', { invalidFields: { avatar: rule } })
}
