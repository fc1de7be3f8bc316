/** Load over HTTP: what is asked for, how often, and what its figures are of. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { measure, measureCalls, signIn } from './measure.ts'

type Asked = {
  method: string
  path: string
  token: string | undefined
  type: string | undefined
  body: string
}

let server: Server
let origin = ''
let asked: Asked[] = []
/** Milliseconds that an answer takes, and its status, by path. */
let slow: Record<string, number> = {}
let refused: Record<string, number> = {}

beforeAll(async () => {
  server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      asked.push({ method, path, token: headers.authorization, type: headers['content-type'], body })
      const answer = () => {
        response.writeHead(refused[path] ?? 200, { 'content-type': 'application/json' })
        response.end(
          path === '/api/v2/authorization' && !refused[path] ? '{"access_token":"token"}' : '{}'.repeat(50),
        )
      }
      if (slow[path]) setTimeout(answer, slow[path])
      else answer()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

beforeEach(() => {
  asked = []
  slow = {}
  refused = {}
})

afterAll(() => new Promise((closed) => server.close(closed)))

const get = (...paths: string[]) => paths.map((path) => ({ method: 'GET', path }))

describe('calls that are made once each', () => {
  it('are made in their order, with their bodies and the token', async () => {
    const calls = [...get('/a', '/b'), { method: 'POST', path: '/c', body: { ids: [1, 2] } }]
    const { requests } = await measureCalls(origin, calls, { seconds: 1, token: 'secret', isOnce: true })
    expect([requests, asked]).toEqual([
      3,
      [
        { method: 'GET', path: '/a', token: 'Bearer secret', type: undefined, body: '' },
        { method: 'GET', path: '/b', token: 'Bearer secret', type: undefined, body: '' },
        {
          method: 'POST',
          path: '/c',
          token: 'Bearer secret',
          type: 'application/json',
          body: '{"ids":[1,2]}',
        },
      ],
    ])
  })

  it('have the times that the answers take, at the middle and at the slow end', async () => {
    slow = { '/slow': 200 }
    const { p50, p95, bytes, perSecond } = await measureCalls(
      origin,
      get(...Array<string>(9).fill('/quick'), '/slow'),
      {
        seconds: 1,
        isOnce: true,
      },
    )
    expect([p50 < 150, p95 >= 195]).toEqual([true, true])
    expect(bytes).toBeGreaterThan(100)
    // Ten answers in less than a second, and no shorter than the slowest one.
    expect([perSecond > 10, perSecond <= 10 / 0.195]).toEqual([true, true])
  })
})

describe('load for some seconds', () => {
  it('has each connection begin at another path, and asks for all of them', async () => {
    const paths = Array.from({ length: 8 }, (_, at) => `/${at}`)
    slow = Object.fromEntries(paths.map((path) => [path, 20]))
    const { requests, perSecond } = await measure(origin, paths, { seconds: 1, connections: 4 })
    expect(
      asked
        .slice(0, 4)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['/0', '/2', '/4', '/6'])
    expect(new Set(asked.map(({ path }) => path)).size).toBe(8)
    expect(asked.every(({ token }) => token === undefined)).toBe(true)
    expect([requests > 8, perSecond <= requests]).toEqual([true, true])
  })

  it('gives no figures where answers are refused, but says where and how many', async () => {
    refused = { '/gone': 404 }
    const failing = measureCalls(origin, get('/there', '/gone', '/there'), { seconds: 1, isOnce: true })
    await expect(failing).rejects.toThrow(`${origin}/there: 0 errors, 0 time-outs, 1 replies other than 2xx`)
  })
})

describe('signing in', () => {
  it('answers the token', async () => {
    expect(await signIn(origin, 'aoi@example.test', 'secret')).toBe('token')
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ email: 'aoi@example.test', password: 'secret' })
  })

  it('says why there is none', async () => {
    refused = { '/api/v2/authorization': 429 }
    slow = {}
    await expect(signIn(origin, 'aoi@example.test', 'secret')).rejects.toThrow(/signing in failed: 429|JSON/)
  })
})
