/**
 * Moves that the seller may report of a parcel that he delivers himself, and what they need. Source: docs of the console's API,
 * E-13.
 */
import type { ShipmentMeaning, ShipmentStatus } from '../../../model/delivery.ts'
import type { SelfDelivery, SelfMove, SelfStatus } from '../../../model/self-delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import { wrong, type SelfMoved } from '../../courier.ts'
import { tryCode } from './wire.ts'

/** Failing is for good until the seller sets out again. */
const meanings: Record<SelfStatus, ShipmentMeaning> = {
  picking: { status: 'booked' },
  delivering: { status: 'out_for_delivery' },
  delivered: { status: 'delivered' },
  failed: { status: 'failed_attempt', flag: 'given_up' },
  returned: { status: 'returned' },
}

const moves: Partial<Record<ShipmentStatus, SelfStatus[]>> = {
  created: ['picking', 'delivering'],
  booked: ['delivering'],
  out_for_delivery: ['delivered', 'failed'],
  failed_attempt: ['delivering', 'returned'],
  delivered: ['returned'],
}

/** Tells what a move comes to; the server keeps it. A repeated move is one, so nothing is doubled. */
export function moveSelfDelivery(
  delivery: SelfDelivery,
  move: SelfMove,
  { pepper, now }: { pepper: string; now: Date },
): SelfMoved {
  const refuse = (field: string, reason: string): SelfMoved => {
    const words = `refusal.${reason}`
    const refusal = new ChannelError('refused', words, { fields: [wrong(field, words)] })
    return { isDone: false, code: delivery.code, refusal }
  }
  const meaning = meanings[move.status]
  if (!moves[delivery.status]?.includes(move.status)) return refuse('status', 'self_status')
  if (move.status === 'failed' && !move.note) return refuse('note', 'self_failed')
  if (move.status === 'delivered') {
    const problem = handoverProblem(delivery, move)
    if (problem) return refuse(problem.field, problem.reason)
    if (delivery.needsCode && !move.isWithoutCode) {
      const request = { pepper, shipmentId: delivery.shipmentId, now }
      const failed = tryCode(request, delivery.code, move.otp ?? '')
      if (failed) return { isDone: false, code: failed.kept, refusal: failed.refusal }
    }
  }
  const description = [move.note, move.photo].filter(Boolean).join(' · ') || move.status
  return { isDone: true, event: { at: now, meaning, courierStatus: move.status, description, place: null } }
}

function handoverProblem(
  { cod, needsCode }: SelfDelivery,
  { isWithoutCode, note, codCollected }: SelfMove,
): { field: 'note' | 'cod_collected'; reason: string } | null {
  if (needsCode && isWithoutCode && !note) return { field: 'note', reason: 'self_without_code' }
  if (cod > 0 && codCollected === undefined) return { field: 'cod_collected', reason: 'self_cod' }
  return cod > 0 && codCollected !== cod && !note ? { field: 'note', reason: 'self_cod_differs' } : null
}

export const mayCancel = (status: ShipmentStatus): boolean => status === 'created' || status === 'booked'
