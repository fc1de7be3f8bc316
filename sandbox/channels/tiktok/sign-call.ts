import { createHmac } from 'node:crypto'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../server.ts'

export const MY = '7494726673780148744'
const KEY = '29a39d'
const SECRET = 'e59af819cc'
const CIPHER = 'GCP_XF90igAAAABh00qsWgtvOiGFNqyubMt3'

export interface Reply<T = Record<string, unknown>> {
  code: number
  message: string
  data: T
}

/** The tests' own client, linked to the Malaysian shop. It signs by itself, so that a slip in wire.ts can't hide. */
export interface Client {
  sandbox: Sandbox
  get<T>(path: string, query?: Record<string, string>): Promise<Reply<T>>
  send<T>(
    method: string,
    path: string,
    body: object,
    signedBody?: object,
    query?: Record<string, string>,
  ): Promise<Reply<T>>
  upload<T>(form: FormData, query?: Record<string, string>): Promise<Reply<T>>
  control<T>(path: string, body?: object): Promise<T>
}

function signOf(path: string, query: Record<string, string>, body: string): string {
  const pairs = Object.keys(query)
    .toSorted()
    .map((name) => name + query[name])
  return createHmac('sha256', SECRET)
    .update(SECRET + path + pairs.join('') + body + SECRET)
    .digest('hex')
}

export async function startLinked(options: SandboxOptions = {}): Promise<Client> {
  const sandbox = await startSandbox({
    load: 'none',
    ...options,
    tiktok: { appKey: KEY, appSecret: SECRET, redirectUrl: 'https://console.test/back' },
  })
  let token = ''

  const addressOf = (path: string, input: Record<string, string>, body: string): string => {
    const query = { app_key: KEY, timestamp: String(sandbox.clock.now()), ...input }
    const all = { ...query, sign: signOf(path, query, body) }
    return `${sandbox.url}${path}?${new URLSearchParams(all).toString()}`
  }
  const control = async <T>(path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const read = async <T>(reply: Response): Promise<Reply<T>> => (await reply.json()) as Reply<T>

  const { location } = await control<{ location: string }>('tiktok/authorize', { shop_id: MY })
  const grant = new URLSearchParams({
    app_key: KEY,
    app_secret: SECRET,
    grant_type: 'authorized_code',
    auth_code: new URL(location).searchParams.get('code') ?? '',
  })
  const { data } = await read<{ access_token: string }>(
    await fetch(`${sandbox.url}/api/v2/token/get?${grant.toString()}`),
  )
  token = data.access_token
  const headers = (): Record<string, string> => ({ 'x-tts-access-token': token })

  return {
    sandbox,
    control,
    get: async (path, query = {}) =>
      read(await fetch(addressOf(path, { shop_cipher: CIPHER, ...query }, ''), { headers: headers() })),
    send: async (method, path, body, signedBody = body, query = {}) => {
      const named = { shop_cipher: CIPHER, page_size: '10', ...query }
      const address = addressOf(path, named, JSON.stringify(signedBody))
      const json = { ...headers(), 'content-type': 'application/json' }
      const input: RequestInit = { method, headers: json, body: JSON.stringify(body) }
      return read(await fetch(address, input))
    },
    upload: async (form, query = {}) => {
      const address = addressOf('/product/202309/images/upload', query, '')
      return read(await fetch(address, { method: 'POST', headers: headers(), body: form }))
    },
  }
}
