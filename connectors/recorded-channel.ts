/** For tests: a channel on a real local port that gives recorded replies and keeps what it was asked. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from './session.ts'
import { createHttp } from './http.ts'

export type RecordedReply = {
  /** Calls that it answers, as `GET /api/orders`. */
  on: string
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON, as it is when it is text, or as bytes when it is `{ "base64": "…" }`. */
  body: unknown
}

export type RecordedCall = {
  on: string
  /** A parameter that came several times has its values joined by commas. */
  query: Record<string, string>
  headers: IncomingMessage['headers']
  /** JSON, or the fields of a form; a file among them as `{ name, type, size }`. */
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
    response.end(encode(body))
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

function encode(body: unknown): string | Buffer {
  if (typeof body === 'string') return body
  const isBytes = typeof body === 'object' && body !== null && 'base64' in body
  return isBytes ? Buffer.from(String(body.base64), 'base64') : JSON.stringify(body)
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) return readForm(bytes, type)
  const text = bytes.toString()
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  return text === '' ? undefined : JSON.parse(text)
}

async function readForm(bytes: Buffer, type: string): Promise<unknown> {
  const form = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': type } }).formData()
  const fields = [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : { name: value.name, type: value.type, size: value.size },
  ])
  return Object.fromEntries(fields) as unknown
}
