/** A connection of one's own that comes back by itself after the database was away, prepared anew each time. */
import pg from 'pg'
import { keepAlive, keepAliveOptions } from './database.ts'

export type ReconnectingClient = {
  /** Undefined while the database is away. */
  current(): Turns | undefined
  close(): Promise<void>
}

/** A connection that many callers share: each statement is sent when the one before it is answered. */
type Turns = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

const pauseMs = 300
/** Most of these connections only listen: a host that vanished would not be missed otherwise. */
const heartbeatMs = 10_000

/** `prepare` runs on each new connection before it counts as current. The first connection must succeed. */
export async function openReconnectingClient(
  url: string,
  name: string,
  prepare: (client: pg.Client, isFirst: boolean) => Promise<void>,
): Promise<ReconnectingClient> {
  let client: pg.Client | undefined
  let turns: Turns | undefined
  let isClosed = false

  /** One connection from its opening to its end, whichever way it ends. */
  async function connect(isFirst: boolean): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
      ...keepAlive,
      options: keepAliveOptions,
    })
    const ended = new Promise<void>((resolve) => {
      next.once('end', resolve)
      next.on('error', () => resolve())
    })
    try {
      await next.connect()
      await prepare(next, isFirst)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    const inTurn = takeTurns(next)
    client = next
    turns = inTurn
    const heartbeat = setInterval(() => void inTurn.query('select 1').catch(() => {}), heartbeatMs)
    void ended.then(() => {
      clearInterval(heartbeat)
      client = undefined
      turns = undefined
      return reconnect()
    })
  }

  async function reconnect(): Promise<void> {
    while (!isClosed) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (isClosed) return
      const isBack = await connect(false).then(
        () => true,
        () => false,
      )
      if (isBack) return
    }
  }

  await connect(true)
  return {
    current: () => turns,
    async close() {
      isClosed = true
      await client?.end().catch(() => {})
    },
  }
}

/** The driver gives up its own queue in the next major version, and warns of each use. */
function takeTurns(client: pg.Client): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      const answer = last.then(() => client.query<Row>(text, values))
      last = answer.catch((error: Error) => {
        // The others would wait behind a host that is gone.
        if (error.message === 'Query read timeout') client.connection.stream.destroy()
      })
      return answer
    },
  }
}
