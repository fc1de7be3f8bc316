/** Requests as no honest client sends them: bytes over a socket. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type TestConsole } from '../../test/start-test-console.ts'

let running: TestConsole

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

function open(bytes: string): Socket {
  const { port, hostname } = new URL(running.url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  return socket
}

/** Status, headers and body of the answer after which the connection ended. */
async function answerTo(bytes: string) {
  const [head = '', body = ''] = (await text(open(bytes))).split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]))
  return { status: Number(status.split(' ')[1]), headers, body: JSON.parse(body) as object }
}

describe('what is no request', () => {
  it.each([
    [400, 'bad_request', 'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
    [431, 'headers_too_large', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ])('is answered as everything else, and the connection ends: %s %s', async (status, code, bytes) => {
    const answer = await answerTo(bytes)
    expect([answer.status, answer.body]).toEqual([status, { code, message: expect.any(String) }])
    expect(answer.headers).toMatchObject({
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
  })
})

describe('a body that does not come', () => {
  const head = (path: string) =>
    `POST /api/v2${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`

  it('is waited for a minute, no longer', async () => {
    const { server } = running.app!
    expect(server.requestTimeout).toBe(60_000)
    Object.assign(server, { requestTimeout: 1, headersTimeout: 1 })
    const answer = await answerTo(head('/authorization'))
    expect([answer.status, answer.body]).toMatchObject([408, { code: 'request_timeout' }])
    Object.assign(server, { requestTimeout: 60_000, headersTimeout: 60_000 })
  })

  it('is not waited for when a stranger sends it', async () => {
    const socket = open(head('/orders'))
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
  })
})
