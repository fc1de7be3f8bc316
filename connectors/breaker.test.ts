/** Tests of the circuit breaker in http.ts with a host that fails every call, against real servers. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { ChannelError } from './channel-error.ts'
import { createBreaker } from './breaker.ts'
import { createHttp, type Http } from './http.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A host whose answer the test chooses, and that counts who comes. */
async function host(status: number) {
  const state = { status, visits: 0, at: [] as number[] }
  const base = await serve((_, response) => {
    state.visits += 1
    state.at.push(performance.now())
    response.writeHead(state.status).end()
  })
  return Object.assign(state, { base })
}

function get(http: Http, base: string): Promise<number> {
  return http({ method: 'GET', url: new URL('/orders', base) }).then(({ status }) => status)
}

async function failureOf(call: Promise<unknown>): Promise<ChannelError> {
  const error = await call.then(
    () => new Error('the call went well'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ChannelError)) throw error
  return error
}

async function fail(http: Http, base: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await failureOf(get(http, base))
}

it('leaves a host alone after so many failures in a row, and says when to come back', async () => {
  const sick = await host(503)
  const well = await host(200)
  const breaker = createBreaker({ failuresInRow: 3, firstPauseMs: 60_000 })
  const http = createHttp({ breaker })
  await fail(http, sick.base, 3)
  const told = await failureOf(get(http, sick.base))
  expect([sick.visits, told.kind, told.retryAfterSeconds]).toEqual([3, 'try-later', 60])
  expect(told.message).toContain(new URL(sick.base).host)
  // Another client that shares the breaker sends no request either; other hosts are not affected.
  expect((await failureOf(get(createHttp({ breaker }), sick.base))).retryAfterSeconds).toBe(60)
  expect([sick.visits, await get(http, well.base)]).toEqual([3, 200])
})

it('counts refused connections and time-outs as well', async () => {
  const silent = await serve(() => {})
  // Given to no server: the port of one that was closed may be another test's by now.
  const refusing = 'http://127.0.0.1:2'
  for (const base of [silent, refusing]) {
    const breaker = createBreaker({ failuresInRow: 2, firstPauseMs: 60_000 })
    const http = createHttp({ breaker, timeoutMs: 40 })
    await fail(http, base, 2)
    expect((await failureOf(get(http, base))).message).toContain('host_paused')
  }
})

it('takes refusals for answers, and forgets failures at the first one', async () => {
  const moody = await host(503)
  const http = createHttp({ breaker: createBreaker({ failuresInRow: 3, firstPauseMs: 60_000 }) })
  for (const answer of [200, 404, 429]) {
    moody.status = 503
    await fail(http, moody.base, 2)
    moody.status = answer
    await get(http, moody.base).catch(() => undefined)
  }
  expect(moody.visits).toBe(9)
  moody.status = 429
  await fail(http, moody.base, 10)
  expect(moody.visits).toBe(19)
})

it('waits longer after each try that fails, up to a limit', async () => {
  const sick = await host(500)
  const pauses = { failuresInRow: 2, firstPauseMs: 30, longestPauseMs: 60 }
  const http = createHttp({ breaker: createBreaker(pauses) })
  while (sick.visits < 7) {
    await failureOf(get(http, sick.base))
    await turn()
  }
  const gaps = sick.at.slice(2).map((at, index) => at - (sick.at[index + 1] ?? 0))
  for (const [index, least] of [30, 60, 60, 60, 60].entries())
    expect(gaps[index], `pause ${index + 1}`).toBeGreaterThanOrEqual(least - 2)
  // The limit holds: without it the last three pauses would be 120, 240 and 480 ms.
  expect(gaps.slice(2).reduce((sum, gap) => sum + gap, 0)).toBeLessThan(800)
})

it('lets one call at a time try, and everybody once it went well', async () => {
  let waiting: ServerResponse | undefined
  let visits = 0
  let isSick = true
  const base = await serve((_, response) => {
    visits += 1
    if (isSick) response.writeHead(500).end()
    else if (waiting) response.end()
    else waiting = response
  })
  const http = createHttp({ breaker: createBreaker({ failuresInRow: 2, firstPauseMs: 1 }) })
  await fail(http, base, 2)
  isSick = false
  const opened = performance.now()
  while (performance.now() - opened < 2) await turn()
  const attempt = get(http, base)
  while (!waiting) await turn()
  const others = await Promise.all(Array.from({ length: 5 }, () => failureOf(get(http, base))))
  expect(others.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'try-later'))
  expect(visits).toBe(3)
  waiting.end()
  expect(await attempt).toBe(200)
  expect(await Promise.all([get(http, base), get(http, base)])).toEqual([200, 200])
})
