/** Shared parts of all couriers of the sandbox: parcels and scans, pushes, control interface, state file. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { ControlError, type ControlRoute } from './control-call.ts'
import { BodyTooLarge } from './http.ts'
import type { Marketplace, World } from './marketplace.ts'
import { createDelivery, latePushFaultSchema, type Delivery } from './push-delivery.ts'
import { sendHtmlError, serveCall, type CallReply } from './serve-call.ts'
import { createStateFile, readState, type StateFile } from './state-file.ts'

export type Row = Record<string, unknown>

/** Steps of a parcel; each courier has some of them, under names of its own. */
export const STEPS = [
  'collect',
  'fail_pickup',
  'depart',
  'arrive',
  'out',
  'fail',
  'deliver',
  'refuse',
  'return',
  'returned',
  'lose',
  'damage',
] as const
export type Step = (typeof STEPS)[number]

const scanSchema = z.strictObject({
  /** Seconds since 1970, each of a parcel later than the one before. */
  at: z.number(),
  /** The courier's word or number. */
  code: z.string(),
  words: z.string(),
})
export type Scan = z.infer<typeof scanSchema>

const parcelSchema = z.strictObject({
  number: z.string(),
  reference: z.string(),
  account: z.string(),
  state: z.string(),
  createdAt: z.number(),
  booking: z.record(z.string(), z.unknown()),
  scans: z.array(scanSchema),
})
export type CourierParcel = z.infer<typeof parcelSchema>

const hookSchema = z.strictObject({
  url: z.url(),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .describe('sent along, for couriers that sign nothing'),
})
type Hook = z.infer<typeof hookSchema>

const stateSchema = z.strictObject({
  version: z.literal(1),
  last: z.number(),
  parcels: z.array(parcelSchema),
  hooks: z.array(hookSchema),
  extra: z.record(z.string(), z.unknown()),
})

export interface CourierRules {
  code: string
  /** The paths that are its own begin with one of these. */
  prefixes: readonly string[]
  /** Its words for what can happen; `state` where a scan alone does not tell. */
  steps: Partial<Record<Step, { code: string; words: string; state?: string }>>
  /** One call, its path below the prefix. What it throws becomes HTTP 500. */
  answer: (simulation: CourierSimulation, call: CourierCall) => CallReply
  /** Returns the push about a scan; left out by couriers that push nothing. */
  pushOf?: (parcel: CourierParcel, scan: Scan) => { body: string; headers: Record<string, string> }
  retryAfter?: readonly number[]
  summary: (simulation: CourierSimulation) => object
  /** Under /_sandbox/<code>/. */
  routes?: (simulation: CourierSimulation) => Record<string, ControlRoute>
  /** The courier's other data at the start, kept in the state file like the parcels. */
  extra?: () => Row
}

