/** HTTP for connectors: a time-out on every call, a rate budget per shop, replies and failures in one form. */
import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError, ownMessage } from './connector.ts'

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
  patient: Http
}

export function createHttp(options: HttpOptions = {}): BudgetedHttp {
  const { timeoutMs = 15_000, maxReplyBytes = 20 * 1024 * 1024 } = options
  const budget = createBudget(options.callsPerSecond ?? Infinity, options.concurrentCalls ?? Infinity)
  const send = options.fetch ?? fetch
  const sendForeign = options.publicFetch ?? send
  const breaker = options.breaker ?? createBreaker()

  async function http(request: HttpRequest, isPatient: boolean): Promise<HttpReply> {
    const { host } = request.url
    const { timeoutMs: ownTimeoutMs = timeoutMs } = request
    // Asked again after the wait: the host may have gone away meanwhile.
    breaker.check(host)
    await budget.enter(isPatient)
    // The address without its query: that is where channels put access tokens and signatures.
    const place = host + request.url.pathname
    let call: BreakerCall | undefined
    try {
      call = breaker.begin(host)
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
    patient: (request: HttpRequest) => http(request, true),
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

const firstPauseMs = 200
const longestPauseMs = 2000

/**
 * Reads again when the channel was busy or out of order, after a growing moment and three times at most: for pages that take
 * a hundred calls, of which one or another always fails. Not for a call that changes anything.
 */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs *= 3) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ChannelError) || pauseMs > longestPauseMs) throw error
      const askedMs = (error.retryAfterSeconds ?? 0) * 1000
      const isPassing = error.kind === 'try-later' || error.kind === 'slow-down'
      if (!isPassing || askedMs > longestPauseMs) throw error
      await pause(Math.max(askedMs, pauseMs * (0.75 + Math.random() / 2)))
    }
  }
}

export type BreakerOptions = { failuresInRow?: number; firstPauseMs?: number; longestPauseMs?: number }

type BreakerCall = {
  /** The host did what it should, whatever it said. */
  answered(): void
  /** A time-out, a lost or refused connection, a 5xx. */
  failed(): void
  /** To be called last, come what may. The first of the three counts. */
  end(): void
}

export type Breaker = {
  /** Throws ChannelError try-later while the host is left alone. */
  check(host: string): void
  /** The same, and makes this call the one that tries whether the host is back. */
  begin(host: string): BreakerCall
}

/**
 * Leaves a host alone that fails every call, for a growing while: it is spared, and whoever waits for it hears so at once
 * instead of after a time-out. Then one call at a time tries whether it is back.
 */
export function createBreaker(options: BreakerOptions = {}): Breaker {
  const { failuresInRow = 8, firstPauseMs = 1000, longestPauseMs = 60_000 } = options
  // State of hosts whose last call failed; the others need no memory.
  const hosts = new Map<string, { failures: number; pauseMs: number; openUntil: number; isTrying: boolean }>()

  function check(host: string): void {
    const state = hosts.get(host)
    if (!state || state.failures < failuresInRow) return
    const left = state.openUntil - performance.now()
    if (left <= 0 && !state.isTrying) return
    const retryAfterSeconds = Math.max(1, Math.ceil(left / 1000))
    throw new ChannelError('try-later', ownMessage('refusal.host_paused', { host }), {
      retryAfterSeconds,
    })
  }

  function fail(host: string, isTry: boolean): void {
    const state = hosts.get(host) ?? { failures: 0, pauseMs: firstPauseMs, openUntil: 0, isTrying: false }
    const wasOpen = state.failures >= failuresInRow
    // Calls that were on their way when it opened say nothing new.
    if (wasOpen && !isTry) return
    state.failures += 1
    if (state.failures >= failuresInRow) {
      state.openUntil = performance.now() + state.pauseMs
      state.pauseMs = Math.min(longestPauseMs, state.pauseMs * 2)
    }
    // Anew at the end of the map, whose oldest entry is the first to be forgotten: sellers may name any number of hosts.
    hosts.delete(host)
    hosts.set(host, state)
    const [oldest] = hosts.keys()
    if (hosts.size > mostHosts && oldest !== undefined) hosts.delete(oldest)
  }

  return {
    check,
    begin(host) {
      check(host)
      const state = hosts.get(host)
      const isTry = state !== undefined && state.failures >= failuresInRow
      if (isTry) state.isTrying = true
      let isOver = false
      const once = (act: () => void) => () => {
        if (isOver) return
        isOver = true
        if (isTry) state.isTrying = false
        act()
      }
      return {
        answered: once(() => hosts.delete(host)),
        failed: once(() => fail(host, isTry)),
        end: once(() => {}),
      }
    },
  }
}

const mostHosts = 1000

/**
 * A token bucket of one second's calls, and a cap on calls in flight. Waiting calls go in the order they came, the patient
 * ones after all others.
 */
function createBudget(perSecond: number, concurrent: number) {
  const capacity = Math.max(1, perSecond)
  const urgent: (() => void)[] = []
  const patient: (() => void)[] = []
  const waits = () => urgent.length + patient.length > 0
  let tokens = capacity
  let filledAt = performance.now()
  let inFlight = 0
  let timer: NodeJS.Timeout | undefined

  function fill() {
    if (perSecond === Infinity) return
    const now = performance.now()
    tokens = Math.min(capacity, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }

  function admit() {
    fill()
    while (waits() && inFlight < concurrent && tokens >= 1) {
      tokens -= 1
      inFlight += 1
      const start = urgent.shift() ?? patient.shift()
      start?.()
    }
    if (!waits() || inFlight >= concurrent || timer) return
    timer = setTimeout(
      () => {
        timer = undefined
        admit()
      },
      Math.ceil(((1 - tokens) / perSecond) * 1000),
    )
  }

  return {
    size: Math.floor(Math.min(capacity, concurrent)),
    enter(isPatient: boolean): Promise<void> {
      return new Promise((resolve) => {
        ;(isPatient ? patient : urgent).push(resolve)
        admit()
      })
    },
    leave() {
      inFlight -= 1
      admit()
    },
    left(): number {
      fill()
      return Math.max(0, Math.floor(Math.min(tokens, concurrent - inFlight)))
    },
  }
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

/** Retry-After is a count of seconds or an HTTP date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
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
    // Made when somebody asks: a label of some megabytes is no text.
    get text() {
      text ??= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
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
