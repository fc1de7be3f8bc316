import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { ChannelError } from './channel-error.ts'
import { createHttp } from './http.ts'
import { readAgain } from './read-again.ts'
import type { Http } from './http.ts'

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

function get(http: Http, base: string) {
  return http({ method: 'GET', url: new URL('/orders?access_token=s3cret', base) })
}

async function failureOf(call: Promise<unknown>): Promise<ChannelError> {
  const error = await call.then(
    () => new Error('the call went well'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ChannelError)) throw error
  return error
}

describe('a request', () => {
  test('carries method, query, headers and a JSON body', async () => {
    const seen: unknown[] = []
    const base = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        const { method, url, headers } = request
        seen.push(method, url, headers['x-token'], headers['content-type'], body)
        response.end('{}')
      })
    })
    const url = new URL('/orders?page=2', base)
    await createHttp()({ method: 'POST', url, headers: { 'x-token': 't' }, body: { id: 1 } })
    expect(seen).toEqual(['POST', '/orders?page=2', 't', 'application/json', '{"id":1}'])
  })

  test('sends forms and text as they are', async () => {
    const types: (string | undefined)[] = []
    const base = await serve((request, response) => {
      types.push(request.headers['content-type'])
      response.end()
    })
    const url = new URL(base)
    await createHttp()({ method: 'POST', url, body: new URLSearchParams({ a: '1' }) })
    await createHttp()({ method: 'POST', url, headers: { 'content-type': 'text/x' }, body: 'plain' })
    expect(types).toEqual(['application/x-www-form-urlencoded;charset=UTF-8', 'text/x'])
  })
})

describe('a reply', () => {
  test.each([200, 204, 400, 401, 403, 404])('of status %i is for the connector to judge', async (status) => {
    const base = await serve((_, response) => response.writeHead(status).end())
    await expect(get(createHttp(), base)).resolves.toMatchObject({ status, text: '' })
  })

  test('keeps letters whole that arrive in two pieces', async () => {
    const bytes = Buffer.from('{"name":"Nguyễn 青い"}')
    const base = await serve((_, response) => {
      response.write(bytes.subarray(0, 15))
      setImmediate(() => response.end(bytes.subarray(15)))
    })
    const reply = await get(createHttp(), base)
    expect(reply.json()).toEqual({ name: 'Nguyễn 青い' })
  })

  test('that a plugin of the shop put a byte order mark before is read', async () => {
    const base = await serve((_, response) => response.end('\u{FEFF}{"id":1}'))
    expect((await get(createHttp(), base)).json()).toEqual({ id: 1 })
  })

  test('that is not JSON is worth another try', async () => {
    const base = await serve((_, response) => response.end('<html>gateway</html>'))
    const reply = await get(createHttp(), base)
    expect(() => reply.json()).toThrow(expect.objectContaining({ kind: 'try-later' }))
  })

  test('that is too long is given up, also when its length was not announced', async () => {
    const base = await serve((_, response) => {
      response.write('x'.repeat(600))
      response.end('x'.repeat(600))
    })
    await expect(get(createHttp({ maxReplyBytes: 1200 }), base)).resolves.toMatchObject({ status: 200 })
    const error = await failureOf(get(createHttp({ maxReplyBytes: 1199 }), base))
    expect(error.kind).toBe('changed-shape')
  })
})

