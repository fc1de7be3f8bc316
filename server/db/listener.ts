/** One LISTEN connection per process. It reconnects by itself; `onGap` tells that something may have been missed. */
import pg from 'pg'

export type Listener = {
  /** Calls back with the payload of each NOTIFY on the channel. */
  on(channel: string, react: (payload: string) => void): void
  /** The connection was lost and is back. */
  onGap(react: () => void): void
  close(): Promise<void>
}

export async function openListener(url: string): Promise<Listener> {
  const reactions = new Map<string, ((payload: string) => void)[]>()
  const gapReactions: (() => void)[] = []
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'seller-console-listen',
      keepAlive: true,
    })
    next.on('error', () => {})
    next.on('notification', ({ channel, payload }) => {
      for (const react of reactions.get(channel) ?? []) react(payload ?? '')
    })
    next.once('end', () => {
      if (!closed) reconnectSoon()
    })
    await next.connect()
    client = next
    for (const channel of reactions.keys()) await next.query(`listen ${channel}`)
  }

  function reconnectSoon(): void {
    retry = setTimeout(() => {
      connect().then(
        () => gapReactions.forEach((react) => react()),
        () => reconnectSoon(),
      )
    }, 500)
  }

  await connect()

  return {
    on(channel, react) {
      const known = reactions.get(channel)
      if (known) known.push(react)
      else {
        reactions.set(channel, [react])
        // A failure here means that the connection is gone; connecting again listens to every channel.
        client?.query(`listen ${channel}`).catch(() => {})
      }
    },
    onGap: (react) => void gapReactions.push(react),
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
