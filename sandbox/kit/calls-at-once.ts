import type { IncomingMessage, ServerResponse } from 'node:http'

/** Counts of calls under way at once, per marketplace and per caller of it. */
export interface CallsAtOnce {
  /** Counts the call until its answer is out, or its connection is gone. */
  follow(code: string, request: IncomingMessage, response: ServerResponse, url: URL): void
  /** By marketplace: `now`, the `most` there were, and the same for each of its `shops`. */
  all(): object
  /** Begins anew with what is under way. */
  clear(): void
}

interface Count {
  now: number
  most: number
}

const begin = (count: Count): void => {
  count.now++
  count.most = Math.max(count.most, count.now)
}

export function createCallsAtOnce(): CallsAtOnce {
  const marketplaces = new Map<string, Count & { shops: Map<string, Count> }>()
  return {
    follow(code, request, response, url) {
      let whole = marketplaces.get(code)
      if (!whole) marketplaces.set(code, (whole = { now: 0, most: 0, shops: new Map() }))
      const name = callerOf(request, url)
      let shop = name === undefined ? undefined : whole.shops.get(name)
      if (!shop && name !== undefined) whole.shops.set(name, (shop = { now: 0, most: 0 }))
      const counts = shop ? [whole, shop] : [whole]
      counts.forEach(begin)
      let isOver = false
      const end = (): void => {
        if (isOver) return
        isOver = true
        for (const count of counts) count.now--
      }
      // Before the caller can have read the answer and sent its next call; 'close' alone is told of answers cut off.
      const send = response.end.bind(response)
      response.end = ((...answer: Parameters<typeof send>) => {
        end()
        return send(...answer)
      }) as typeof response.end
      response.once('close', end)
    },
    all: () =>
      Object.fromEntries(
        [...marketplaces].map(([code, { now, most, shops }]) => [
          code,
          { now, most, shops: Object.fromEntries(shops) },
        ]),
      ),
    clear() {
      for (const whole of marketplaces.values()) {
        for (const count of [whole, ...whole.shops.values()]) count.most = count.now
        for (const [name, { now }] of whole.shops) if (now === 0) whole.shops.delete(name)
      }
    },
  }
}

const NAMES = ['shop_id', 'shop_cipher', 'access_token'] as const

/**
 * Returns the mark of a shop's calls in any protocol: its id, else its access token. Undefined for calls without
 * either, such as sign-in and files at addresses of their own: these count for the marketplace alone.
 */
function callerOf({ headers }: IncomingMessage, { searchParams }: URL): string | undefined {
  const named = NAMES.map((name) => searchParams.get(name)).find(Boolean)
  const token = headers['x-tts-access-token'] ?? headers['x-api-key'] ?? headers.authorization
  return named ?? (typeof token === 'string' && token !== '' ? token : undefined)
}
