import { answerCustomerCall } from './customers.ts'
import { answerDraftCall } from './draft-orders.ts'
import { answerOrderCall } from './order-calls.ts'
import { answerPaymentCall } from './payment-calls.ts'
import { answerProductCall } from './product-calls.ts'
import { answerReservationCall } from './reservations.ts'
import { answerReturnCall } from './returns.ts'
import { answerChannelCall } from './sales-channels.ts'
import { answerStockCall } from './stock-calls.ts'
import { answerInfoCall } from './store-info.ts'
import type { AdminCall } from './web-store.ts'
import type { CallReply } from '../../kit/serve-call.ts'

const ANSWERS = [
  answerInfoCall,
  answerDraftCall,
  answerOrderCall,
  answerPaymentCall,
  answerReturnCall,
  answerProductCall,
  answerStockCall,
  answerReservationCall,
  answerCustomerCall,
  answerChannelCall,
]

/** Answers a call below /admin; undefined for one that there is no route for. `name` is 'METHOD /path'. */
export function answerCall(name: string, call: AdminCall): CallReply | undefined {
  for (const answer of ANSWERS) {
    const reply = answer(name, call)
    if (!reply) continue
    if (!name.startsWith('GET ')) call.shop.emit({ type: 'written' })
    return reply
  }
  return undefined
}
