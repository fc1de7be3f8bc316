/** A language model over real HTTP, for writing help: it answers what a test tells it, and remembers what it was asked. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ModelCall = { key: string; model: string; system: string; material: string; pictures: string[] }
type Part = { text?: string; image_url?: { url: string } }
type Answer = (reply: ServerResponse, call: ModelCall) => void

export type StubModel = {
  /** AI_BASE_URL */
  url: string
  calls: ModelCall[]
  answer: (next: Answer) => void
  close: () => Promise<void>
}

export async function startStubModel(): Promise<StubModel> {
  const calls: ModelCall[] = []
  let answer: Answer = says({})
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { model, messages } = JSON.parse(Buffer.concat(parts).toString()) as {
        model: string
        messages: { content: string | Part[] }[]
      }
      const [system = '', material = ''] = messages.map(({ content }) => textOf(content))
      const pictures = messages.flatMap(({ content }) =>
        typeof content === 'string' ? [] : content.flatMap((part) => part.image_url?.url ?? []),
      )
      const call = { key: request.headers.authorization ?? '', model, system, material, pictures }
      calls.push(call)
      if (request.url !== '/v1/chat/completions') return reply.writeHead(404).end()
      answer(reply, call)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    answer: (next) => (answer = next),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

function textOf(content: string | Part[]): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}

/** A completion whose message is this object, or this text. */
export function says(content: object | string, more: object = {}): Answer {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return (reply) =>
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ choices: [{ finish_reason: 'stop', message: { content: text, ...more } }] }))
}

export function fails(status: number): Answer {
  return (reply) => reply.writeHead(status, { 'retry-after': '20' }).end('{"error":{"message":"no"}}')
}

/** Takes the call and never answers. */
export const hangs: Answer = () => undefined
