/** Contents of the log: sign-ins and refusals, and never a secret. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  call,
  freePort,
  startTestConsole,
  testPassword,
  type TestConsole,
} from '../test/start-test-console.ts'
import { startServer, type Console } from './start-server.ts'
import { createLog } from './log.ts'

let base: TestConsole
let running: Console
let url: string
const lines: string[] = []

beforeAll(async () => {
  base = await startTestConsole({ role: 'web' })
  await base.signUp('aoi')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const config = { ...base.config, port, publicUrl: url, databaseUrl: base.databaseUrl }
  running = await startServer(config, 'web', createLog('trace', { write: (line) => void lines.push(line) }))
})
afterAll(async () => {
  await running?.stop()
  await base?.stop()
})

const events = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

it('has sign-ins and refusals in it, each with when, who and from where', async () => {
  const email = 'aoi@example.test'
  const wrong = { email, password: 'a password that is wrong' }
  await call(url, 'POST /authorization', wrong)
  await call(url, 'POST /authorization', { email, password: testPassword })
  expect(events()).toContainEqual(
    expect.objectContaining({
      event: 'bad_credentials',
      path: '/api/v2/authorization',
      address: '127.0.0.1',
      time: expect.any(Number) as number,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    }),
  )
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'signed_in', by: 'password', userId: expect.any(Number) as number }),
  )
})

it('has no secret in it, whatever was sent', async () => {
  const secrets = ['hunter2-hunter2', 'x'.repeat(43), 'otp-654321', 'key-of-a-shop', testPassword]
  const signIn = await call(url, 'POST /authorization', { email: 'aoi@example.test', password: testPassword })
  const token = signIn.at<string>('access_token')
  const headers = { authorization: `Bearer ${token}` }
  await call(url, 'POST /authorization', { email: 'aoi@example.test', password: secrets[0] })
  await call(url, 'POST /authorization/token-info', { token: secrets[1] })
  const repeated = { password: secrets[0], password_confirmation: secrets[0] }
  await call(url, 'POST /authorization/reset-password', { token: secrets[1], ...repeated })
  await call(url, 'PUT /users/change-password', { current_password: secrets[0], ...repeated }, headers)
  await call(url, 'POST /users/second-factor/confirm', { otp: secrets[2] }, headers)
  const shop = {
    platform_id: 4,
    name: 'Shop',
    platform_url: 'http://127.0.0.1:1',
    api_key: secrets[3],
    api_secret: secrets[3],
  }
  await call(url, 'POST /shops', shop, headers)
  await call(url, 'POST /sso/token', { code: secrets[0], state: secrets[1] })
  await call(url, `GET /users/me?token=${token}`, undefined, headers)
  expect(lines.length).toBeGreaterThan(3)
  for (const secret of [...secrets, token, base.config.secretKey.toString('hex')])
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
})

it('names what the database refused, and not the row', async () => {
  const written: string[] = []
  const log = createLog('error', { write: (line) => void written.push(line) })
  const bad = "insert into sign_in_failures (key, failures) values ('Kenji Tanaka', 1)"
  const error: unknown = await base.db.pool.query(bad).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ detail: expect.stringContaining('Kenji') as string })
  log.error({ err: error }, 'request failed')
  log.error({ err: new Error('outer', { cause: error }) }, 'request failed')
  expect(written.join('')).not.toContain('Kenji')
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    err: { code: '23502', message: expect.stringContaining('window_started_at') as string },
  })
})

it('keeps each event in a line of its own, whatever is in an address', async () => {
  const before = lines.length
  await fetch(`${url}/api/v2/authorization%0a%7b%22event%22:%22signed_in%22%7d`, { method: 'POST' })
  for (const line of lines.slice(before)) {
    expect(line.trimEnd()).not.toContain('\n')
    expect(() => JSON.parse(line) as unknown).not.toThrow()
  }
})

it('does not blame the database for a caller who leaves in the middle of a body', async () => {
  const before = lines.length
  const [, answer] = await leaveInTheMiddle()
  if (!answer.closed) await once(answer, 'close')
  await fetch(`${url}/healthz`)
  expect(lines.slice(before)).toEqual([])
})

async function leaveInTheMiddle() {
  const asked = once(running.app!.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(
    'POST /api/v2/authorization HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  )
  const request = await asked
  socket.resetAndDestroy()
  return request
}
