import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../kit/clock.ts'
import { createDelivery, pushFaultSchema } from '../../kit/push-delivery.ts'
import type { Store } from './types.ts'

/** Settings for the subscriber that a console writes to a store's metadata. */
const noteSchema = z.object({ shop: z.string(), url: z.url(), secret: z.string().min(1) })

interface Message {
  url: string
  signature: string
  body: string
}

/** Posts each event once, see docs/web-store-subscriber.md; a console that misses an event has to query the store. */
export function createSubscriber(clock: Clock, metadataOf: (store: Store) => unknown) {
  const delivery = createDelivery<Message>(clock, {
    async post({ url, signature, body }, signal) {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-seller-console-signature': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(10_000), signal]),
      })
      return reply.ok
    },
    retryAfter: [],
    atOnce: 4,
    noFaults: pushFaultSchema.parse({}),
  })
  return {
    ...delivery,
    /** Sends an event as the shop's bus has it, where a console has asked for that. */
    send(store: Store, event: string, data: object): void {
      const note = noteSchema.safeParse(metadataOf(store)).data
      if (!note) return
      const body = JSON.stringify({ shop: note.shop, event, data })
      const signature = createHmac('sha256', note.secret).update(body).digest('hex')
      delivery.send({ url: note.url, signature, body })
    },
  }
}
