import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { api, prefetch, messageOf, queryString } from './api.ts'

/** The browser's addresses begin at the page's own server. */
async function listenAsPage(server: Server) {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const real = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, init))
}

describe('prefetching', () => {
  const asked: string[] = []
  let isSignedIn = true
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    if (!isSignedIn) reply.statusCode = 401
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ data: asked.length }))
  })

  beforeAll(() => listenAsPage(server))
  afterAll(() => {
    vi.unstubAllGlobals()
    server.close()
  })

  it('serves the first who asks the same, and nobody twice', async () => {
    prefetch('GET /orders/filter', { query: { sort: '-created_at', page: 1 } })
    expect(await api('GET /orders/filter', { query: { sort: '-created_at', page: 1 } })).toEqual({ data: 1 })
    expect(asked).toEqual(['/api/v2/orders/filter?sort=-created_at&page=1'])
    expect(await api('GET /orders/filter', { query: { sort: '-created_at', page: 1 } })).toEqual({ data: 2 })
  })

  it('serves nobody who asks something else', async () => {
    prefetch('GET /orders/filter', { query: { page: 1 } })
    expect(await api('GET /orders/filter', { query: { page: 2 } })).toEqual({ data: expect.any(Number) })
    expect(asked.slice(-2).toSorted()).toEqual([
      '/api/v2/orders/filter?page=1',
      '/api/v2/orders/filter?page=2',
    ])
  })

  it('serves nobody behind a change, which it may be older than', async () => {
    prefetch('GET /orders/filter')
    await api('PUT /orders/star', { body: { ids: [1], is_star: 1 } })
    const before = asked.length
    await api('GET /orders/filter')
    expect(asked.slice(before)).toEqual(['/api/v2/orders/filter'])
  })

  it('keeps no refusal of a visitor for the user who signs in', async () => {
    isSignedIn = false
    prefetch('GET /orders/filter')
    await expect(api('GET /users/me')).rejects.toMatchObject({ status: 401 })
    isSignedIn = true
    expect(await api('GET /orders/filter')).toEqual({ data: expect.any(Number) })
  })
})

describe('a call that makes something', () => {
  const seen: (string | undefined)[] = []
  let fate: 'lost' | 'broken off' | number = 201
  let body = {}
  const server = createServer((request, reply) => {
    seen.push(request.headers['idempotency-key'] as string | undefined)
    request.resume().on('end', () => {
      if (fate === 'lost') reply.destroy()
      else if (fate === 'broken off') {
        reply.writeHead(201, { 'content-length': 100 })
        reply.write('{', () => reply.destroy())
      } else reply.writeHead(fate, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  const receive = (quantity: number) =>
    api('POST /stock-receipts', { once: true, body: { warehouse_id: 1, lines: [{ sku_id: 1, quantity }] } })

  beforeAll(() => listenAsPage(server))
  afterAll(() => {
    vi.unstubAllGlobals()
    server.close()
  })

  it('is sent again under its key until its answer has come, and the next one under a new key', async () => {
    for (const each of ['lost', 'broken off', 503] as const) {
      fate = each
      await expect(receive(10)).rejects.toThrow()
    }
    fate = 409
    body = { code: 'still_running', message: 'The same request is still running' }
    await expect(receive(10)).rejects.toThrow(/still running/)
    fate = 201
    body = {}
    await receive(10)
    await receive(10)
    expect(new Set(seen.slice(0, 5)).size).toBe(1)
    expect(seen[0]).toMatch(/^\d+-\d+-\d+-\d+$/)
    expect(seen[5]).not.toBe(seen[0])
  })

  it('takes another body for another call', async () => {
    fate = 'lost'
    await expect(receive(20)).rejects.toThrow()
    await expect(receive(21)).rejects.toThrow()
    expect(seen.at(-1)).not.toBe(seen.at(-2))
  })

  it('leaves a call that only asks without a key', async () => {
    fate = 200
    await api('GET /stock-takes')
    expect(seen.at(-1)).toBeUndefined()
  })
})

describe('the message of a refusal', () => {
  it('is the message', () => {
    expect(messageOf({ message: 'Token is invalid', code: 'unauthenticated' })).toBe('Token is invalid')
  })

  it('joins an object of messages line by line', () => {
    expect(messageOf({ message: { a: ['one', 'two'], b: 'three' } })).toBe('one\ntwo\nthree')
  })

  it('names the invalid fields when there is no message', () => {
    expect(messageOf({ invalid_fields: { email: 'required', name: 'too long' } })).toBe(
      'email: required\nname: too long',
    )
  })

  it('takes invalid fields that are only a text', () => {
    expect(messageOf({ invalid_fields: 'not readable' })).toBe('not readable')
  })

  it('is empty when the server says nothing', () => {
    expect(messageOf({ code: 'internal' })).toBe('')
  })
})

describe('a query', () => {
  it('leaves out what is not set and joins lists', () => {
    expect(queryString({ keyword: undefined, status: '', shop_id: [1, 2], page: 3 })).toBe(
      '?shop_id=1,2&page=3',
    )
  })

  it('encodes what would break an address', () => {
    expect(queryString({ keyword: 'a&b#c+d%' })).toBe('?keyword=a%26b%23c%2Bd%25')
    expect(queryString({ keyword: '猫\ud83d' })).toBe('?keyword=%E7%8C%AB%EF%BF%BD')
  })

  it('is nothing without values', () => {
    expect(queryString({})).toBe('')
  })
})
