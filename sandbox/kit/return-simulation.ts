import { z } from 'zod'
import type { Clock } from './clock.ts'

/**
 * The life of a return, alike on all marketplaces; each has its own words, ids and calls for it. A buyer asks, the seller
 * answers in time or the marketplace does, goods travel back, money is paid back. Times are seconds since 1970, amounts
 * whole minor units.
 */
export const RETURN_STAGES = [
  'asked',
  'accepted',
  'refused',
  'disputed',
  'sent',
  'received',
  'refunded',
  'closed',
] as const

export type ReturnStage = (typeof RETURN_STAGES)[number]

const KINDS = ['refund', 'return', 'replacement'] as const

/** `refund` is money alone; the other two send the goods back. */
export type ReturnKind = (typeof KINDS)[number]

interface Move {
  by: 'buyer' | 'seller' | 'platform'
  from: readonly ReturnStage[]
  to: ReturnStage
  /** Kinds of return that the move applies to; left out for all. */
  kinds?: readonly ReturnKind[]
}

const WITH_GOODS = ['return', 'replacement'] as const

/** Every way in which a return can go on. */
export const RETURN_MOVES = {
  accept: { by: 'seller', from: ['asked', 'disputed'], to: 'accepted' },
  refuse: { by: 'seller', from: ['asked'], to: 'refused' },
  /** The marketplace accepts for a seller who said nothing in time. */
  expire: { by: 'platform', from: ['asked'], to: 'accepted' },
  dispute: { by: 'buyer', from: ['refused'], to: 'disputed' },
  send: { by: 'buyer', from: ['accepted'], to: 'sent', kinds: WITH_GOODS },
  receive: { by: 'seller', from: ['sent'], to: 'received' },
  /** The seller objects that the buyer sent something else back. */
  contest: { by: 'seller', from: ['sent', 'received'], to: 'disputed' },
  /** Money alone is paid back once it is agreed; the rest when the goods are there, or when the marketplace says so. */
  refund: { by: 'platform', from: ['asked', 'accepted', 'sent', 'received', 'disputed'], to: 'refunded' },
  withdraw: { by: 'buyer', from: ['asked', 'accepted', 'refused', 'disputed'], to: 'closed' },
  close: { by: 'platform', from: ['refused', 'disputed', 'received'], to: 'closed' },
} as const satisfies Record<string, Move>

export type ReturnAction = keyof typeof RETURN_MOVES

export const isReturnAction = (text: string): text is ReturnAction => Object.hasOwn(RETURN_MOVES, text)

const caseSchema = z.strictObject({
  /** The marketplace's number of the return. */
  id: z.string(),
  orderId: z.string(),
  shopId: z.string(),
  kind: z.enum(KINDS),
  stage: z.enum(RETURN_STAGES),
  reason: z.string(),
  /** The buyer's message. */
  note: z.string(),
  lines: z.array(
    z.strictObject({
      /** The piece or line of the order, as its marketplace numbers it. */
      part: z.string(),
      sku: z.string(),
      quantity: z.number(),
      refund: z.number(),
    }),
  ),
  tracking: z.string(),
  /** The seller's answer to the request. */
  answer: z.strictObject({ reasonId: z.string(), note: z.string() }).nullable(),
  requestedAt: z.number(),
  changedAt: z.number(),
  /** Until when the seller may answer. */
  answerBy: z.number(),
  history: z.array(
    z.strictObject({ at: z.number(), by: z.string(), action: z.string(), stage: z.enum(RETURN_STAGES) }),
  ),
})

export type ReturnFile = z.infer<typeof caseSchema>

/** For state files; left out in those that were written before there were returns. */
export const returnsSchema: z.ZodType<ReturnFile[]> = z.array(caseSchema).default([])

export type NewReturn = Pick<
  ReturnFile,
  'orderId' | 'shopId' | 'kind' | 'reason' | 'note' | 'lines' | 'tracking'
>

