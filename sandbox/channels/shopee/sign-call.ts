import { createHmac } from 'node:crypto'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../server.ts'
import { DEFAULT_SETTINGS } from './shopee.ts'

/** The tests' own client. It signs by itself, so that a slip in wire.ts can't hide. */
export interface Client {
  sandbox: Sandbox
  tokens: { access_token: string; refresh_token: string }
  /** One call for a shop; the answer's body. */
  get(path: string, query?: Record<string, string | number>): Promise<Reply>
  post(path: string, body: unknown): Promise<Reply>
  /** One call without a shop. */
  open(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply>
  control(path: string, body?: unknown): Promise<Reply>
}

export interface Row {
  order_sn: string
  order_status: string
  update_time: number
  create_time: number
  total_amount: number
  item_list: { item_id: number; image_info: { image_url: string } }[]
  package_list: { package_number: string; logistics_status: string }[]
  recipient_address: Record<string, string>
  fail_error?: string
  status?: string
}

/** The parts of answers that the tests look at; which of them are there depends on the call. */
export interface Reply {
  status: number
  error: string
  message: string
  request_id: string
  access_token: string
  refresh_token: string
  expire_in: number
  shop_name: string
  region: string
  location: string
  loaded: number
  order_sn: string
  type: string
  bytes: Buffer
  response: {
    more: boolean
    next_cursor: string
    order_list: Row[]
    result_list: Row[]
    packages_list: Row[]
    package_list: Row[]
    push_message_list: { code: number; data: string }[]
    last_message_id: number
    tracking_number: string
    info_needed: Record<string, string[]>
    pickup: { address_list: { address_id: number; time_slot_list: { pickup_time_id: string }[] }[] }
    order_income: Record<string, number>
    callback_url: string
    item: { item_id: number }[]
    item_list: Row[]
    model: Row[]
  }
}

export const MY = 727720655
export const VN = 727720901

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

export async function startLinked(options: SandboxOptions = {}, shopId = MY): Promise<Client> {
  const sandbox = await startSandbox({ load: 'none', ...options })
  const { partnerId, partnerKey } = DEFAULT_SETTINGS
  const client: Client = {
    sandbox,
    tokens: { access_token: '', refresh_token: '' },
    get: (path, query = {}) => call('GET', path, true, query),
    post: (path, body) => call('POST', path, true, {}, body),
    open: (method, path, body) => call(method, path, false, {}, body),
    async control(path, body) {
      const response = await fetch(`${sandbox.url}/_sandbox${path}`, {
        method: 'POST',
        body: JSON.stringify(body ?? {}),
      })
      return (await response.json()) as Reply
    },
  }

  async function call(
    method: string,
    path: string,
    forShop: boolean,
    query: Record<string, string | number>,
    body?: unknown,
  ): Promise<Reply> {
    const full = `/api/v2/${path}`
    const timestamp = sandbox.clock.now()
    const owner = forShop ? `${client.tokens.access_token}${shopId}` : ''
    const url = new URL(full, sandbox.url)
    const all = {
      partner_id: partnerId,
      timestamp,
      sign: hmac(partnerKey, `${partnerId}${full}${timestamp}${owner}`),
      ...(forShop && { access_token: client.tokens.access_token, shop_id: shopId }),
      ...query,
    }
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const type = response.headers.get('content-type') ?? ''
    if (!type.startsWith('application/json'))
      return { status: response.status, type, bytes: Buffer.from(await response.arrayBuffer()) } as Reply
    return { ...((await response.json()) as Reply), status: response.status }
  }

  const { location } = await client.control('/shopee/authorize', {
    redirect: 'http://console.test/back',
    shop_id: shopId,
  })
  const code = new URL(location).searchParams.get('code')
  client.tokens = await client.open('POST', 'auth/token/get', {
    code,
    partner_id: partnerId,
    shop_id: shopId,
  })
  return client
}

/** Every order of a window, page by page; `between` runs after each page. */
export async function listAll(
  client: Client,
  query: Record<string, string | number>,
  between?: () => Promise<unknown>,
): Promise<string[]> {
  const found: string[] = []
  for (let cursor = ''; ;) {
    const { response } = await client.get('order/get_order_list', { page_size: 10, ...query, cursor })
    found.push(...response.order_list.map((row) => row.order_sn))
    if (!response.more) return found
    cursor = response.next_cursor
    await between?.()
  }
}
