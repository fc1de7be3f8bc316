/** Goes along an owner's chain and tells whether it is whole. */
import type { ChainFault } from '../../model/audit.ts'
import type { Database } from '../db/database.ts'
import { chainStart, entryHash, type ChainSeal } from './audit-chain.ts'
import { findHead, listLinks } from './audit-store.ts'

export type ChainReport = {
  entries: number
  /** The last entry's hash in hex; null of a log without entries. */
  hash: string | null
  fault: { kind: ChainFault; sequence: number } | null
}

const step = 1000

/** Entries that come in meanwhile are left for the next time. */
export async function checkChain(db: Database, seal: ChainSeal, ownerId: string): Promise<ChainReport> {
  const { head, last } = await db.asOwner(ownerId, (tx) => findHead(tx, ownerId))
  if (!head) {
    const fault = last === null ? null : { kind: 'end' as const, sequence: last }
    return { entries: 0, hash: null, fault }
  }
  const entries = head.sequence - head.cutSequence
  const report = (kind?: ChainFault, sequence = 0): ChainReport => ({
    entries,
    hash: head.hash.toString('hex'),
    fault: kind ? { kind, sequence } : null,
  })
  // Only entries removed for their age may be missing at the beginning; the signature covers where they ended.
  if (!seal.isSigned(ownerId, head, head.signature)) return report('end', head.sequence)
  if ((last ?? head.cutSequence) !== head.sequence) return report('end', head.sequence)

  let { cutSequence: sequence, cutHash: hash } = head
  if (sequence === 0 && !hash.equals(chainStart)) return report('changed', 1)
  while (sequence < head.sequence) {
    const after = sequence
    const links = await db.asOwner(ownerId, (tx) => listLinks(tx, ownerId, after, step))
    for (const link of links) {
      if (link.sequence > head.sequence) break
      if (link.sequence !== sequence + 1) return report('missing', sequence + 1)
      const right = entryHash(ownerId, hash, link)
      if (!right.equals(link.hash)) return report('changed', link.sequence)
      sequence = link.sequence
      hash = right
    }
    if (sequence === after) return report('missing', sequence + 1)
  }
  return hash.equals(head.hash) ? report() : report('end', head.sequence)
}
