import { networkInterfaces } from 'node:os'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isFromThisMachine } from './http.ts'
import { startSandbox, type Sandbox } from '../server.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none', host: '0.0.0.0' })
})
afterEach(() => sandbox.close())

const REFUSAL = { error: 'The control interface answers only to the machine it runs on.' }

it.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.27', false],
  ['::ffff:10.0.0.1', false],
  ['2001:db8::1', false],
  ['fe80::1', false],
  [undefined, false],
])('a caller at %s is on this machine: %s', (remoteAddress, expected) => {
  const socket = { remoteAddress } as Socket
  expect(isFromThisMachine({ socket, headers: {} })).toBe(expected)
  expect(isFromThisMachine({ socket, headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(false)
  expect(isFromThisMachine({ socket, headers: { forwarded: 'for=127.0.0.1' } })).toBe(false)
})

it('the control interface is closed to callers behind a proxy, the marketplace is not', async () => {
  const ask = (path: string, method = 'GET') =>
    fetch(`${sandbox.url}${path}`, { method, headers: { 'x-forwarded-for': '203.0.113.9' } })
  for (const [path, method] of [
    ['/_sandbox'],
    ['/_sandbox/stats'],
    ['/_sandbox/reset', 'POST'],
    ['/_sandbox/oracle/shopee/orders?shop_id=727720655'],
    ['/_sandbox/nowhere'],
  ] as const) {
    const reply = await ask(path, method)
    expect([reply.status, await reply.json()]).toEqual([403, REFUSAL])
  }
  expect((await ask('/readyz')).status).toBe(200)
  expect(await (await ask('/api/v2/shop/get_shop_info')).json()).toMatchObject({ error: 'error_param' })
  expect((await fetch(`${sandbox.url}/_sandbox`)).status).toBe(200)
})

it('listening on all networks opens the control interface on none of them', async () => {
  // The machine's own addresses outside of loopback; without a network there is nothing to be closed.
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((one) => one.family === 'IPv4' && !one.internal)
  for (const { address } of addresses) {
    const reply = await fetch(`http://${address}:${sandbox.port}/_sandbox`)
    expect([reply.status, await reply.json()]).toEqual([403, REFUSAL])
    expect((await fetch(`http://${address}:${sandbox.port}/readyz`)).status).toBe(200)
  }
})

it('the consent page works under whatever address leads to it', async () => {
  const query = new URLSearchParams({
    partner_id: '2001887',
    response_type: 'code',
    redirect_uri: 'http://console.test/back',
    state: 's1',
  })
  const page = await (await fetch(`${sandbox.url}/auth?${query}`)).text()
  expect(page).toContain('Aoi Gifts MY')
  // Its forms go back to the address they were read from: none is written into it.
  expect(page).not.toMatch(/action=|https?:\/\//)
  const reply = await fetch(`${sandbox.url}/auth?${query}`, {
    method: 'POST',
    body: new URLSearchParams({ shop_id: '727720655' }),
    redirect: 'manual',
  })
  expect(reply.headers.get('location')).toMatch(/^http:\/\/console\.test\/back\?code=.+&state=s1$/)
})
