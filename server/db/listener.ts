/** One LISTEN connection per process. It reconnects by itself; `onGap` tells that something may have been missed. */
import { openReconnectingClient } from './reconnecting-client.ts'

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
  const connection = await openReconnectingClient(url, 'seller-console-listen', async (client, isFirst) => {
    client.on('notification', ({ channel, payload }) => {
      for (const react of reactions.get(channel) ?? []) react(payload ?? '')
    })
    for (const channel of reactions.keys()) await client.query(`listen ${channel}`)
    if (!isFirst) for (const react of gapReactions) react()
  })

  return {
    on(channel, react) {
      const known = reactions.get(channel)
      if (known) known.push(react)
      else {
        reactions.set(channel, [react])
        // A failure here means that the connection is gone; the next one listens to every channel.
        connection
          .current()
          ?.query(`listen ${channel}`)
          .catch(() => {})
      }
    },
    onGap: (react) => void gapReactions.push(react),
    close: () => connection.close(),
  }
}