export interface ReturnSimulation {
  /** A buyer asks; throws ReturnRefused when a piece is in another return already. */
  open(input: NewReturn): ReturnFile
  /** False when its stage or kind does not allow that. */
  move(file: ReturnFile, action: ReturnAction, answer?: ReturnFile['answer']): boolean
  find(id: string): ReturnFile | undefined
  ofOrder(orderId: string): ReturnFile[]
  /** A shop's, by the time of asking; all of them or those that changed in a period, both ends included. */
  ofShop(shopId: string, from?: number, to?: number): ReturnFile[]
  onChange(listener: (file: ReturnFile, action: ReturnAction | 'ask') => void): void
  dump(): ReturnFile[]
  restore(files: readonly ReturnFile[]): void
  reset(): void
}

/** A return that cannot be asked for. */
export class ReturnRefused extends Error {}

export interface ReturnRules {
  /** Returns the marketplace's number of the order's `nth` return, counted from 0. */
  createId: (orderId: string, nth: number) => string
  /** Time limit of the seller's answer. */
  answerSeconds: number
  /** Time from the moment a refund is due until it is paid. */
  refundSeconds: number
}

export const refundOf = ({ lines }: Pick<ReturnFile, 'lines'>): number =>
  lines.reduce((sum, { refund }) => sum + refund, 0)

export function createReturnSimulation(clock: Clock, rules: ReturnRules): ReturnSimulation {
  const files = new Map<string, ReturnFile>()
  const listeners: ((file: ReturnFile, action: ReturnAction | 'ask') => void)[] = []

  const tell = (file: ReturnFile, action: ReturnAction | 'ask'): void => {
    for (const listener of listeners) listener(file, action)
  }

  /** Plans the return's next automatic step, anew after each move. A due step happens only in an unchanged stage. */
  const plan = (file: ReturnFile): void => {
    const { stage, kind, changedAt } = file
    const isDue = stage === 'received' || (stage === 'accepted' && kind === 'refund')
    // A replacement ends with the new piece on its way, and no money.
    const end = kind === 'replacement' ? 'close' : 'refund'
    const next: ReturnAction | undefined = stage === 'asked' ? 'expire' : isDue ? end : undefined
    if (!next) return
    const at = stage === 'asked' ? file.answerBy : changedAt + rules.refundSeconds
    clock.at(at * 1000, () => {
      if (files.get(file.id) === file && file.stage === stage) move(file, next)
    })
  }

  const move: ReturnSimulation['move'] = (file, action, answer) => {
    const rule: Move = RETURN_MOVES[action]
    if (!rule.from.includes(file.stage) || rule.kinds?.includes(file.kind) === false) return false
    file.stage = rule.to
    file.changedAt = Math.max(file.changedAt, clock.now())
    if (answer !== undefined) file.answer = answer
    file.history.push({ at: file.changedAt, by: rule.by, action, stage: rule.to })
    tell(file, action)
    plan(file)
    return true
  }

  const ofOrder = (orderId: string): ReturnFile[] =>
    [...files.values()].filter((file) => file.orderId === orderId)

  return {
    open(input) {
      const others = ofOrder(input.orderId)
      const busy = new Set(
        others
          .filter(({ stage }) => stage !== 'closed')
          .flatMap(({ lines }) => lines.map(({ part }) => part)),
      )
      const twice = input.lines.find(({ part }) => busy.has(part))
      if (twice) throw new ReturnRefused(`${twice.part} is in another return already`)
      if (input.lines.length === 0) throw new ReturnRefused('nothing of the order can be returned')
      const now = clock.now()
      const file: ReturnFile = {
        ...input,
        id: rules.createId(input.orderId, others.length),
        stage: 'asked',
        answer: null,
        requestedAt: now,
        changedAt: now,
        answerBy: now + rules.answerSeconds,
        history: [{ at: now, by: 'buyer', action: 'ask', stage: 'asked' }],
      }
      files.set(file.id, file)
      tell(file, 'ask')
      plan(file)
      return file
    },
    move,
    find: (id) => files.get(id),
    ofOrder,
    ofShop: (shopId, from = -Infinity, to = Infinity) =>
      [...files.values()]
        .filter((file) => file.shopId === shopId && file.changedAt >= from && file.changedAt <= to)
        .sort((a, b) => a.requestedAt - b.requestedAt || (a.id < b.id ? -1 : 1)),
    onChange: (listener) => void listeners.push(listener),
    dump: () => [...files.values()],
    restore(kept) {
      for (const file of kept) {
        files.set(file.id, file)
        plan(file)
      }
    },
    reset: () => files.clear(),
  }
}
