/**
 * Makes the audit log tamper-evident: every entry's hash covers the hash before it, and the last one is signed with a key that
 * the database does not have.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { AuditAction, AuditSubject } from '../../model/audit.ts'

export type AuditEntry = {
  sequence: number
  at: Date
  userId: number | null
  userName: string | null
  action: AuditAction
  targetType: AuditSubject | null
  targetIds: number[]
  targetLabel: string | null
  /** JSON as it is stored, to the letter. */
  before: string | null
  after: string | null
  address: string | null
  userAgent: string | null
  requestId: string | null
}

/** The last entry of a chain, and the last one removed from its beginning. */
export type ChainEnds = { sequence: number; hash: Buffer; cutSequence: number; cutHash: Buffer }

export const chainStart = Buffer.alloc(32)

/** SHA-256 over the hash before and the entry, its fields in this order as a JSON array. */
export function entryHash(ownerId: string, before: Buffer, entry: AuditEntry): Buffer {
  const fields = [
    ownerId,
    entry.sequence,
    entry.at.toISOString(),
    entry.userId,
    entry.userName,
    entry.action,
    entry.targetType,
    entry.targetIds,
    entry.targetLabel,
    entry.before,
    entry.after,
    entry.address,
    entry.userAgent,
    entry.requestId,
  ]
  return createHash('sha256').update(before).update(JSON.stringify(fields)).digest()
}

export type ChainSeal = {
  sign(ownerId: string, ends: ChainEnds): Buffer
  isSigned(ownerId: string, ends: ChainEnds, signature: Buffer): boolean
}

/** The first key signs; all of them are believed. */
export function createChainSeal(secretKeys: Buffer[]): ChainSeal {
  const keys = secretKeys.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, 'seller-console', 'audit-heads', 32)),
  )
  const [current] = keys
  if (!current) throw new Error('no secret key')
  const sign = (key: Buffer, ownerId: string, ends: ChainEnds) =>
    createHmac('sha256', key)
      .update([ownerId, ends.sequence, ends.hash.toString('hex')].join('/'))
      .update(`/${ends.cutSequence}/${ends.cutHash.toString('hex')}`)
      .digest()
  return {
    sign: (ownerId, ends) => sign(current, ownerId, ends),
    isSigned: (ownerId, ends, signature) =>
      keys.some((key) => {
        const right = sign(key, ownerId, ends)
        return signature.length === right.length && timingSafeEqual(signature, right)
      }),
  }
}
