/** Load over HTTP, and what comes of it. */
import autocannon from 'autocannon'

export type Load = { requests: number; perSecond: number; p50: number; p95: number; bytes: number }

export const connections = 16

export type LoadOptions = { seconds: number; token?: string | undefined; connections?: number }

/** Each connection asks for the paths in turn, beginning at another one. */
export async function measure(origin: string, paths: string[], options: LoadOptions): Promise<Load> {
  const { seconds, token, connections: clients = connections } = options
  const calls = paths.map((path) => ({ method: 'GET', path }))
  return load(origin, calls, { token, connections: clients, duration: seconds })
}

/** One connection makes the calls in turn; `isOnce`: each of them once, however soon it is through. */
export async function measureCalls(
  origin: string,
  calls: { method: string; path: string; body?: object }[],
  { seconds, token, isOnce }: LoadOptions & { isOnce: boolean },
): Promise<Load> {
  const once = isOnce ? { amount: Math.min(calls.length, seconds * 100) } : { duration: seconds }
  return load(origin, calls, { token, connections: 1, ...once })
}

async function load(
  origin: string,
  calls: { method: string; path: string; body?: object }[],
  options: { token: string | undefined; connections: number; duration?: number; amount?: number },
): Promise<Load> {
  const { token, duration, amount } = options
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const requests = calls.map(({ method, path, body }) => ({
    method,
    path,
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body && { body: JSON.stringify(body) }),
  }))
  let clients = 0
  const instance = autocannon({
    url: origin,
    connections: options.connections,
    ...(amount === undefined ? { duration: duration ?? 1 } : { amount }),
    setupClient(client) {
      const start = Math.floor((clients++ * requests.length) / options.connections)
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)])
    },
  })
  // Its own histogram knows whole milliseconds only, and no 95th percentile.
  const times: number[] = []
  let bytes = 0
  const started = performance.now()
  let ended = started
  instance.on('response', (_client: unknown, _status: number, size: number, ms: number) => {
    times.push(ms)
    bytes += size
    ended = performance.now()
  })
  const { errors, timeouts, non2xx } = await instance
  if (errors + timeouts + non2xx > 0) {
    throw new Error(
      `${origin}${calls[0]?.path}: ${errors} errors, ${timeouts} time-outs, ${non2xx} replies other than 2xx`,
    )
  }
  // No reply came in time: the figures are at least this bad.
  const leastMs = (duration ?? 0) * 1000
  if (times.length === 0) times.push(leastMs)
  return {
    requests: times.length,
    perSecond: times.length / (Math.max(ended - started, leastMs) / 1000),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    bytes: Math.round(bytes / times.length),
  }
}

export function percentile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/** Milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * Times of several kinds of work, one after the other, so that a busy moment of the machine meets all of them. The seconds begin after the
 * turns that warm up; one turn counts in any case.
 */
export async function inTurns(
  works: (() => Promise<unknown>)[],
  { warmUp, seconds }: { warmUp: number; seconds: number },
): Promise<number[][]> {
  for (let turn = 0; turn < warmUp; turn++) for (const work of works) await work()
  const times: number[][] = works.map(() => [])
  const end = performance.now() + seconds * 1000
  do {
    for (const [at, work] of works.entries()) times[at]?.push(await timeOf(work))
  } while (performance.now() < end)
  return times
}

export const perSeconds = (loads: { perSecond: number }[]) => loads.map(({ perSecond }) => perSecond)

/** The ratio of each round: what happened to the machine in one meets both. */
export function ratiosOf(rounds: number[], others: number[]): number[] {
  return rounds.map((one, at) => one / (others[at] ?? Number.NaN))
}

export async function signIn(origin: string, email: string, password: string): Promise<string> {
  const reply = await fetch(`${origin}/api/v2/authorization`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const body = (await reply.json()) as { access_token?: string }
  if (!body.access_token) throw new Error(`signing in failed: ${reply.status} ${JSON.stringify(body)}`)
  return body.access_token
}
