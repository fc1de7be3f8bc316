import type { Tx } from '../../db/database.ts'
import { listShops } from '../../shops/shops-store.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import type { StationReader } from './order-scan-store.ts'

/** The shops whose parcels the reader may pack, and those of them whose orders need no hand-over before. */
export async function stationReaderOf(
  tx: Tx,
  { ownerId, shopIds: visible }: { ownerId: string; shopIds: number[] },
  channels: ChannelSessions,
): Promise<StationReader> {
  const shops = await listShops(tx, ownerId, visible)
  const free = shops
    .filter(({ platformId }) => channels.connectorOf(platformId)?.shipping === undefined)
    .map(({ id }) => id)
  return { ownerId, visible, free }
}
