import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { allEndpoints } from '../../contract/endpoints.ts'
import { realtimeChannels } from '../../contract/realtime.ts'
import { errorStatuses } from '../../model/errors.ts'
import { call, startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { expectContract } from '../../test/contract.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { openapiDocument, type OpenapiDocument, type Operation } from './openapi.ts'

let running: TestConsole
let seller: Account
let document: OpenapiDocument

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  const reply = await fetch(`${running.url}/api/v2/openapi.json`)
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
  document = (await reply.json()) as OpenapiDocument
})
afterAll(() => running?.stop())

const operations = (): { path: string; method: string; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** Every object within, with the way to it. */
function* objectsIn(value: unknown, way = '#'): Generator<{ way: string; object: Record<string, unknown> }> {
  if (Array.isArray(value)) for (const [at, one] of value.entries()) yield* objectsIn(one, `${way}/${at}`)
  else if (value !== null && typeof value === 'object') {
    yield { way, object: value as Record<string, unknown> }
    for (const [key, part] of Object.entries(value)) yield* objectsIn(part, `${way}/${key}`)
  }
}

function resolve(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document)
}

describe('the OpenAPI document', () => {
  it('is one of version 3.1 with what that asks for', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: expect.any(String) },
      servers: [{ url: '/api/v2' }],
    })
    const known = ['openapi', 'info', 'servers', 'components', 'paths', 'security', 'tags']
    expect(Object.keys(document).filter((key) => !known.includes(key))).toEqual([])
  })

  it('is the same that the code makes', () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(openapiDocument())))
  })

  it('has every endpoint of the contract, and the stream', () => {
    const listed = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    expect(listed.toSorted()).toEqual(
      [...Object.keys(allEndpoints), 'GET /realtime/stream', 'GET /exports/{id}/download'].toSorted(),
    )
  })

  it('describes the stream with all of its channels', () => {
    const stream = JSON.stringify(document.paths['/realtime/stream'])
    expect(stream).toContain('text/event-stream')
    for (const channel of realtimeChannels) expect(stream).toContain(channel)
  })

  it('leads every reference to something', () => {
    const refs = [...objectsIn(document)].flatMap(({ object }) =>
      typeof object.$ref === 'string' ? [object.$ref] : [],
    )
    expect(refs.length).toBeGreaterThan(20)
    for (const ref of refs) expect([ref, typeof resolve(ref)]).toEqual([ref, 'object'])
  })

  it('names each operation once, in words, under a tag', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation } of operations()) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/)
      expect(operation.summary).toMatch(/^.{5,120}$/)
      expect(operation.tags).toHaveLength(1)
    }
  })

  it('has a parameter for each place in a path, and none twice', () => {
    for (const { path, operation } of operations()) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const inPath = operation.parameters.filter((one) => one.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual(places)
      for (const one of inPath) expect(one.required).toBe(true)
      const keys = operation.parameters.map((one) => `${one.in} ${one.name}`)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  it('says of each parameter and body whether it may be left out, as the server does', () => {
    for (const [name, each] of Object.entries(allEndpoints)) {
      const endpoint: Endpoint = each
      const [method = '', path = ''] = name.split(' ')
      const operation = document.paths[path]?.[method.toLowerCase()]
      const required = operation?.parameters.filter((one) => one.in === 'query' && one.required) ?? []
      expect([name, endpoint.query?.safeParse({}).success ?? true]).toEqual([name, required.length === 0])
      expect([name, (endpoint.body ?? endpoint.upload) !== undefined]).toEqual([
        name,
        operation?.requestBody !== undefined,
      ])
      if (endpoint.body)
        expect([name, operation?.requestBody?.required]).toEqual([name, !endpoint.body.safeParse({}).success])
    }
  })

  it('tells how each operation may fail, and who may call it', () => {
    for (const [name, each] of Object.entries(allEndpoints)) {
      const endpoint: Endpoint = each
      const [method = '', path = ''] = name.split(' ')
      const operation = document.paths[path]?.[method.toLowerCase()]
      const statuses = Object.keys(operation?.responses ?? {}).map(Number)
      expect(statuses).toContain(endpoint.status ?? 200)
      // Every call with a query or a body documents the answer to an invalid one.
      expect([name, statuses.includes(422)]).toEqual([name, true])
      expect([name, statuses.includes(401)]).toEqual([
        name,
        endpoint.access !== 'public' || name === 'POST /authorization',
      ])
      expect([name, statuses.includes(403)]).toEqual([
        name,
        endpoint.access.includes('.') || ['POST /authorization', 'POST /sso/token'].includes(name),
      ])
      expect([name, statuses.includes(404)]).toEqual([name, path.includes('{')])
      expect([name, statuses.includes(413)]).toEqual([name, (endpoint.body ?? endpoint.upload) !== undefined])
      for (const code of endpoint.errors ?? []) expect(statuses).toContain(errorStatuses[code])
    }
  })

  it('takes an Idempotency-Key where the server does: with a POST of somebody who is signed in', () => {
    const taking = operations().filter(({ operation }) =>
      operation.parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key'),
    )
    // Others show a secret, which is kept nowhere, or take a file, which is not compared.
    const others = [
      '/deliveries/integrate/ghn',
      '/users/{id}/update-avatar',
      '/users/second-factor',
      '/print-agents',
    ]
    const more = [
      '/imports/products',
      '/imports/templates',
      '/customers/shortlists/{id}/add-from-file',
      '/products/{id}/image',
      '/product-template/upload-image',
      '/users/second-factor/confirm',
      '/users/second-factor/recovery-codes',
    ]
    const posts = operations().filter(
      ({ method, path, operation }) =>
        method === 'post' && operation.security !== undefined && ![...others, ...more].includes(path),
    )
    expect(posts.length).toBeGreaterThan(2)
    expect(taking.map(({ path }) => path)).toEqual(posts.map(({ path }) => path))
    for (const { operation } of taking) {
      const parameter = operation.parameters.find((one) => one.name === 'Idempotency-Key')
      expect(parameter).toMatchObject({
        required: false,
        schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
      })
      expect(operation.responses).toHaveProperty('409.description', expect.stringContaining('still_running'))
      expect(JSON.stringify(operation.responses)).toContain('Idempotency-Replayed')
    }
  })

  it('can be read as a page', async () => {
    const reply = await fetch(`${running.url}/api/v2/docs`)
    const page = await reply.text()
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const path of Object.keys(document.paths)) expect(page).toContain(path)
  })
})

