/** Public addresses of uploaded images, for channels that fetch them. Signed, so that nobody finds another picture by counting. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type ImageKey = { ownerId: string; id: number }

export type ImageLinks = {
  /** An address on this server. */
  linkTo(key: ImageKey): string
  /** The picture that an address names; undefined: it is not signed, or over. */
  read(
    path: { owner: string; id: string; signature: string },
    query: { expires?: string | undefined },
  ): ImageKey | undefined
}

export const imagePath = '/listing-images'
/** A channel fetches it while it takes the change; after a lost answer that may be sent for days. */
const validMs = 14 * 86_400_000

/** The first key signs; all of them are believed. */
export function createImageLinks(publicUrl: string, secretKeys: Buffer[]): ImageLinks {
  const keys = secretKeys.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, 'seller-console', 'listing-images', 32)),
  )
  const [current] = keys
  if (!current) throw new Error('no secret key')
  const sign = (key: Buffer, { ownerId, id }: ImageKey, expires: number) =>
    createHmac('sha256', key).update([ownerId, id, expires].join('/')).digest()
  return {
    linkTo(key) {
      const expires = Math.floor((Date.now() + validMs) / 1000)
      const signature = sign(current, key, expires).toString('base64url')
      return `${publicUrl}${imagePath}/${key.ownerId}/${key.id}/${signature}.jpg?expires=${expires}`
    },
    read({ owner, id, signature }, { expires = '' }) {
      const key = { ownerId: owner, id: Number(id) }
      const until = Number(expires)
      if (!/^[0-9a-f-]{36}$/.test(owner) || !Number.isSafeInteger(key.id) || !Number.isSafeInteger(until))
        return undefined
      if (until * 1000 <= Date.now()) return undefined
      const given = Buffer.from(signature, 'base64url')
      const isSigned = keys.some((one) => {
        const right = sign(one, key, until)
        return given.length === right.length && timingSafeEqual(given, right)
      })
      return isSigned ? key : undefined
    },
  }
}
