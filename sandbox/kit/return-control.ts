import { z } from 'zod'
import { sendLines } from './channel-control.ts'
import { ControlError, type ControlRoute } from './control-call.ts'
import {
  isReturnAction,
  refundOf,
  RETURN_MOVES,
  ReturnRefused,
  type NewReturn,
  type ReturnSimulation,
  type ReturnFile,
} from './return-simulation.ts'

const text = z.union([z.string(), z.number()]).transform(String)

const inputSchema = z.strictObject({
  order_id: text,
  kind: z.enum(['refund', 'return', 'replacement']).default('return'),
  parts: z.array(text).min(1).optional().describe('pieces or lines of the order; left out: all that arrived'),
  reason: z.string().min(1).optional(),
  note: z.string().default(''),
})

/** A buyer's request for a return; the channel finds its order. */
export type ReturnAction = z.infer<typeof inputSchema>

const advanceSchema = z.strictObject({ action: z.string() })

/** The truth about a return, in our own words. */
export const truthOfReturn = (file: ReturnFile): object => ({
  return_id: file.id,
  order_id: file.orderId,
  kind: file.kind,
  stage: file.stage,
  reason: file.reason,
  note: file.note,
  refund: refundOf(file),
  lines: file.lines,
  tracking_number: file.tracking,
  answer: file.answer,
  requested_at: file.requestedAt,
  changed_at: file.changedAt,
  answer_by: file.answerBy,
  history: file.history,
})

/** Buyers ask for returns and send goods back, and the marketplace decides; told line by line. */
export function returnRoutes(
  code: string,
  simulation: ReturnSimulation,
  {
    shopIdOf,
    plan,
  }: {
    /** The shop's own id; refuses unknown ones. */
    shopIdOf: (given: string) => string | number
    /** Returns the lines to send back and their refunds; throws ReturnRefused for an order without returnable lines. */
    plan: (input: ReturnAction) => NewReturn
  },
): Record<string, ControlRoute> {
  return {
    [`POST /_sandbox/${code}/returns`]: ({ read }) => {
      const input = read(inputSchema)
      try {
        return truthOfReturn(simulation.open(plan(input)))
      } catch (error) {
        if (error instanceof ReturnRefused) throw new ControlError(error.message, 409)
        throw error
      }
    },
    [`POST /_sandbox/${code}/returns/:id/advance`]: ({ parts, read }) => {
      const file = simulation.find(parts[0] ?? '')
      if (!file) throw new ControlError(`there is no return ${parts[0]}`, 404)
      const { action } = read(advanceSchema)
      if (!isReturnAction(action))
        throw new ControlError(
          `there is no action ${action}; there are ${Object.keys(RETURN_MOVES).join(', ')}`,
        )
      if (!simulation.move(file, action))
        throw new ControlError(`a ${file.kind} that is ${file.stage} cannot ${action}`, 409)
      return truthOfReturn(file)
    },
    [`GET /_sandbox/oracle/${code}/returns`]: ({ query, response }) =>
      sendLines(
        response,
        simulation.ofShop(String(shopIdOf(query.get('shop_id') ?? ''))).map((file) => truthOfReturn(file)),
      ),
  }
}