describe('the server', () => {
  it('serves every endpoint of the contract', async () => {
    for (const key of Object.keys(allEndpoints)) {
      const answer = await seller.call(`${key.replaceAll(/\{\w+\}/g, '1')}?nonsense=1`)
      expect([key, answer.status]).toEqual([key, 422])
    }
  })

  it('sends what the contract says, of orders with everything and of orders with nothing', async () => {
    const shop = await addShop(running, seller.ownerId, 'shop')
    const { created } = await putOrders(running, seller.ownerId, shop, [
      orderOf({ channelOrderId: 'BARE', lines: [] }),
      orderOf({ channelOrderId: 'PLAIN' }),
    ])
    // Each call holds its answer against the contract.
    for (const id of created) {
      expect((await seller.call(`GET /orders/${id}`)).status).toBe(200)
      expect((await seller.call(`GET /orders/${id}/history`)).status).toBe(200)
    }
    for (const name of [
      'GET /orders/filter',
      'GET /shops?include=platform,sync',
      'GET /shops/platforms',
      'GET /users/me?include=shop_owner',
      'GET /config?include=order_statuses,payment_methods,currencies,countries',
      'GET /dashboard/sync-percent',
      'POST /dashboard/sync-percent',
      'GET /users/notifications',
      `GET /shops/${shop}/sync-logs`,
    ])
      expect((await seller.call(name)).status).toBe(200)
    expect((await seller.call(`POST /shops/${shop}/sync`)).status).toBe(202)
  })
})

describe('holding an answer against the contract', () => {
  const headers = new Headers({
    'x-request-id': '00000000-0000-4000-8000-000000000000',
    'content-language': 'en',
    'content-type': 'application/json',
  })
  const check = (status: number, body: unknown, name = 'PUT /orders/5/star') => {
    const [method = '', path = ''] = name.split(' ')
    return () => expectContract(method, path, { status, headers }, body)
  }

  it('lets what is promised pass', () => {
    expect(check(200, { data: { id: 5, is_star: 1 } })).not.toThrow()
    expect(check(404, { message: 'Not found.', code: 'not_found' })).not.toThrow()
    expect(check(422, { invalid_fields: { is_star: 'no' }, code: 'validation_failed' })).not.toThrow()
  })

  it('finds what is missing, wrong, or was never promised', () => {
    expect(check(200, { data: { id: 5 } })).toThrow('breaks the contract')
    expect(check(200, { data: { id: 5, is_star: 2 } })).toThrow('breaks the contract')
    expect(check(200, { data: { id: 5, is_star: 1, secret: 1 } })).toThrow('undeclared .data.secret')
    expect(check(201, { data: { id: 5, is_star: 1 } })).toThrow('another status')
    expect(check(404, { code: 'not_found' })).toThrow('no error of ours')
    expect(check(403, { message: 'x', code: 'not_found' })).toThrow('code of another status')
    expect(check(422, { invalid_fields: {}, message: 'x', code: 'validation_failed' })).toThrow(
      'no error of ours',
    )
    headers.delete('x-request-id')
    expect(check(200, { data: { id: 5, is_star: 1 } })).toThrow('X-Request-Id')
  })

  it('is done by every call of the tests', async () => {
    // The page of the API is no error and no endpoint, so it is left alone.
    expect((await call(running.url, 'GET /docs')).status).toBe(200)
  })
})
