/**
 * Locks by name, acquired over statements and transactions and let go by PostgreSQL itself when the process dies, however it
 * dies. They share one connection: a lock may be acquired while a channel is waited for, and must not take one of the pool's.
 * When that connection is lost the locks go with it; until its release a lock then still keeps out this process alone.
 */
import { openReconnectingClient } from './reconnecting-client.ts'

export type Leases = {
  /**
   * Takes the lock and returns its release; undefined when it is acquired, by this process or another one. Throws what
   * isDatabaseAway() knows while the connection is lost.
   */
  tryAcquire(name: string): Promise<(() => Promise<void>) | undefined>
  close(): Promise<void>
}

export async function openLeases(url: string): Promise<Leases> {
  const connection = await openReconnectingClient(url, 'seller-console-locks', async () => {})
  // PostgreSQL gives a connection the same lock as often as it asks.
  const acquired = new Set<string>()

  // Both at once: whoever asks after the first has its question behind the second.
  async function release(name: string): Promise<void> {
    acquired.delete(name)
    await connection
      .current()
      ?.query('select pg_advisory_unlock(hashtextextended($1, 13))', [name])
      .catch(() => {})
  }

  return {
    async tryAcquire(name) {
      if (acquired.has(name)) return undefined
      const client = connection.current()
      if (!client) throw new Error('connection terminated, and not back yet')
      acquired.add(name)
      let isTaken = false
      try {
        const { rows } = await client.query<{ taken: boolean }>(
          'select pg_try_advisory_lock(hashtextextended($1, 13)) as taken',
          [name],
        )
        isTaken = rows[0]?.taken === true
      } finally {
        if (!isTaken) acquired.delete(name)
      }
      return isTaken ? () => release(name) : undefined
    },
    close: () => connection.close(),
  }
}
