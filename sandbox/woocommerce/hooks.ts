import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../kit/clock.ts'
import { pushFaultSchema, type PushFaults } from '../kit/push-delivery.ts'
import { createRandom } from '../kit/random.ts'
import { ApiError, phpJson } from './wire.ts'
import type { Row, Store } from './types.ts'

const hookSchema = z.object({
  name: z.string().default(''),
  topic: z.string().regex(/^(order|product|customer|coupon)\.(created|updated|deleted|restored)$/),
  delivery_url: z.url(),
  secret: z.string().default(''),
  status: z.enum(['active', 'paused', 'disabled']).default('active'),
})

/** The webhooks of all stores as a state file keeps them, secrets included. */
export const hookStateSchema = z.array(
  hookSchema.extend({ id: z.int(), store: z.string(), failures: z.int() }),
)

type Hook = z.infer<typeof hookSchema> & { id: number; store: Store; failures: number }

/** "After more than five consecutive failures", WC_Webhook::failed_delivery. */
const MOST_FAILURES = 5

export function createHooks(clock: Clock, stores: readonly Store[], addressOf: (store: Store) => string) {
  let hooks: Hook[] = []
  let changed = (): void => {}
  let lastId = 0
  let faults = pushFaultSchema.parse({})
  let random = createRandom(1)
  let count = { sent: 0, delivered: 0, failed: 0, dropped: 0 }
  let delayed: (() => void) | undefined
  let line = Promise.resolve()
  const stop = new AbortController()

  const post = async (url: string, headers: Record<string, string>, body: string): Promise<boolean> => {
    const signal = AbortSignal.any([AbortSignal.timeout(60_000), stop.signal])
    const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch(
      () => undefined,
    )
    return reply !== undefined && reply.status >= 200 && reply.status <= 302
  }

  /** Once and never again; who misses it has to ask. */
  const deliver = (hook: Hook, body: string): void => {
    const [resource = '', event = ''] = hook.topic.split('.')
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'WooCommerce/9.4.2 Hookshot (WordPress/6.7)',
      'x-wc-webhook-source': `${addressOf(hook.store)}/`,
      'x-wc-webhook-topic': hook.topic,
      'x-wc-webhook-resource': resource,
      'x-wc-webhook-event': event,
      'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
      'x-wc-webhook-id': String(hook.id),
      'x-wc-webhook-delivery-id': `${clock.nowMs()}${++count.sent}`,
    }
    line = line.then(async () => {
      if (await post(hook.delivery_url, headers, body)) {
        count.delivered++
        hook.failures = 0
      } else {
        count.failed++
        if (++hook.failures > MOST_FAILURES) hook.status = 'disabled'
        changed()
      }
    })
  }

  const knock = (hook: Hook): void => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    line = line.then(async () => void (await post(hook.delivery_url, headers, `webhook_id=${hook.id}`)))
  }

  // Secrets are written and never read.
  const show = ({ id, name, topic, delivery_url, status }: Hook): Row => ({
    id,
    name,
    topic,
    delivery_url,
    status,
  })

  const create = (store: Store, body: unknown): Row => {
    const hook = { ...hookSchema.parse(body), id: ++lastId, store, failures: 0 }
    hooks.push(hook)
    if (hook.status === 'active') knock(hook)
    return show(hook)
  }

  const update = (store: Store, body: unknown): Row => {
    const { id, ...change } = hookSchema.partial().extend({ id: z.int() }).parse(body)
    const hook = hooks.find((one) => one.id === id && one.store === store)
    if (!hook) throw new ApiError(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.')
    for (const [name, value] of Object.entries(change))
      if (value !== undefined) Object.assign(hook, { [name]: value })
    if (change.status === 'active') hook.failures = 0
    return show(hook)
  }

  const rows = (list: unknown, work: (row: unknown) => Row): Row[] =>
    (Array.isArray(list) ? list : []).map((row) => {
      try {
        return work(row)
      } catch (error) {
        if (error instanceof ApiError) return { error: { code: error.code, message: error.message } }
        if (error instanceof z.ZodError)
          return { error: { code: 'rest_invalid_param', message: error.message } }
        throw error
      }
    })

  return {
    list: (store: Store) => hooks.filter((hook) => hook.store === store).map(show),
    batch(store: Store, body: unknown): Row {
      const { create: fresh, update: wanted } = (body ?? {}) as Row
      const written = {
        create: rows(fresh, (row) => create(store, row)),
        update: rows(wanted, (row) => update(store, row)),
      }
      changed()
      return written
    },
    send(store: Store, topic: string, resource: Row): void {
      const body = phpJson(resource)
      for (const hook of hooks) {
        if (hook.store !== store || hook.topic !== topic || hook.status !== 'active') continue
        if (random.chance(faults.drop)) {
          count.dropped++
          continue
        }
        if (!delayed && random.chance(faults.reorder)) {
          delayed = () => deliver(hook, body)
          continue
        }
        deliver(hook, body)
        if (random.chance(faults.duplicate)) deliver(hook, body)
        delayed?.()
        delayed = undefined
      }
    },
    setFaults(next: PushFaults): void {
      faults = next
      random = createRandom(next.seed)
    },
    stats: () => ({ ...count }),
    /** Resolves when nothing is on its way. */
    async settled() {
      delayed?.()
      delayed = undefined
      await line
    },
    /** Hears of new hooks and of changed ones. */
    onChange(listener: () => void): void {
      changed = listener
    },
    dump: () => hooks.map(({ store, ...hook }) => ({ ...hook, store: store.slug })),
    restore(state: z.infer<typeof hookStateSchema>): void {
      hooks = state.flatMap(({ store: slug, ...hook }) => {
        const store = stores.find((one) => one.slug === slug)
        return store ? { ...hook, store } : []
      })
      lastId = Math.max(lastId, ...hooks.map(({ id }) => id))
    },
    reset(): void {
      hooks = []
      delayed = undefined
      faults = pushFaultSchema.parse({})
      count = { sent: 0, delivered: 0, failed: 0, dropped: 0 }
    },
    close: () => stop.abort(),
  }
}