export interface CourierCall {
  method: string
  prefix: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export interface CourierSimulation {
  world: World
  parcels: Map<string, CourierParcel>
  extra: Row
  /** Rises with each call; for numbers that nobody had before. */
  next(): number
  add(parcel: Pick<CourierParcel, 'number' | 'reference' | 'account' | 'state' | 'booking'>): CourierParcel
  byReference(account: string, reference: string): CourierParcel | undefined
  scan(parcel: CourierParcel, scan: Omit<Scan, 'at'>, state?: string): void
  /** To be called after a change of anything else. */
  changed(): void
}

type Push = Hook & { body: string }

export function courierMarketplace(rules: CourierRules, world: World, stateFile?: string): Marketplace {
  let last = 0
  let hooks: Hook[] = []
  let file: StateFile | undefined
  const delivery: Delivery<Push> = createDelivery(world.clock, {
    post: async ({ url, headers, body }, signal) => {
      const reply = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      await reply.arrayBuffer()
      return reply.ok
    },
    retryAfter: rules.retryAfter ?? [],
    atOnce: 4,
    noFaults: latePushFaultSchema.parse({}),
  })
  const push = (parcel: CourierParcel, scan: Scan): void => {
    if (!rules.pushOf) return
    const { body, headers } = rules.pushOf(parcel, scan)
    for (const hook of hooks) delivery.send({ url: hook.url, headers: { ...headers, ...hook.headers }, body })
  }
  const simulation: CourierSimulation = {
    world,
    parcels: new Map(),
    extra: rules.extra?.() ?? {},
    next: () => ++last,
    add(made) {
      const parcel = { ...made, createdAt: world.clock.now(), scans: [] }
      simulation.parcels.set(parcel.number, parcel)
      simulation.changed()
      return parcel
    },
    byReference: (account, reference) =>
      [...simulation.parcels.values()].find((one) => one.account === account && one.reference === reference),
    scan(parcel, { code, words }, state = code) {
      // Two events of one second could not be told apart.
      const at = Math.max(world.clock.now(), (parcel.scans.at(-1)?.at ?? 0) + 1)
      const scan = { at, code, words }
      parcel.scans.push(scan)
      parcel.state = state
      simulation.changed()
      push(parcel, scan)
    },
    changed: () => file?.saveSoon(),
  }

  const clear = (): void => {
    last = 0
    hooks = []
    simulation.parcels.clear()
    simulation.extra = rules.extra?.() ?? {}
    delivery.reset()
    simulation.changed()
  }

  const open = (path: string): void => {
    const state = readState(path, stateSchema)
    if (state) {
      last = state.last
      hooks = state.hooks
      simulation.extra = state.extra
      for (const parcel of state.parcels) simulation.parcels.set(parcel.number, parcel)
    }
    file = createStateFile(path, () => ({
      version: 1,
      last,
      parcels: [...simulation.parcels.values()],
      hooks,
      extra: simulation.extra,
    }))
    file.save()
  }

  const counts = (): object => ({ parcels: simulation.parcels.size, pushes: delivery.stats() })
  return {
    code: rules.code,
    owns: (path) => rules.prefixes.some((prefix) => path.startsWith(`${prefix}/`)),
    serve: (request, response, url) => serve(rules, simulation, request, response, url),
    routes: {
      ...controlRoutes(rules, simulation, { push, delivery, addHook: (hook) => hooks.push(hook) }),
      ...rules.routes?.(simulation),
    },
    summary: () => ({ ...rules.summary(simulation), hooks: hooks.map(({ url }) => url) }),
    stats: () => ({ [rules.code]: counts() }),
    reset() {
      clear()
      return Promise.resolve({ [rules.code]: counts() })
    },
    load() {
      if (stateFile !== undefined) open(stateFile)
      return Promise.resolve()
    },
    // It sells nothing.
    setPace: () => undefined,
    close() {
      delivery.close()
      file?.close()
    },
  }
}

function controlRoutes(
  { code, steps }: CourierRules,
  simulation: CourierSimulation,
  pushes: {
    push: (parcel: CourierParcel, scan: Scan) => void
    delivery: Delivery<Push>
    addHook: (hook: Hook) => void
  },
): Record<string, ControlRoute> {
  const find = (number = ''): CourierParcel => {
    const parcel = simulation.parcels.get(number)
    if (!parcel) throw new ControlError(`there is no parcel ${number}`, 404)
    return parcel
  }
  return {
    [`GET /_sandbox/oracle/${code}/parcels`]: () => ({ parcels: [...simulation.parcels.values()] }),
    [`GET /_sandbox/${code}/parcels/:number`]: ({ parts }) => find(parts[0]),
    [`POST /_sandbox/${code}/parcels/:number/advance`]: ({ parts, read }) => {
      const parcel = find(parts[0])
      const { step } = read(z.strictObject({ step: z.enum(STEPS) }))
      const known = steps[step]
      if (!known)
        throw new ControlError(`${code} knows no ${step}; there are ${Object.keys(steps).join(', ')}`)
      simulation.scan(parcel, known, known.state)
      return parcel
    },
    [`POST /_sandbox/${code}/parcels/:number/replay`]: ({ parts, read }) => {
      const parcel = find(parts[0])
      const { order } = read(z.strictObject({ order: z.enum(['same', 'reversed']).default('same') }))
      const scans = order === 'same' ? parcel.scans : parcel.scans.toReversed()
      for (const scan of scans) pushes.push(parcel, scan)
      return { pushed: scans.length }
    },
    [`POST /_sandbox/${code}/webhooks`]: ({ read }) => {
      pushes.addHook(read(hookSchema))
      simulation.changed()
      return {}
    },
    [`POST /_sandbox/${code}/push_faults`]: ({ read }) => {
      pushes.delivery.setFaults(read(latePushFaultSchema))
      return {}
    },
    [`GET /_sandbox/${code}/pushes`]: async () => {
      await pushes.delivery.settled()
      return pushes.delivery.stats()
    },
  }
}

function serve(
  rules: CourierRules,
  simulation: CourierSimulation,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const prefix = rules.prefixes.find((one) => url.pathname.startsWith(`${one}/`)) ?? ''
  const answer = (body: string | BodyTooLarge): CallReply => {
    if (body instanceof BodyTooLarge) return { status: 413, type: 'text/plain', body: '', error: 'too large' }
    return rules.answer(simulation, {
      method: request.method ?? 'GET',
      prefix,
      path: url.pathname.slice(prefix.length),
      query: url.searchParams,
      headers: request.headers,
      body,
    })
  }
  const refuse = (to: ServerResponse, fault: 'rate_limit' | 'server_error'): void => {
    if (fault === 'rate_limit') to.setHeader('retry-after', '1')
    sendHtmlError(to, fault === 'rate_limit' ? 429 : 503)
  }
  return serveCall(simulation.world, request, response, url.pathname, { refuse, answer })
}

export const jsonReply = (status: number, body: unknown, error = ''): CallReply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
  error,
})

export const bytesReply = (type: string, body: string | Buffer): CallReply => ({
  status: 200,
  type,
  body,
  error: '',
})

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Empty for what is neither text nor a number. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** `2026-01-15 10:30:00` at a place that is so many hours ahead of UTC. */
export const localTime = (seconds: number, hours: number): string =>
  new Date((seconds + hours * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** The date that somebody reads there on the clock, 0 for a Sunday. */
export function localDay(seconds: number, hours: number): { date: string; weekday: number } {
  const there = new Date((seconds + hours * 3600) * 1000)
  return { date: there.toISOString().slice(0, 10), weekday: there.getUTCDay() }
}
