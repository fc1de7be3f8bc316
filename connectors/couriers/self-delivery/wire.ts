/**
 * There is no wire: the seller brings the parcel. What travels is a code of six digits, which the buyer gets and tells the
 * driver. Of it only a keyed digest is kept, so that nobody who reads the store can hand parcels over.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { CodeRequest, HandoverCode } from '../../../model/self-delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import { wrong } from '../../courier.ts'

const lifeMs = 24 * 3600 * 1000
const resendMs = 60_000
const mostTries = 5
const mostIssued = 5

export const makeCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

export function digestOf(pepper: string, shipmentId: string, code: string): string {
  return createHmac('sha256', pepper).update(`shipment-${shipmentId}:${code}`).digest('hex')
}

/** A new code ends the one before. Throws slow-down within a minute of that, and refused after five. */
export function issueCode(
  { pepper, shipmentId, now }: CodeRequest,
  before: HandoverCode | null,
): { code: string; kept: HandoverCode } {
  const timesIssued = (before?.timesIssued ?? 0) + 1
  if (before && now < before.resendAfter) {
    const retryAfterSeconds = Math.ceil((before.resendAfter.getTime() - now.getTime()) / 1000)
    throw new ChannelError('slow-down', 'refusal.self_code_moment_ago', { retryAfterSeconds })
  }
  if (timesIssued > mostIssued) throw refusal('too-many', 'refusal.self_code_too_many')
  const code = makeCode()
  const kept = {
    digest: digestOf(pepper, shipmentId, code),
    expiresAt: new Date(now.getTime() + lifeMs),
    wrongTries: 0,
    resendAfter: new Date(now.getTime() + resendMs),
    timesIssued,
  }
  return { code, kept }
}

/**
 * Null when the code is right: it is used up, and what was kept goes in the transaction that makes the shipment delivered.
 * Otherwise what is to be kept now, with the refusal that the driver sees.
 */
export function tryCode(
  { pepper, shipmentId, now }: CodeRequest,
  kept: HandoverCode | null,
  code: string,
): { kept: HandoverCode | null; refusal: ChannelError } | null {
  if (!kept) return { kept, refusal: refusal('none', 'refusal.self_code_none') }
  if (kept.wrongTries >= mostTries) return { kept, refusal: refusal('locked', 'refusal.self_code_locked') }
  if (now >= kept.expiresAt) return { kept, refusal: refusal('expired', 'refusal.self_code_expired') }
  const [a, b] = [Buffer.from(digestOf(pepper, shipmentId, code)), Buffer.from(kept.digest)]
  if (a.length === b.length && timingSafeEqual(a, b)) return null
  return { kept: { ...kept, wrongTries: kept.wrongTries + 1 }, refusal: refusal('wrong', 'field.otp_wrong') }
}

const refusal = (channelCode: string, words: string): ChannelError =>
  new ChannelError('refused', words, { channelCode, fields: [wrong('otp', words)] })
