/**
 * Seals a shop's credentials with SECRET_KEY (AES-256-GCM). The sealed form names the key that it needs, so that a new
 * key can take over while old seals still open, and it is bound to the shop, so that it cannot be moved to another.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export type Sealer = {
  seal(plain: string, boundTo: string): Buffer
  /** Throws UnknownKey when none of the keys has sealed it. */
  open(sealed: Buffer, boundTo: string): string
  /** Answers whether it was sealed with the current key. */
  isCurrent(sealed: Buffer): boolean
}

export class UnknownKey extends Error {
  constructor() {
    super('sealed with a key that this console does not have')
    this.name = 'UnknownKey'
  }
}

/** The first key seals; all of them open. */
export function createSealer(secretKeys: Buffer[]): Sealer {
  const keys = secretKeys.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'seller-console', 'shop-credentials', 32))
    return { key, id: createHash('sha256').update(key).digest().subarray(0, 4) }
  })
  const [current] = keys
  if (!current) throw new Error('no secret key')

  return {
    seal(plain, boundTo) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(boundTo))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(1), current.id, iv, cipher.getAuthTag(), body])
    },
    isCurrent: (sealed) => sealed[0] === 1 && current.id.equals(sealed.subarray(1, 5)),
    open(sealed, boundTo) {
      const key = keys.find(({ id }) => id.equals(sealed.subarray(1, 5)))
      if (sealed[0] !== 1 || !key) throw new UnknownKey()
      const decipher = createDecipheriv('aes-256-gcm', key.key, sealed.subarray(5, 17))
      decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(17, 33))
      return Buffer.concat([decipher.update(sealed.subarray(33)), decipher.final()]).toString('utf8')
    },
  }
}
