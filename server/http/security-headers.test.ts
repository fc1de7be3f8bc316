import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, testPassword, type TestConsole } from '../../test/start-test-console.ts'

let running: TestConsole
let secure: TestConsole

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  secure = await startTestConsole({
    role: 'web',
    databaseUrl: running.databaseUrl,
    environment: { PUBLIC_URL: 'https://console.example.test' },
  })
  await running.signUp('aoi')
})
afterAll(async () => {
  await secure?.stop()
  await running?.stop()
})

/** Pages, answers of every kind, and what reaches no handler. */
const addresses = [
  '/',
  '/orders',
  '/auth/login',
  '/assets/nothing.js',
  '/api/v2/users/me',
  '/api/v2/nope',
  '/api/v2/docs',
  '/api/v2/openapi.json',
  '/api/v2/orders/%zz',
  '/hooks/nobody',
  '/healthz',
  '/%ff',
]

it.each(addresses)('tell the browser what it must not do: %s', async (address) => {
  const { headers } = await fetch(running.url + address, { redirect: 'manual' })
  const policy = headers.get('content-security-policy') ?? ''
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]))
  // No other source of scripts, none in the page, none out of a text.
  expect(rules.get('script-src') ?? rules.get('default-src')).toEqual(["'self'"])
  for (const rule of ['object-src', 'base-uri', 'frame-ancestors'])
    expect([rule, rules.get(rule)]).toEqual([rule, ["'none'"]])
  expect(rules.get('form-action')).toEqual(["'self'"])
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers.get('access-control-allow-origin')).toBeNull()
  // Over plain HTTP it would only lie.
  expect(headers.get('strict-transport-security')).toBeNull()
})

it('let the file alone run WebAssembly that reads codes for the camera, and nothing else', async () => {
  const policyOf = async (path: string) =>
    (await fetch(running.url + path)).headers.get('content-security-policy')
  expect(await policyOf('/assets/code-worker-1.js')).toBe(
    "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'",
  )
  for (const path of ['/assets/app-1.js', '/en/orders?/assets/code-worker-1.js', '/en/orders/scan'])
    expect(await policyOf(path)).not.toContain('wasm')
})

it.each(addresses)('keep the browser to TLS where the console has it: %s', async (address) => {
  const { headers } = await fetch(secure.url + address, { redirect: 'manual' })
  const [, seconds] =
    /^max-age=(\d+); includeSubDomains$/.exec(headers.get('strict-transport-security') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000)
})

it('let no cache keep what somebody may read', async () => {
  for (const address of ['/api/v2/users/me', '/api/v2/orders/filter', '/api/v2/nope'])
    expect((await fetch(running.url + address)).headers.get('cache-control')).toBe('no-store')
})

it('come with a cookie that nobody but this host under TLS can set', async () => {
  const reply = await fetch(`${secure.url}/api/v2/authorization`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'aoi@example.test', password: testPassword }),
  })
  const [cookie = ''] = reply.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-auth=/)
  const flags = cookie.split('; ').slice(1).toSorted()
  expect(flags).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict', 'Secure'])
  const value = cookie.split('; ')[0] ?? ''
  const me = (name: string) => fetch(`${secure.url}/api/v2/users/me`, { headers: { cookie: name } })
  expect((await me(value)).status).toBe(200)
  // Under the plain name a sub-domain could have put it there.
  expect((await me(value.replace('__Host-', ''))).status).toBe(401)
})

it('hold for a page that has no script of its own in it', () => {
  const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8')
  expect([...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)]).toEqual([])
  expect(page).not.toMatch(/\son\w+=/)
})

it('let no origin in', async () => {
  const preflight = await fetch(`${running.url}/api/v2/users/me`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.test', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  expect(preflight.status).toBeGreaterThanOrEqual(400)
})

it('come from a server that echoes nothing and lists no folder', async () => {
  const traced = await new Promise<number>((resolve, reject) => {
    const asked = request(running.url, { method: 'TRACE', headers: { 'x-secret': 'echo' } }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    asked.on('error', reject).end()
  })
  expect(traced).toBeGreaterThanOrEqual(400)
  for (const address of ['/assets', '/assets/', '/.git/config', '/../package.json', '/%2e%2e/package.json']) {
    const text = await (await fetch(running.url + address)).text()
    expect([address, text]).toEqual([
      address,
      expect.not.stringMatching(/\[core\]|"seller-console"|Index of|<a /),
    ])
  }
})
