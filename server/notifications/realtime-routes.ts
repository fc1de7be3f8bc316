/** GET /realtime/stream: server-sent events for the signed-in user, as contract/realtime.ts describes. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import {
  realtimeChannels,
  type OrderChange,
  type RealtimeChannel,
  type RealtimeMessage,
} from '../../contract/realtime.ts'
import { AppError } from '../../model/errors.ts'
import { can, canOpenArea, type AccessRights } from '../../model/permissions.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { apiPrefix } from '../../contract/endpoint.ts'
import { requireSession, type ServerContext } from '../http/serve-endpoint.ts'
import { listEvents, listEventsSince, listRetained, type StoredEvent } from './events-store.ts'

const heartbeatMs = 20_000
/** Bytes that may wait for a slow reader; a browser that reconnects catches up by its Last-Event-ID. */
const mostUnread = 1024 * 1024
/** Time for a reader to receive the rest of a stream that has ended. */
const farewellMs = 5000
/** Open streams per user and process: more than anybody has tabs and devices, and too few to fill the memory with. */
const mostStreams = 20

type Reader = {
  session: Session
  token: string
  /** Id of the last event that the reader has heard or was not to hear. */
  heard: number
  /** Events that came while the reader's past was still being looked up. */
  waiting: StoredEvent[] | undefined
  write(text: string): void
  end(): void
}

export function realtimeRoutes(app: FastifyInstance, context: ServerContext): { close(): void } {
  const { db, listener } = context
  const readers = new Map<string, Set<Reader>>()
  const allReaders = () => [...readers.values()].flatMap((group) => [...group])

  // Announcements that arrive together are read together, and one batch after the other: readers count on the order.
  let announced: number[] = []
  let delivering = Promise.resolve()
  listener.on('events', (id) => {
    if (announced.push(Number(id)) === 1) delivering = delivering.then(deliver)
  })
  async function deliver(): Promise<void> {
    const ids = announced
    announced = []
    if (readers.size === 0) return
    let events: StoredEvent[]
    try {
      events = await listEvents(db, ids)
    } catch {
      endAll()
      return
    }
    for (const event of events) {
      for (const reader of readers.get(event.ownerId) ?? []) {
        if (reader.waiting) reader.waiting.push(event)
        else notify(reader, event)
      }
    }
  }

  /** Ends all streams after a gap: readers reconnect at once and send their Last-Event-ID. */
  function endAll(): void {
    for (const reader of allReaders()) reader.end()
  }
  listener.onGap(endAll)

  /** A reader whose session has ended is let go; one whose rights have changed goes on under the new ones. */
  function checkSessions(): void {
    for (const reader of allReaders()) void checkSession(reader)
  }
  async function checkSession(reader: Reader): Promise<void> {
    try {
      const session = await context.sessions.find(reader.token)
      if (session) reader.session = session
      else reader.end()
    } catch {
      // The database is away; the next heartbeat asks again.
    }
  }
  // After the memory of sessions, which listens to the same, has forgotten this one.
  listener.on('sessions', () => setImmediate(checkSessions))
  const heartbeat = setInterval(() => {
    checkSessions()
    // An event, because a page cannot see a comment: silence says to it that a proxy holds the stream back.
    for (const reader of allReaders()) reader.write('event: heartbeat\ndata: {}\n\n')
  }, heartbeatMs)

  const route = { exposeHeadRoute: false }
  app.get(`${apiPrefix}/realtime/stream`, route, async (request, reply) => {
    const { session, token } = await requireSession(context, request)
    const retained = await listRetained(db, session.ownerId)
    const latest = Math.max(0, ...retained.map(({ id }) => id))
    const group = readers.get(session.ownerId) ?? new Set()
    const own = [...group].filter((reader) => reader.session.userId === session.userId)
    if (own.length >= mostStreams) throw new AppError('too_many_streams')
    reply.hijack()
    const { raw } = reply
    // Left while the database was asked: `close` came before anybody listened for it.
    if (raw.destroyed) return
    function leave(): void {
      group.delete(reader)
      if (group.size === 0 && readers.get(session.ownerId) === group) readers.delete(session.ownerId)
    }
    const reader: Reader = {
      session,
      token,
      heard: Math.min(latest, readEventId(request.headers['last-event-id']) ?? latest),
      waiting: [],
      write(text) {
        if (raw.writableEnded || raw.destroyed) return
        raw.write(text)
        if (raw.writableLength > mostUnread) raw.destroy()
      },
      end() {
        // At once: `close` comes only when everything is read, and until then others would go on writing.
        leave()
        raw.end()
        setTimeout(() => raw.destroy(), farewellMs).unref()
      },
    }
    // Listens before it asks for what was missed, so that nothing falls between the two.
    group.add(reader)
    readers.set(session.ownerId, group)
    raw.on('close', leave)
    // The socket may break at any write; `close` follows.
    raw.on('error', () => {})
    try {
      raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      reader.write('retry: 1000\n\n')
      for (const channel of realtimeChannels) {
        const last = retained.find((event) => event.channel === channel && mayHear(session, event))
        reader.write(
          frame(
            channel,
            last
              ? message(session, last, true)
              : { replay: true, seq: null, at: null, age_ms: null, value: null },
          ),
        )
      }
      for (;;) {
        const missed = await listEventsSince(db, session.ownerId, reader.heard)
        if (missed.length === 0) break
        for (const event of missed) notify(reader, event)
      }
      for (const event of reader.waiting ?? []) notify(reader, event)
      reader.waiting = undefined
    } catch (error) {
      request.log.warn({ error: String(error) }, 'stream ended')
      raw.destroy()
    }
  })

  return {
    close() {
      clearInterval(heartbeat)
      endAll()
    },
  }
}

