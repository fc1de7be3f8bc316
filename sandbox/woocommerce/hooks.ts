import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../kit/clock.ts'
import { pushFaultSchema, type PushFaults } from '../kit/push-delivery.ts'
import { createRandom } from '../kit/random.ts'
import { gmt, local } from './amounts.ts'
import { readInput } from './read-input.ts'
import { ApiError, phpJson } from './wire.ts'
import type { Row, Store } from './types.ts'

const STATUSES = ['active', 'paused', 'disabled'] as const

const hookSchema = z.object({
  name: z.string().default(''),
  topic: z.string(),
  delivery_url: z.string(),
  secret: z.string().default(''),
  status: z.enum(STATUSES).default('active'),
})
const changeSchema = z.object({
  name: z.string().optional(),
  topic: z.string().optional(),
  delivery_url: z.string().optional(),
  secret: z.string().optional(),
  status: z.enum(STATUSES).optional(),
})
const TOPIC = /^(order|product|customer|coupon)\.(created|updated|deleted|restored)$/

/** The webhooks of all stores as a state file keeps them, secrets included. */
export const hookStateSchema = z.array(
  hookSchema.extend({
    id: z.int(),
    store: z.string(),
    failures: z.int(),
    created: z.number().default(0),
    modified: z.number().default(0),
  }),
)

interface Hook extends z.infer<typeof hookSchema> {
  id: number
  store: Store
  failures: number
  /** Seconds since 1970. */
  created: number
  modified: number
}

/** "After more than five consecutive failures", WC_Webhook::failed_delivery. */
const MOST_FAILURES = 5

const refused = (status: number, what: string, words: string): ApiError =>
  new ApiError(status, `woocommerce_rest_shop_webhook_invalid_${what}`, words)

function checkHook(topic: string, url: string): void {
  if (!TOPIC.test(topic)) throw refused(400, 'topic', 'Webhook topic is required and must be valid.')
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw refused(
      400,
      'delivery_url',
      'Webhook delivery URL must be a valid URL starting with http:// or https://.',
    )
}

/** Secrets are written and never read. */
function show({ id, store, name, topic, delivery_url, status, created, modified }: Hook): Row {
  const [resource, event] = topic.split('.')
  return {
    id,
    name,
    status,
    topic,
    resource,
    event,
    hooks: [],
    delivery_url,
    date_created: local(store, created),
    date_created_gmt: gmt(created),
    date_modified: local(store, modified),
    date_modified_gmt: gmt(modified),
  }
}

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

  function get(store: Store, id: number, status: number): Hook {
    const hook = hooks.find((one) => one.id === id && one.store === store)
    if (!hook) throw refused(status, 'id', 'Invalid ID.')
    return hook
  }

  function create(store: Store, body: unknown): Row {
    const { topic = '', delivery_url: url = '' } = readInput(changeSchema, body)
    checkHook(topic, url)
    const now = clock.now()
    const own = { id: ++lastId, store, failures: 0, created: now, modified: now }
    const hook = { ...readInput(hookSchema, body), ...own }
    hooks.push(hook)
    if (hook.status === 'active') knock(hook)
    changed()
    return show(hook)
  }

  function update(store: Store, id: number, body: unknown): Row {
    const hook = get(store, id, 400)
    const change = readInput(changeSchema, body)
    checkHook(change.topic ?? hook.topic, change.delivery_url ?? hook.delivery_url)
    for (const [name, value] of Object.entries(change))
      if (value !== undefined) Object.assign(hook, { [name]: value })
    hook.modified = clock.now()
    if (change.status === 'active') hook.failures = 0
    changed()
    return show(hook)
  }

  function remove(store: Store, id: number): Row {
    const hook = get(store, id, 404)
    hooks = hooks.filter((one) => one !== hook)
    changed()
    return show(hook)
  }

  return {
    list: (store: Store): { id: number; status: string; row: Row }[] =>
      hooks
        .filter((hook) => hook.store === store)
        .map((hook) => ({ id: hook.id, status: hook.status, row: show(hook) })),
    find: (store: Store, id: number): Row => show(get(store, id, 404)),
    create,
    update,
    remove,
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
