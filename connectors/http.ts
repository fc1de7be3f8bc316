/** HTTP for connectors: a time-out on every call, a rate budget per shop, replies and failures in one form. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Breaker, type BreakerCall, createBreaker } from './breaker.ts'
import { createBudget } from './call-budget.ts'
import { ChannelError, ownMessage } from './channel-error.ts'

export type Http = (request: HttpRequest) => Promise<HttpReply>

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** Sent as JSON unless it is already text, bytes or a form. */
  body?: unknown
  /** The address is what a reply names, and no setting of the operator's. */
  isForeign?: boolean
  /** For a call that may take longer than others. */
  timeoutMs?: number
}

/**
 * Statuses below 500 other than 429 are replies: channels disagree on which of them mean failure, so the connector
 * judges. `json` throws ChannelError when the text is not JSON.
 */
export type HttpReply = {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  text: string
  json(): unknown
}

export type HttpOptions = {
  timeoutMs?: number
  callsPerSecond?: number
  concurrentCalls?: number
  /** A longer reply is refused while it arrives, so that no channel can fill our memory. */
  maxReplyBytes?: number
  /** Shared by all who call the same hosts; its own unless given. */
  breaker?: Breaker
  fetch?: typeof fetch
  /** For addresses that replies name; `fetch` unless given. */
  publicFetch?: typeof fetch
}

/**
 * `budgetLeft` tells how many calls may start at this moment, for the screens that show a sync, and `budgetSize` how many
 * may after a pause.
 */
export type BudgetedHttp = Http & {
  budgetLeft(): number
  budgetSize: number
  /** The same budget for work that can wait: its calls start when no other one wants to. */
  background: Http
}

export type CountedWrites = { count: number }

const countedWrites = new AsyncLocalStorage<CountedWrites>()

/** Runs the work and counts its calls that may change something, from their start on. */
export function countWrites<T>(counted: CountedWrites, work: () => Promise<T>): Promise<T> {
  return countedWrites.run(counted, work)
}

export function createHttp(options: HttpOptions = {}): BudgetedHttp {
  const { timeoutMs = 15_000, maxReplyBytes = 20 * 1024 * 1024 } = options
  const budget = createBudget(options.callsPerSecond ?? Infinity, options.concurrentCalls ?? Infinity)
  const send = options.fetch ?? fetch
  const sendForeign = options.publicFetch ?? send
  const breaker = options.breaker ?? createBreaker()

  async function http(request: HttpRequest, isBackground: boolean): Promise<HttpReply> {
    const { host } = request.url
    const { timeoutMs: ownTimeoutMs = timeoutMs } = request
    // Asked again after the wait: the host may have gone away meanwhile.
    breaker.check(host)
    await budget.enter(isBackground)
    // The address without its query: that is where channels put access tokens and signatures.
    const place = host + request.url.pathname
    let call: BreakerCall | undefined
    try {
      call = breaker.begin(host)
      const counted = countedWrites.getStore()
      if (counted && request.method !== 'GET') counted.count++
      const response = await (request.isForeign ? sendForeign : send)(request.url, {
        method: request.method,
        redirect: 'manual',
        signal: AbortSignal.timeout(ownTimeoutMs),
        ...encodeBody(request),
      })
      const failure = failureOf(response, place)
      if (response.status >= 500) call.failed()
      if (failure) {
        call.answered()
        await response.body?.cancel()
        throw failure
      }
      const bytes = await readBytes(response, maxReplyBytes, place)
      call.answered()
      return replyOf(response, bytes, place)
    } catch (error) {
      if (!(error instanceof ChannelError)) call?.failed()
      // The original error stays behind: its text may quote the address with the tokens in it.
      throw error instanceof ChannelError
        ? error
        : new ChannelError(
            'try-later',
            ownMessage('refusal.no_answer', { host: place, detail: reasonOf(error, ownTimeoutMs) }),
          )
    } finally {
      call?.end()
      budget.leave()
    }
  }

  return Object.assign((request: HttpRequest) => http(request, false), {
    budgetLeft: () => budget.left(),
    budgetSize: budget.size,
    background: (request: HttpRequest) => http(request, true),
  })
}

/** Failure of a call that requested too many things at once; the caller may request fewer. */
export class ReplyTooLarge extends ChannelError {
  constructor(message: string) {
    super('changed-shape', message)
    this.name = 'ReplyTooLarge'
  }
}

/** Asks for a file where a reply says that it lies: over TLS, or where the API itself is, and nowhere else. */
export function fileRequest(
  address: string | null | undefined,
  apiBase: string | undefined,
  what: string,
): HttpRequest {
  const url = URL.parse(address ?? '')
  const isForeign = url?.origin !== URL.parse(apiBase ?? '')?.origin
  if (url && (!isForeign || url.protocol === 'https:')) return { method: 'GET', url, isForeign }
  throw new ChannelError('changed-shape', ownMessage('refusal.unreadable', { channel: what, detail: 'url' }))
}

function encodeBody(request: HttpRequest): Pick<RequestInit, 'headers' | 'body'> {
  const { body, headers = {} } = request
  if (body === undefined) return { headers }
  if (isReadyBody(body)) return { headers, body }
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

function isReadyBody(body: unknown): body is string | Uint8Array<ArrayBuffer> | URLSearchParams | FormData {
  return (
    typeof body === 'string' ||
    body instanceof Uint8Array ||
    body instanceof URLSearchParams ||
    body instanceof FormData
  )
}

function failureOf(response: Response, place: string): ChannelError | null {
  const { status } = response
  const more = {
    channelCode: `HTTP ${status}`,
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  }
  if (status === 429)
    return new ChannelError('slow-down', ownMessage('refusal.host_busy', { host: place }), more)
  if (status >= 500)
    return new ChannelError('try-later', ownMessage('refusal.http_status', { channel: place, status }), more)
  // Following a redirect would carry tokens and signed bodies to an address that nobody configured.
  if (status >= 300 && status < 400)
    return new ChannelError('changed-shape', ownMessage('refusal.redirects', { host: place }), more)
  return null
}

/** No budget of a channel lasts longer than a day: a host that asks for more is not well, and must not silence us for years. */
const longestAskedSeconds = 86_400

/** Retry-After is a count of seconds or an HTTP date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(longestAskedSeconds, Math.max(0, Math.ceil(seconds))) : undefined
}

async function readBytes(
  response: Response,
  maxBytes: number,
  place: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.body) return new Uint8Array()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // Counted while it arrives: Content-Length is missing from chunked replies and wrong for compressed ones.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes)
      throw new ReplyTooLarge(ownMessage('refusal.reply_too_large', { host: place, bytes: maxBytes }))
    chunks.push(chunk)
  }
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks, bytes)
}

function replyOf(response: Response, bytes: Uint8Array<ArrayBuffer>, place: string): HttpReply {
  let text: string | undefined
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    // Made when somebody asks: a label of some megabytes is no text. A byte order mark is left out.
    get text() {
      text ??= new TextDecoder().decode(bytes)
      return text
    },
    json() {
      return parseJson(this.text, place)
    },
  }
}

/** Text that is no JSON comes from a gateway in between or broke off on its way, so the call is worth repeating. */
function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ChannelError('try-later', ownMessage('refusal.not_json', { host: place }))
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'the call failed'
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`
  const { cause } = error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return 'the connection failed'
}
