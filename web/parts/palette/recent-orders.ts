import { keep, readStored } from '../../ui/local-storage.ts'

export type RecentOrder = { id: number; code: string }

const most = 5

/** Orders that this person opened from the palette in this browser, the latest first. */
export function recentOrders(userId: number): RecentOrder[] {
  return readStored<RecentOrder[]>(keyOf(userId), [])
}

export function noteRecentOrder(userId: number, { id, code }: RecentOrder): void {
  const others = recentOrders(userId).filter((order) => order.id !== id)
  keep(keyOf(userId), [{ id, code }, ...others].slice(0, most))
}

function keyOf(userId: number): string {
  return `recent-orders-${userId}`
}
