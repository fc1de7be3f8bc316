import { NotForSale } from '../kit/catalog.ts'
import type { ChannelActions } from './channel-actions.ts'
import type { EventLog } from './event-log.ts'

export const FLASH_SALE_ORDERS = 200
const LENGTH_MS = 60_000
/** Buyers come in handfuls. */
const AT_ONCE = 4

/** Sales of 200 orders within a minute, one per shop at a time. They run by the machine's clock. */
export function createFlashSales(log: EventLog) {
  const running = new Map<string, NodeJS.Timeout>()
  const nameOf = (channel: ChannelActions, shopId: string): string => `${channel.code}/${shopId}`
  const stop = (name: string): void => {
    clearInterval(running.get(name))
    running.delete(name)
  }
  return {
    isRunning: (channel: ChannelActions, shopId: string) => running.has(nameOf(channel, shopId)),
    start(channel: ChannelActions, shopId: string, shop: string): void {
      const name = nameOf(channel, shopId)
      const entry = log.add('flash', { channel: channel.code, shop })
      const turn = (): void => {
        for (let left = AT_ONCE; left > 0 && entry.orders < FLASH_SALE_ORDERS; left--) {
          const order = tryToSell(channel, shopId)
          if (!order) {
            entry.detail = 'sold_out'
            stop(name)
            return
          }
          log.follow(entry, channel, order)
        }
        if (entry.orders >= FLASH_SALE_ORDERS) stop(name)
      }
      running.set(name, setInterval(turn, (LENGTH_MS / FLASH_SALE_ORDERS) * AT_ONCE).unref())
      turn()
    },
    stopAll(): void {
      for (const name of running.keys()) stop(name)
    },
  }
}

export type FlashSales = ReturnType<typeof createFlashSales>

const TRIES = 20

/** A basket may hold what is sold out; another one may not. Undefined when there seems to be nothing left. */
export function tryToSell(
  channel: ChannelActions,
  shopId: string,
): ReturnType<ChannelActions['place']> | undefined {
  for (let left = TRIES; left > 0; left--) {
    try {
      return channel.place(shopId)
    } catch (error) {
      if (!(error instanceof NotForSale)) throw error
    }
  }
  return undefined
}
