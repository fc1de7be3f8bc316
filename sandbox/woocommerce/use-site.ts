/** Calls of the tests, signed in by Basic authentication. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect } from 'vitest'
import { startSandbox, type Sandbox } from '../server.ts'

export type Row = Record<string, unknown> & { id: number }
export type Keys = { platform_url: string; api_key: string; api_secret: string }

/** An empty sandbox and the keys of one of its sites, for each test of the file. */
export function useSite() {
  let sandbox: Sandbox
  let keys: Keys
  beforeEach(async () => {
    sandbox = await startSandbox({ load: 'none' })
    keys = await control<Keys>('authorize', { shop_id: 'aoi-gifts' })
  })
  afterEach(() => sandbox.close())

  async function control<T = unknown>(path: string, body: object = {}): Promise<T> {
    const url = `${sandbox.url}/_sandbox/website/${path}`
    const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    expect([path, reply.status]).toEqual([path, 200])
    return (await reply.json()) as T
  }

  async function send(name: string, body?: unknown, own: Keys = keys): Promise<Response> {
    const [method = '', path = ''] = name.split(' ')
    return fetch(`${own.platform_url}/wp-json/wc/v3${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${own.api_key}:${own.api_secret}`)}` },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  async function call<T = Row>(
    name: string,
    body?: unknown,
    own?: Keys,
  ): Promise<{ status: number; body: T }> {
    const reply = await send(name, body, own)
    return { status: reply.status, body: (await reply.json()) as T }
  }

  const rows = async (path: string) => (await call<Row[]>(`GET ${path}`)).body
  const ids = async (path: string) => (await rows(path)).map(({ id }) => id)
  const order = (more: object = {}) =>
    control<Row>('orders', {
      shop_id: 'aoi-gifts',
      order: { ref: randomUUID(), lines: [['LAMP', 'Lamp', 2, 1000]], ...more },
      force: true,
    })
  return { keys: () => keys, url: () => sandbox.url, control, send, call, rows, ids, order }
}

export const refused = (status: number, code: string, more: object = {}) => ({
  status,
  body: { code, message: expect.any(String) as unknown, data: { status, ...more } },
})
