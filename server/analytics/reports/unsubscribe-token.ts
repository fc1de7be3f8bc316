/** Signed addresses by which a reader ends his reports without signing in. They do not run out: an old mail must still work. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { ReaderKey } from './mail-report-store.ts'

export type UnsubscribeTokens = {
  tokenOf(key: ReaderKey): string
  /** Undefined: not of this console. */
  read(token: string): ReaderKey | undefined
}

export function createUnsubscribeTokens({
  secretKey,
  oldSecretKeys,
}: Pick<Config, 'secretKey' | 'oldSecretKeys'>): UnsubscribeTokens {
  const keyOf = (secret: Buffer) =>
    Buffer.from(hkdfSync('sha256', secret, 'seller-console', 'unsubscribe', 32))
  const current = keyOf(secretKey)
  const keys = [current, ...oldSecretKeys.map(keyOf)]
  const sign = (key: Buffer, reader: string) => createHmac('sha256', key).update(`report/${reader}`).digest()
  return {
    tokenOf({ ownerId, userId }) {
      const reader = `${ownerId}.${userId}`
      return `${reader}.${sign(current, reader).toString('base64url')}`
    },
    read(token) {
      const [, ownerId = '', userId = '', mark = ''] =
        /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,16})\.([\w-]{43})$/.exec(token) ?? []
      const given = Buffer.from(mark, 'base64url')
      const isSigned = keys.some((key) => {
        const right = sign(key, `${ownerId}.${userId}`)
        return given.length === right.length && timingSafeEqual(given, right)
      })
      return isSigned ? { ownerId, userId: Number(userId) } : undefined
    },
  }
}
