import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { CallsAtOnce } from './calls-at-once.ts'
import type { Clock } from './clock.ts'
import { ControlError, type ControlRoute } from './control-call.ts'
import { faultPlanSchema, type Faults } from './faults.ts'
import { readBody, sendJson } from './http.ts'
import { isLocalRequest, isOwnRequest } from './local-request.ts'
import type { CallLog, Marketplace } from './marketplace.ts'

export interface Control {
  serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>
}

const shiftSchema = z.strictObject({
  shift: z
    .number()
    .min(-10 * 365 * 86_400)
    .max(10 * 365 * 86_400),
})

export interface CallCounts extends CallLog {
  all(): object
  clear(): void
}

export function countCalls(): CallCounts {
  const calls = new Map<string, { calls: number; errors: Record<string, number> }>()
  return {
    count(path, error) {
      let row = calls.get(path)
      if (!row) calls.set(path, (row = { calls: 0, errors: {} }))
      row.calls++
      if (error !== '') row.errors[error] = (row.errors[error] ?? 0) + 1
    },
    all: () => Object.fromEntries(calls),
    clear: () => calls.clear(),
  }
}

export function createControl(
  { clock, faults, calls, atOnce }: { clock: Clock; faults: Faults; calls: CallCounts; atOnce: CallsAtOnce },
  marketplaces: Marketplace[],
  /** Routes of the control page, which starts over with the function given. */
  pageRoutes: (startOver: () => Promise<unknown>) => Record<string, ControlRoute>,
): Control {
  const reset = async (load: 'retail' | 'none'): Promise<object> => {
    faults.reset()
    calls.clear()
    atOnce.clear()
    clock.reset()
    const answers = await Promise.all(marketplaces.map((one) => one.reset(load)))
    return Object.assign({}, ...answers) as object
  }
  const time = (): object => ({ now: clock.now(), offset: clock.offset() })

  const routes: Record<string, ControlRoute> = {
    'GET /_sandbox': () => ({
      clock: time(),
      faults: faults.plan() ?? null,
      ...Object.fromEntries(marketplaces.map((one) => [one.code, one.summary()])),
      routes: Object.keys(routes),
    }),
    'GET /_sandbox/clock': time,
    'POST /_sandbox/clock': ({ read }) => {
      clock.shift(read(shiftSchema).shift)
      return time()
    },
    'GET /_sandbox/faults': () => faults.plan() ?? {},
    'POST /_sandbox/faults': ({ read }) => {
      faults.set(read(faultPlanSchema))
      return faults.plan()
    },
    'DELETE /_sandbox/faults': () => {
      faults.set(undefined)
      return {}
    },
    'GET /_sandbox/stats': () => ({
      calls: calls.all(),
      at_once: atOnce.all(),
      faults: faults.given(),
      ...Object.assign({}, ...marketplaces.map((one) => one.stats())),
    }),
    'DELETE /_sandbox/stats': () => {
      calls.clear()
      atOnce.clear()
      return {}
    },
    'POST /_sandbox/reset': ({ read }) =>
      reset(read(z.strictObject({ load: z.enum(['retail', 'none']).default('none') })).load),
    ...pageRoutes(() => reset('retail')),
    ...Object.assign({}, ...marketplaces.map((one) => one.routes)),
  }

  return {
    async serve(request, response, url) {
      if (!isLocalRequest(request) || !isOwnRequest(request)) {
        sendJson(response, 403, { error: 'The control interface answers only to the machine it runs on.' })
        return
      }
      const found = findRoute(routes, request.method ?? '', url.pathname)
      if (!found) {
        sendJson(response, 404, {
          error: `no route ${request.method} ${url.pathname}`,
          routes: Object.keys(routes),
        })
        return
      }
      const text = await readBody(request, 200_000_000)
      try {
        const read = <T extends z.ZodType>(schema: T): z.infer<T> =>
          schema.parse(text === '' ? {} : JSON.parse(text))
        const type = request.headers['content-type'] ?? ''
        const answer = await found.route({
          query: url.searchParams,
          read,
          text,
          type,
          response,
          parts: found.parts,
        })
        if (answer !== undefined) sendJson(response, 200, answer)
      } catch (error) {
        if (error instanceof z.ZodError) sendJson(response, 400, { error: z.prettifyError(error) })
        else if (error instanceof SyntaxError) sendJson(response, 400, { error: error.message })
        else if (error instanceof ControlError) sendJson(response, error.status, { error: error.message })
        else throw error
      }
    },
  }
}

/** Routes are written 'METHOD /path/:open/part'. */
function findRoute(
  routes: Record<string, ControlRoute>,
  method: string,
  path: string,
): { route: ControlRoute; parts: string[] } | undefined {
  const given = path.split('/')
  for (const [name, route] of Object.entries(routes)) {
    const [wanted, pattern = ''] = name.split(' ')
    const steps = pattern.split('/')
    if (wanted !== method || steps.length !== given.length) continue
    if (steps.every((step, index) => step.startsWith(':') || step === given[index]))
      return { route, parts: given.filter((_part, index) => steps[index]?.startsWith(':')) }
  }
  return undefined
}
