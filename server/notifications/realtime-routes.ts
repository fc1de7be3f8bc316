/** GET /realtime/stream: server-sent events for the signed-in user, as contract/realtime.ts describes. */
import type { FastifyInstance } from 'fastify'
import { realtimeChannels, type RealtimeMessage } from '../../contract/realtime.ts'
import type { Session } from '../auth/sessions-store.ts'
import { apiPrefix, requireSession, type ServerContext } from '../serve-endpoint.ts'
import { listEvents, listEventsSince, listRetained, type StoredEvent } from './events-store.ts'

const heartbeatMs = 20_000

type Reader = { session: Session; token: string; write(text: string): void; end(): void }

export function realtimeRoutes(app: FastifyInstance, context: ServerContext): { close(): void } {
  const { db, listener } = context
  const readers = new Map<string, Set<Reader>>()

  // Announcements that arrive together are read together.
  let announced: number[] = []
  listener.on('events', (id) => {
    if (announced.push(Number(id)) === 1) setImmediate(() => void deliver())
  })
  async function deliver(): Promise<void> {
    const ids = announced
    announced = []
    if (readers.size === 0) return
    const events = await listEvents(db, ids).catch(() => [])
    for (const event of events) {
      for (const reader of readers.get(event.ownerId) ?? []) {
        if (mayHear(reader.session, event))
          reader.write(frame(event.channel, message(event, false), event.id))
      }
    }
  }

  // A reader whose session has ended is let go within a heartbeat.
  const heartbeat = setInterval(() => {
    for (const reader of [...readers.values()].flatMap((set) => [...set])) {
      context.sessions.find(reader.token).then(
        (session) => (session ? reader.write(': still here\n\n') : reader.end()),
        () => reader.write(':\n\n'),
      )
    }
  }, heartbeatMs)

  app.get(`${apiPrefix}/realtime/stream`, async (request, reply) => {
    const { session, token } = await requireSession(context, request)
    const since = Number(request.headers['last-event-id'] ?? Number.NaN)
    const [retained, missed] = await Promise.all([
      listRetained(db, session.ownerId),
      Number.isSafeInteger(since) ? listEventsSince(db, session.ownerId, since) : [],
    ])
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    const reader: Reader = { session, token, write: (text) => void raw.write(text), end: () => raw.end() }
    reader.write('retry: 1000\n\n')
    for (const channel of realtimeChannels) {
      const last = retained.find((event) => event.channel === channel && mayHear(session, event))
      reader.write(
        frame(channel, last ? message(last, true) : { replay: true, seq: null, at: null, value: null }),
      )
    }
    for (const event of missed.filter((one) => mayHear(session, one))) {
      reader.write(frame(event.channel, message(event, false), event.id))
    }
    const group = readers.get(session.ownerId) ?? new Set()
    readers.set(session.ownerId, group.add(reader))
    raw.on('close', () => {
      group.delete(reader)
      if (group.size === 0) readers.delete(session.ownerId)
    })
  })

  return {
    close() {
      clearInterval(heartbeat)
      for (const group of readers.values()) for (const reader of group) reader.end()
    },
  }
}

function mayHear(session: Session, event: StoredEvent): boolean {
  return session.shopIds.length === 0 || event.shopId === null || session.shopIds.includes(event.shopId)
}

function message(event: StoredEvent, replay: boolean): RealtimeMessage {
  return { replay, seq: event.id, at: event.at.toISOString(), value: event.value }
}

function frame(event: string, data: RealtimeMessage, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
