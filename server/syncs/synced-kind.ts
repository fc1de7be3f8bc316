/** A kind of things, as the engine of the syncs (sync-channel.ts) has to know it. */
import type { Connector } from '../../connectors/connector.ts'
import type { MeasuredPage, Page, Results } from '../../connectors/results.ts'
import type { Session } from '../../connectors/session.ts'
import type { ShopKey, Tx } from '../db/database.ts'
import type { Owner } from '../settings/owners-store.ts'
import type { Shop } from '../shops/shops-store.ts'
import type { Sync, SyncKind } from './sync-store.ts'

/** The parts of a sync that depend on its kind. */
export type SyncedKind<Item> = {
  kind: SyncKind
  /** Undefined when the channel has nothing of the kind. */
  reader(connector: Connector): Reader<Item> | undefined
  /** False if the owner has switched this off for the shop; then it is not fetched. */
  isWanted(shop: Shop): boolean
  idOf(item: Item): string
  /** Start of the first import. Null: everything. */
  importFrom(now: Date): Date | null
  /** Channels show changes a little late, and their clocks are not ours: each look goes back further than the last ended. */
  overlapMs: number
  /** Its pages let the shop's other calls go first. */
  isBackground: boolean
  /** Pause between two polls of things that seldom change; a requested poll ignores it. Left out: every call polls. */
  restMs?: number
  /**
   * Saves items and tells the screens, in the transaction that moves the bookmark. Answers how many are new.
   *
   * @param readAt when their reading began: what was done here since then, the channel may not have known
   */
  save(tx: Tx, shop: SavedShop, items: Item[], during: Sync['phase'], readAt: Date): Promise<number>
  afterSlice?(sync: Sync): Promise<void>
}

/** `reopens`: its channel takes canceled orders up again. */
export type SavedShop = ShopKey & {
  platformId: number
  owner: Owner
  supportsReturns: boolean
  reopens: boolean
}

export type SyncedPage<Item> = Page<Item> | MeasuredPage<Item>
/** `readAt`: when the reading began. */
export type Read<Page> = Page & { readAt: Date }

export type Reader<Item> = {
  list(session: Session, look: Look, cursor: string | null): Promise<SyncedPage<Item>>
  get(session: Session, channelIds: string[]): Promise<Results<Item>>
}

export type Look = Pick<Sync, 'phase' | 'periodFrom' | 'periodTo'>
