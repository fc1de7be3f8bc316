import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webRoutes } from './web-routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'web-'))
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<title>the page</title>')
  writeFileSync(join(folder, 'assets/app-1.js'), '1')
  writeFileSync(join(folder, 'assets/app-1.js.br'), 'smaller')
  writeFileSync(join(folder, 'robots.txt'), 'all')
  app = fastify()
  await webRoutes(app, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const ask = async (url: string) => {
  const { statusCode, body } = await app.inject(url)
  return [statusCode, body.includes('the page')]
}

it.each(['/', '/orders', '/en', '/vi/orders/7?tab=1', '/setting/stock/areas/new', '/auth/login/'])(
  'is the page for an address of the console: %s',
  async (url) => expect(await ask(url)).toEqual([200, true]),
)

it.each(['/nope', '/orders/x', '/en/nope', '/wp-login.php', '/setting/mails/1/2', '/fr'])(
  'is the page that says so, as not found, for another: %s',
  async (url) => expect(await ask(url)).toEqual([404, true]),
)

it.each([
  ['/products/detail', '/products'],
  ['/en/products/detail/', '/en/products'],
  ['/products/template/edit', '/products/template'],
  ['/vn/products/template/create/7/detail', '/vn/products/template/create/7'],
  ['/skus/detail?x=1', '/skus'],
])('leads on from an address without its id: %s', async (url, to) => {
  const { statusCode, headers } = await app.inject(url)
  expect([statusCode, headers.location]).toEqual([302, to])
})

it('is a built file under its address, whole or compressed, for ever where its name changes with it', async () => {
  const whole = await app.inject('/assets/app-1.js')
  expect(whole.body).toBe('1')
  expect(whole.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const smaller = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'br' } })
  expect(smaller.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  const head = await app.inject({ method: 'HEAD', url: '/robots.txt' })
  expect([head.statusCode, head.headers['cache-control'], head.body]).toEqual([200, 'no-cache', ''])
})

it.each([
  '/assets',
  '/assets/..%2findex.html',
  '/.env',
  '/.git/config',
  '/en/.env',
  '/assets/.htpasswd',
  '/assets/gone.js',
  '/api/v3',
  '/hooks/x',
  '/%2eenv',
])('is no page at all for what only programs ask for: %s', async (url) =>
  expect(await ask(url)).toEqual([404, false]),
)
