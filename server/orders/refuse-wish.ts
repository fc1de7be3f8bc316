/** Says no to somebody who asks for something about an order, in their language. */
import { AppError } from '../../model/errors.ts'
import type { RefusalCode } from '../../model/order-actions.ts'
import type { StoredWish } from './order-wish-store.ts'

type Say = (key: string, values?: Record<string, string | number>) => string

/** Does nothing when there is no refusal. */
export function refuse(refusal: RefusalCode | null, latest: StoredWish | undefined, say: Say): void {
  if (refusal === null) return
  if (refusal === 'forbidden') throw new AppError('forbidden')
  if (refusal === 'wish_open' && latest) {
    const names = { name: latest.askedName, what: say(`wish.${latest.kind}`) }
    throw new AppError('order_wish_open', { message: say('error.order_wish_open', names) })
  }
  throw new AppError('order_action_refused', { message: say(`wish_error.${refusal}`) })
}
