/** Order actions that were requested together, for the API. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import { isAskedIn } from '../../../model/order-action.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import { isAnswer } from '../../../model/return-action.ts'
import { returnStatusIds } from '../../../model/return-case.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { listBatch, type BatchAction, type StoredAction } from './order-action-store.ts'
import { presentAction } from './present-order-action.ts'

export type BatchReply = Reply<'POST /orders/bulk-confirm'>

export async function getBatch(
  tx: Tx,
  { ownerId, shopIds }: Session,
  batchId: number,
): Promise<BatchAction[]> {
  const found = await listBatch(tx, ownerId, batchId, shopIds)
  if (found.length === 0) throw new AppError('not_found')
  return found
}

export function presentBatch(
  id: number,
  actions: BatchAction[],
  { language }: { language: Language },
): BatchReply {
  const count = (...states: StoredAction['state'][]) =>
    actions.filter(({ state }) => states.includes(state)).length
  return {
    data: {
      id,
      kind: actions[0]?.kind ?? 'confirm',
      total: actions.length,
      open: count('queued', 'running'),
      done: count('done'),
      failed: count('failed'),
      results: actions.map((one) => ({
        order_id: one.orderId,
        return_id: one.returnId,
        code: one.code,
        shop: { id: one.shopId, system_name: one.systemName, platform_id: one.platformId },
        is_solved: one.state === 'failed' && isSolved(one),
        is_printed: one.isPrinted ? 1 : 0,
        has_number: one.hasNumber ? 1 : 0,
        is_checked: one.isChecked ? 1 : 0,
        waits_for_courier: one.details.shipmentIds?.length === 0 ? 1 : 0,
        action: presentAction(one, one.orderUpdatedAt, language),
        auto_print: one.details.isAutoPrint ? 1 : 0,
      })),
    },
  }
}

/** Nobody has to do anything any more. */
function isSolved({ kind, returnStatus, pickupFailed, status }: BatchAction): boolean {
  if (isAnswer(kind)) return returnStatus !== returnStatusIds.requested
  return !isAskedIn(kind, { pickupFailed, status: orderStatusOf(status) })
}
