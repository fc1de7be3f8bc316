/** For tests: a channel on a real local port that gives recorded replies and keeps what it was asked. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from './connector.ts'
import { createHttp } from './http.ts'

export type RecordedReply = {
  /** Which calls it answers, as `GET /api/orders`. */
  on: string
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON, or as it is when it is text. */
  body: unknown
}

export type RecordedCall = {
  on: string
  /** A parameter that came several times has its values joined by commas. */
  query: Record<string, string>
  headers: IncomingMessage['headers']
  /** JSON, or the fields of a form. */
  body: unknown
}

export type RecordedChannel = AsyncDisposable & { url: string; calls: RecordedCall[] }

/** Replies to the same address come in their order, and the last one stays. A function makes them up from the call. */
export async function startRecordedChannel(
  replies: RecordedReply[] | ((call: RecordedCall) => Omit<RecordedReply, 'on'>),
): Promise<RecordedChannel> {
  const calls: RecordedCall[] = []
  const left = Array.isArray(replies) ? [...replies] : []

  function replyTo(call: RecordedCall): Omit<RecordedReply, 'on'> {
    if (!Array.isArray(replies)) return replies(call)
    const index = left.findIndex((reply) => reply.on === call.on)
    const reply = left[index]
    if (!reply) return { status: 404, body: { unexpected: call.on } }
    if (left.some((other, at) => at > index && other.on === call.on)) left.splice(index, 1)
    return reply
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://channel.test')
    const call: RecordedCall = {
      on: `${request.method} ${url.pathname}`,
      query: queryOf(url),
      headers: request.headers,
      body: await readBody(request),
    }
    calls.push(call)
    const { status = 200, headers = {}, body } = replyTo(call)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A shop's session with the recorded channel, whose address is among the settings of `app`. */
export function createSession(app: Session['app'], now: Date): Session {
  return {
    app,
    http: createHttp(),
    credentials: {
      accessToken: 'a',
      refreshToken: 'r',
      accessExpiresAt: now,
      refreshExpiresAt: now,
      channelShopId: '1',
    },
    now: () => now,
    currency: 'MYR',
  }
}

function queryOf({ searchParams }: URL): Record<string, string> {
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name).join()]))
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  return text === '' ? undefined : JSON.parse(text)
}
