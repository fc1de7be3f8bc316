/** A reader of the realtime stream, as a browser's EventSource is one. */
import { realtimeMessage, type RealtimeMessage } from '../../contract/realtime.ts'
import { until } from '../start-test-console.ts'

export type StreamEvent = { id: string | undefined; channel: string; data: RealtimeMessage }

export type Stream = Awaited<ReturnType<typeof openStream>>

export async function openStream(url: string, token: string, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  const reply = await fetch(`${url}/api/v2/realtime/stream`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  })
  const events: StreamEvent[] = []
  const state = { ended: false }
  const reading = read()
  async function read(): Promise<void> {
    let text = ''
    try {
      for await (const bytes of reply.body ?? []) {
        text += Buffer.from(bytes as Uint8Array).toString('utf8')
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        events.push(...blocks.flatMap(readBlock))
      }
    } catch {
      // Closed by the test.
    }
    state.ended = true
  }
  return {
    status: reply.status,
    headers: reply.headers,
    events,
    /** Answers the events without the retained values. */
    live: () => events.filter(({ data }) => !data.replay),
    /** Waits for the first event that fits. */
    next: (fits: (event: StreamEvent) => boolean, seconds = 20) =>
      until('an event', async () => events.find(fits), seconds),
    ended: (seconds = 20) => until('the stream to end', async () => state.ended, seconds),
    isOpen: () => !state.ended,
    async close() {
      abort.abort()
      await reading
    },
  }
}

function readBlock(block: string): StreamEvent[] {
  const lines = block.split('\n').map((line) => /^(id|event|data): (.*)$/.exec(line))
  const field = (name: string) => lines.find((line) => line?.[1] === name)?.[2]
  const channel = field('event')
  if (channel === undefined || channel === 'heartbeat') return []
  return [{ id: field('id'), channel, data: realtimeMessage.parse(JSON.parse(field('data') ?? '')) }]
}
