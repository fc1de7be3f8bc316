/** Says no to somebody who asks for something about an order, in their language. */
import { AppError } from '../../../model/errors.ts'
import type { RefusalCode } from '../../../model/order-action.ts'
import type { StoredAction } from './order-action-store.ts'

type Translate = (key: string, values?: Record<string, string | number>) => string

/** Does nothing when there is no refusal. */
export function refuse(
  refusal: RefusalCode | null,
  latest: StoredAction | undefined,
  translate: Translate,
): void {
  if (refusal === null) return
  if (refusal === 'forbidden') throw new AppError('forbidden')
  if (refusal === 'action_open' && latest) {
    const names = { name: latest.requestedByName, what: translate(`action.${latest.kind}`) }
    throw new AppError('order_action_open', { message: translate('error.order_action_open', names) })
  }
  throw new AppError('order_action_refused', { message: translate(`action_error.${refusal}`) })
}
