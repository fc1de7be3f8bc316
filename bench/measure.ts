/** Load over HTTP, and what comes of it. */
import autocannon from 'autocannon'

export type Load = { requests: number; perSecond: number; p50: number; p95: number; bytes: number }

export const connections = 16

/** Each connection asks for the paths in turn, beginning at another one. */
export async function measure(
  origin: string,
  paths: string[],
  options: { seconds: number; token?: string | undefined },
): Promise<Load> {
  const headers: Record<string, string> = options.token ? { authorization: `Bearer ${options.token}` } : {}
  let clients = 0
  const instance = autocannon({
    url: origin,
    connections,
    duration: options.seconds,
    setupClient(client) {
      const start = Math.floor((clients++ * paths.length) / connections)
      client.setRequests(
        [...paths.slice(start), ...paths.slice(0, start)].map((path) => ({ method: 'GET', path, headers })),
      )
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
      `${origin}${paths[0]}: ${errors} errors, ${timeouts} time-outs, ${non2xx} replies other than 2xx`,
    )
  }
  // So slow that nothing came back in time: the figures are at least this bad.
  if (times.length === 0) times.push(options.seconds * 1000)
  return {
    requests: times.length,
    perSecond: times.length / (Math.max(ended - started, options.seconds * 1000) / 1000),
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
