import { z } from 'zod'
import type { Clock } from './clock.ts'
import { createRandom } from './random.ts'
import { hmac } from './signature.ts'

const share = z.number().min(0).max(1)

/** Shares of pushes that are lost, sent twice or sent out of order. */
export const pushFaultSchema = z.strictObject({
  drop: share.default(0),
  duplicate: share.default(0),
  reorder: share.default(0).describe('sent after the push that follows it'),
  seed: z.number().int().default(1),
})

/** The same for channels whose pushes may also be late. */
export const latePushFaultSchema = pushFaultSchema.extend({
  delay: share.default(0),
  delay_seconds: z.number().min(0).default(30),
})

/** The delay only where the channel's pushes may be late. */
export type PushFaults = z.infer<typeof pushFaultSchema> & { delay?: number; delay_seconds?: number }

export interface DeliveryRules<Message> {
  /** Sends a message once; true when the other side took it. */
  post: (message: Message, signal: AbortSignal) => Promise<boolean>
  /** Seconds until each further try; after the last one a message is lost. */
  retryAfter: readonly number[]
  /** Most messages that may be under way at once. */
  atOnce: number
  noFaults: PushFaults
  /** Hears of messages that never arrived, dropped ones included. */
  onLost?: (message: Message) => unknown
}

export interface PushStats {
  sent: number
  delivered: number
  /** Refused by the subscriber, or not reachable. */
  failed: number
  /** Not answered in the channel's time; sent again like a failed one. */
  late: number
  dropped: number
  lost: number
  open: number
}

export interface Delivery<Message> {
  send(message: Message): void
  setFaults(faults: PushFaults): void
  stats(): PushStats
  /** Resolves when nothing is on its way (retries that wait for their time don't count). */
  settled(): Promise<void>
  reset(): void
  close(this: void): void
}

/** With nothing behind it, a message that was delayed back is just late. */
const REORDER_MS = 2_000

/** Posts a signed text and waits so long for the answer; fails when `signal` says so. */
export const postSigned = (
  url: string,
  { body, authorization, waitMs }: { body: string; authorization: string; waitMs: number },
  signal: AbortSignal,
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(waitMs), signal]),
  })

/** Carries pushes to their subscriber as the channel's rules have it, and leads them astray as the faults do. */
export function createDelivery<Message>(
  clock: Clock,
  { post, retryAfter, atOnce, noFaults, onLost }: DeliveryRules<Message>,
): Delivery<Message> {
  let faults = noFaults
  let random = createRandom(1)
  let flying = 0
  let waiting = 0
  let delayed: { message: Message } | undefined
  let count = { sent: 0, delivered: 0, failed: 0, late: 0, dropped: 0, lost: 0 }
  let quiet: (() => void)[] = []
  const queue: { message: Message; attempt: number }[] = []
  const stop = new AbortController()

  const later = (seconds: number, message: Message, attempt: number): void => {
    waiting++
    clock.at(clock.nowMs() + seconds * 1000, () => {
      waiting--
      enqueue(message, attempt)
    })
  }

  const deliver = async (message: Message, attempt: number): Promise<void> => {
    flying++
    count.sent++
    const outcome = await post(message, stop.signal).then(
      (isTaken) => (isTaken ? 'delivered' : 'failed'),
      (error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? 'late' : 'failed'),
    )
    flying--
    count[outcome]++
    if (outcome !== 'delivered') {
      const wait = retryAfter[attempt]
      if (wait === undefined) {
        count.lost++
        onLost?.(message)
      } else if (!stop.signal.aborted) later(wait, message, attempt + 1)
    }
    drain()
  }

  const drain = (): void => {
    for (const next of queue.splice(0, Math.max(atOnce - flying, 0))) void deliver(next.message, next.attempt)
    if (flying > 0 || queue.length > 0) return
    for (const resolve of quiet) resolve()
    quiet = []
  }

  const enqueue = (message: Message, attempt = 0): void => {
    if (stop.signal.aborted) return
    queue.push({ message, attempt })
    drain()
  }

  // Lets the message go that was delayed back for the next one to overtake it.
  const release = (): void => {
    if (!delayed) return
    const { message } = delayed
    delayed = undefined
    enqueue(message)
  }

  return {
    send(message) {
      if (random.chance(faults.drop)) {
        count.dropped++
        onLost?.(message)
        return
      }
      if (faults.delay !== undefined && random.chance(faults.delay)) {
        later(faults.delay_seconds ?? 0, message, 0)
        return
      }
      if (!delayed && random.chance(faults.reorder)) {
        const mine = { message }
        delayed = mine
        clock.at(clock.nowMs() + REORDER_MS, () => {
          if (delayed === mine) release()
        })
        return
      }
      enqueue(message)
      if (random.chance(faults.duplicate)) enqueue(message)
      release()
    },
    setFaults(next) {
      faults = next
      random = createRandom(next.seed)
    },
    stats: () => ({ ...count, open: flying + queue.length + waiting + (delayed ? 1 : 0) }),
    settled: () =>
      flying === 0 && queue.length === 0 ? Promise.resolve() : new Promise((resolve) => quiet.push(resolve)),
    reset() {
      faults = noFaults
      queue.length = 0
      waiting = 0
      delayed = undefined
      count = { sent: 0, delivered: 0, failed: 0, late: 0, dropped: 0, lost: 0 }
    },
    close: () => stop.abort(),
  }
}

/** Webhooks with the app's key and the body signed, for an app that has a push address. */
export function createAppPushes(
  clock: Clock,
  settings: { appKey: string; appSecret: string; pushUrl: string },
  {
    waitMs,
    isTaken,
    ...rules
  }: Pick<DeliveryRules<string>, 'retryAfter' | 'atOnce'> & {
    waitMs: () => number
    isTaken: (status: number, text: string) => boolean
  },
) {
  const delivery = createDelivery<string>(clock, {
    ...rules,
    noFaults: pushFaultSchema.parse({}),
    async post(body, signal) {
      const authorization = hmac(settings.appSecret, settings.appKey + body)
      const response = await postSigned(settings.pushUrl, { body, authorization, waitMs: waitMs() }, signal)
      return isTaken(response.status, await response.text())
    },
  })
  return {
    ...delivery,
    /** `write` is called for messages that go out only. */
    send(write: () => object): void {
      if (settings.pushUrl !== '') delivery.send(JSON.stringify(write()))
    },
  }
}
