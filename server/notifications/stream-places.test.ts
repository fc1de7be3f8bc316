/** Limit of open streams per user and process. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { call, startTestConsole, until, type TestConsole } from '../../test/start-test-console.ts'
import { lockRow } from '../../test/steps/row-lock.ts'
import { openStream, type Stream } from '../../test/steps/stream.ts'

let running: TestConsole
let names = 0
const open: Stream[] = []

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
})

async function listen(url: string, token: string): Promise<Stream> {
  const stream = await openStream(url, token)
  open.push(stream)
  return stream
}

it('opens no more than twenty streams, and others are not refused for it', async () => {
  const account = await running.signUp(`seller${++names}`)
  const other = await running.addStaff(account.ownerId, {
    email: `colleague${names}@example.test`,
    role: 'operator',
  })
  const streams = await Promise.all(Array.from({ length: 24 }, () => listen(running.url, account.token)))
  const refused = streams.filter(({ status }) => status === 429)
  expect([refused.length, streams.filter(({ status }) => status === 200).length]).toEqual([4, 20])
  expect(
    (
      await call(running.url, 'GET /realtime/stream', undefined, {
        authorization: `Bearer ${account.token}`,
      })
    ).at('code'),
  ).toBe('too_many_streams')
  expect((await listen(running.url, other.token)).status).toBe(200)
  const first = streams.find(({ status }) => status === 200)
  await first?.close()
  const again = () => listen(running.url, account.token)
  await until('a place', async () => (await again()).status === 200)
})

it('who left before the stream began has no place among the twenty', async () => {
  const account = await running.signUp(`seller${++names}`)
  const { server } = running.app!
  const lock = await lockRow(running.adminUrl, 'lock table events')
  const asked: ServerResponse[] = []
  const note = (_: IncomingMessage, response: ServerResponse) => asked.push(response)
  server.on('request', note)
  const { port, hostname } = new URL(running.url)
  const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname))
  for (const socket of sockets)
    socket.write(
      `GET /api/v2/realtime/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${account.token}\r\n\r\n`,
    )
  await until('all to have asked', async () => asked.length === 20)
  server.off('request', note)
  for (const socket of sockets) socket.resetAndDestroy()
  await until('all to have left', async () => asked.every(({ destroyed }) => destroyed))
  await lock.release()
  for (let stream = 1; stream <= 3; stream++)
    expect((await listen(running.url, account.token)).status).toBe(200)
})
