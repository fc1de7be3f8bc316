/** Orders as a browser's stream announces them. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../test/start-test-console.ts'
import { readStream, type Screen } from './screen.ts'
import { countCalls } from './selling-channels.ts'

let server: Server
let stream: ServerResponse
let asked: { path: string | undefined; token: string | undefined }[] = []
let screen: Screen

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    asked.push({ path: request.url, token: request.headers.authorization })
    stream = response
    response.writeHead(asked[0]?.token === 'Bearer wrong' ? 401 : 200, {
      'content-type': 'text/event-stream',
    })
    response.write(': hello\n\n')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const changeOf = (ids: number[], created: number, more = {}) =>
  `id: 7\nevent: order.change\ndata: ${JSON.stringify({ value: { ids, created }, ...more })}\n\n`
const seen = (id: number) => until(`order ${id}`, async () => screen.seenAt(id) !== undefined)

describe('a stream', () => {
  it('is asked for as somebody who is signed in', async () => {
    screen = await readStream(origin(), 'token')
    expect(asked).toEqual([{ path: '/api/v2/realtime/stream', token: 'Bearer token' }])
    await screen.leave()
  })

  it('tells when each order was announced first, and how many were new', async () => {
    screen = await readStream(origin(), 'token')
    const before = performance.now()
    stream.write(changeOf([1, 2], 2))
    await seen(2)
    const first = screen.seenAt(1) ?? 0
    expect([first >= before, first <= performance.now()]).toEqual([true, true])
    stream.write(changeOf([1, 3], 1))
    await seen(3)
    expect([screen.seenAt(1), screen.created().length]).toEqual([first, 3])
    expect(screen.seenAt(3)).toBeGreaterThan(first)
    await screen.leave()
  })

  it('is read whole, wherever its parts are cut', async () => {
    screen = await readStream(origin(), 'token')
    const bytes = Buffer.from(changeOf([4], 1, { note: '田中 ケンジ' }) + changeOf([5], 1))
    for (let at = 0; at < bytes.length; at += 5) {
      stream.write(bytes.subarray(at, at + 5))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await seen(5)
    expect([screen.seenAt(4) !== undefined, screen.created().length]).toEqual([true, 2])
    await screen.leave()
  })

  it('counts nothing that was before, and nothing that is not about orders', async () => {
    screen = await readStream(origin(), 'token')
    stream.write(changeOf([6], 1, { replay: true }))
    stream.write(`event: stock.change\ndata: ${JSON.stringify({ value: { ids: [7], created: 1 } })}\n\n`)
    stream.write('event: order.change\ndata: {}\n\n')
    stream.write(changeOf([8], 0))
    await seen(8)
    expect([screen.seenAt(6), screen.seenAt(7), screen.created()]).toEqual([undefined, undefined, []])
    await screen.leave()
  })

  it('that is refused is no stream without news', async () => {
    await expect(readStream(origin(), 'wrong')).rejects.toThrow('the stream was refused: 401')
  })
})

describe('calls that a channel was asked for', () => {
  it('are those whose path begins as its own do', () => {
    const calls = {
      '/api/v2/order/get': { calls: 3 },
      '/api/v2/logistics/ship': { calls: 4 },
      '/rest/api/v2/orders': { calls: 50 },
    }
    expect([
      countCalls(calls, /^\/api\/v2\//),
      countCalls(calls, /^\/rest\//),
      countCalls(calls, /^\/web\//),
    ]).toEqual([7, 50, 0])
  })
})
