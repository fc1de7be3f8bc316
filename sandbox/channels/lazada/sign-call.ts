import { createHmac } from 'node:crypto'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../server.ts'

export const MY = 100190015
export const VN = 200254410
const KEY = '123456'
const SECRET = '4c617a61646153616e64626f78536563'

/** The parts of answers that the tests look at; which of them are there depends on the call. */
export interface Reply {
  status: number
  code: string
  type: string
  message: string
  access_token: string
  refresh_token: string
  expires_in: number
  refresh_expires_in: number
  country: string
  country_user_info: { seller_id: string; country: string }[]
  data: {
    name: string
    count: number
    countTotal: number
    orders: { order_id: number; updated_at: string; statuses: string[]; price: string }[]
  }
}

/** The tests' own client. It signs by itself, so that a slip in wire.ts can't hide. */
export interface Client {
  sandbox: Sandbox
  token: string
  refreshToken: string
  get(path: string, query?: Record<string, string>): Promise<Reply>
  /** `change` comes after the signing. */
  tampered(change: Record<string, string>): Promise<Reply>
  /** Parameters in a form or in JSON instead of the query. */
  post(path: string, kind: 'form' | 'json', parameters: Record<string, string>): Promise<Reply>
  control(path: string, body?: unknown): Promise<{ location: string; order_id: string; pieces: string[] }>
}

export function signed(path: string, parameters: Record<string, string>): Record<string, string> {
  const names = Object.keys(parameters).filter((name) => parameters[name] !== '')
  const base =
    path +
    names
      .toSorted()
      .map((name) => name + parameters[name])
      .join('')
  return { ...parameters, sign: createHmac('sha256', SECRET).update(base).digest('hex').toUpperCase() }
}

export async function startLinked(options: SandboxOptions = {}, shopId = MY): Promise<Client> {
  const sandbox = await startSandbox({ load: 'none', ...options })
  const system = (): Record<string, string> => ({
    app_key: KEY,
    timestamp: String(sandbox.clock.nowMs()),
    sign_method: 'sha256',
    ...(client.token === '' ? {} : { access_token: client.token }),
  })

  async function send(path: string, init?: RequestInit): Promise<Reply> {
    const response = await fetch(`${sandbox.url}/rest${path}`, init)
    return { ...((await response.json()) as Reply), status: response.status }
  }

  const client: Client = {
    sandbox,
    token: '',
    refreshToken: '',
    get: (path, query = {}) =>
      send(`${path}?${String(new URLSearchParams(signed(path, { ...system(), ...query })))}`),
    tampered(change) {
      const path = '/seller/get'
      return send(`${path}?${String(new URLSearchParams({ ...signed(path, system()), ...change }))}`)
    },
    post(path, kind, parameters) {
      const all = signed(path, { ...system(), ...parameters })
      return send(path, {
        method: 'POST',
        ...(kind === 'form'
          ? { body: new URLSearchParams(all) }
          : { body: JSON.stringify(all), headers: { 'content-type': 'application/json' } }),
      })
    },
    async control(path, body) {
      const init = { method: 'POST', body: JSON.stringify(body ?? {}) }
      const response = await fetch(`${sandbox.url}/_sandbox${path}`, init)
      return (await response.json()) as { location: string; order_id: string; pieces: string[] }
    },
  }
  const { location } = await client.control('/lazada/authorize', {
    redirect: 'http://console.test/back',
    shop_id: shopId,
    state: 's1',
  })
  const code = new URL(location).searchParams.get('code') ?? ''
  const tokens = await client.get('/auth/token/create', { code })
  client.token = tokens.access_token
  client.refreshToken = tokens.refresh_token
  return client
}