/** Once: an announcement may come late, after the reader was told already. */
function notify(reader: Reader, event: StoredEvent): void {
  if (event.id <= reader.heard) return
  reader.heard = event.id
  if (mayHear(reader.session, event))
    reader.write(frame(event.channel, message(reader.session, event, false), event.id))
}

function mayHear(session: Session, event: StoredEvent): boolean {
  if (channelRights[event.channel]?.(session) === false) return false
  if (event.userId !== null && event.userId !== session.userId) return false
  return session.shopIds.length === 0 || event.shopId === null || session.shopIds.includes(event.shopId)
}

/** The right of the page that shows it. Channels that are not here are heard by all: every user sees the shops' names and states. */
const channelRights: Partial<Record<RealtimeChannel, (rights: AccessRights) => boolean>> = {
  'order.sync': (rights) => can(rights, 'orders.view'),
  'order.change': (rights) => can(rights, 'orders.view') || can(rights, 'analytics.view'),
  'settlement.change': (rights) => can(rights, 'orders.view_payment'),
  'product.sync': maySeeProducts,
  'product.add': maySeeProducts,
  'product.change': maySeeProducts,
  'stock.change': maySeeProducts,
  'user.add': (rights) => can(rights, 'settings.staff'),
  'customer.rank': (rights) => can(rights, 'settings.customers'),
}

/** Answers whether the user sees products: the editor of orders lists them too. */
function maySeeProducts(rights: AccessRights): boolean {
  return canOpenArea(rights, 'products') || can(rights, 'orders.edit')
}

/** Undefined for a reader who is new, or who says something that is no id. */
function readEventId(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

function message(session: Session, event: StoredEvent, replay: boolean): RealtimeMessage {
  // The dashboard renews its figures at every change, also for people who may not see the orders behind them.
  const isNameless = event.channel === 'order.change' && !can(session, 'orders.view')
  const value = isNameless ? { ...(event.value as OrderChange), ids: [] } : event.value
  return {
    replay,
    seq: event.id,
    at: event.at.toISOString(),
    age_ms: Date.now() - event.at.getTime(),
    value,
  }
}

function frame(event: string, data: RealtimeMessage, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