describe('a failure', () => {
  test.each([
    ['7', 7],
    [undefined, undefined],
    ['soon', undefined],
    ['99999999999999999999', 86_400],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
  ])('429 with Retry-After %s slows down', async (header, retryAfterSeconds) => {
    const base = await serve((_, response) =>
      response.writeHead(429, header === undefined ? {} : { 'retry-after': header }).end(),
    )
    const error = await failureOf(get(createHttp(), base))
    expect(error).toMatchObject({ kind: 'slow-down', retryAfterSeconds })
  })

  test('429 with a date in Retry-After slows down until then', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString()
    const base = await serve((_, response) => response.writeHead(429, { 'retry-after': date }).end())
    const { retryAfterSeconds } = await failureOf(get(createHttp(), base))
    expect(retryAfterSeconds).toBeGreaterThan(50)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  test.each([500, 502, 503, 504])('%i is tried later', async (status) => {
    const base = await serve((_, response) => response.writeHead(status).end('oops'))
    expect(await failureOf(get(createHttp(), base))).toMatchObject({
      kind: 'try-later',
      channelCode: `HTTP ${status}`,
    })
  })

  test('no answer in time is tried later', async () => {
    const base = await serve(() => {})
    const error = await failureOf(get(createHttp({ timeoutMs: 50 }), base))
    expect(error).toMatchObject({ kind: 'try-later', message: expect.stringContaining('within 50 ms') })
  })

  test('a call that says so may take longer, or less long, than others', async () => {
    const base = await serve(() => {})
    const url = new URL('/orders', base)
    const error = await failureOf(createHttp()({ method: 'POST', url, timeoutMs: 50 }))
    expect(error).toMatchObject({ kind: 'try-later', message: expect.stringContaining('within 50 ms') })
  })

  test('a body that stops halfway is tried later', async () => {
    const base = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"half":')
      setImmediate(() => response.destroy())
    })
    expect(await failureOf(get(createHttp(), base))).toMatchObject({ kind: 'try-later' })
  })

  test('a closed port is tried later and named', async () => {
    // Given to no server: the port of one that was closed may be another test's by now.
    const error = await failureOf(get(createHttp(), 'http://127.0.0.1:2'))
    expect(error).toMatchObject({ kind: 'try-later', message: expect.stringContaining('ECONNREFUSED') })
  })

  test('a redirect is not followed', async () => {
    let visits = 0
    const elsewhere = await serve((_, response) => {
      visits += 1
      response.end()
    })
    const base = await serve((_, response) => response.writeHead(307, { location: elsewhere }).end())
    expect(await failureOf(get(createHttp(), base))).toMatchObject({ kind: 'changed-shape' })
    expect(visits).toBe(0)
  })

  test('names host and path, and never the query with its tokens', async () => {
    const listeners: RequestListener[] = [
      (_, response) => response.writeHead(503).end(),
      (_, response) => response.writeHead(429).end(),
      (_, response) => response.writeHead(302, { location: '/x?access_token=s3cret' }).end(),
      (_, response) => response.destroy(),
    ]
    for (const listener of listeners) {
      const base = await serve(listener)
      const error = await failureOf(get(createHttp({ timeoutMs: 1000 }), base))
      expect(error.message).toContain(`${new URL(base).host}/orders`)
      expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain('s3cret')
    }
  })
})

describe('the budget', () => {
  test('lets a burst of one second through and then keeps the pace', async () => {
    const base = await serve((_, response) => response.end())
    const http = createHttp({ callsPerSecond: 20 })
    expect([http.budgetLeft(), http.budgetSize]).toEqual([20, 20])
    const start = performance.now()
    await Promise.all(Array.from({ length: 24 }, () => get(http, base)))
    // 20 at once, 4 more at 20 a second.
    expect(performance.now() - start).toBeGreaterThanOrEqual(190)
    expect(http.budgetLeft()).toBeLessThan(20)
  })

  test('keeps no more calls in flight than allowed, and starts the next when one ends, well or badly', async () => {
    let inFlight = 0
    let most = 0
    let count = 0
    const base = await serve((_, response) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      setTimeout(() => {
        inFlight -= 1
        response.writeHead(count++ % 2 ? 200 : 500).end()
      }, 5)
    })
    const http = createHttp({ concurrentCalls: 3 })
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => get(http, base)))
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(6)
    expect(most).toBe(3)
    expect(http.budgetLeft()).toBe(3)
  })

  test('works below one call a second', async () => {
    const base = await serve((_, response) => response.end())
    const http = createHttp({ callsPerSecond: 0.5 })
    await expect(get(http, base)).resolves.toMatchObject({ status: 200 })
    expect(http.budgetLeft()).toBe(0)
  })
})

describe('reading again', () => {
  async function answering(...statuses: number[]): Promise<{ base: string; calls: () => number }> {
    let calls = 0
    const base = await serve((_request, response) => response.writeHead(statuses[calls++] ?? 200).end())
    return { base, calls: () => calls }
  }

  test('gets past failures that pass', async () => {
    const { base, calls } = await answering(500, 429)
    await expect(readAgain(() => get(createHttp(), base))).resolves.toMatchObject({ status: 200 })
    expect(calls()).toBe(3)
  })

  test('gives up after the fourth', async () => {
    const { base, calls } = await answering(500, 500, 500, 500, 200)
    expect((await failureOf(readAgain(() => get(createHttp(), base)))).kind).toBe('try-later')
    expect(calls()).toBe(4)
  })

  test('leaves a refusal alone', async () => {
    let calls = 0
    const refused = () => {
      calls++
      return Promise.reject(new ChannelError('refused', 'no'))
    }
    expect((await failureOf(readAgain(refused))).kind).toBe('refused')
    expect(calls).toBe(1)
  })
})

test('a patient call starts after all others, whoever came first', async () => {
  const order: string[] = []
  const base = await serve((request, response) => {
    order.push(request.url ?? '')
    response.end()
  })
  const http = createHttp({ concurrentCalls: 1 })
  const to = (path: string) => ({ method: 'GET' as const, url: new URL(path, base) })
  await Promise.all([
    http.background(to('/first')),
    http.background(to('/patient')),
    http.background(to('/patient too')),
    http(to('/order')),
  ])
  expect(order).toEqual(['/first', '/order', '/patient', '/patient%20too'])
})
