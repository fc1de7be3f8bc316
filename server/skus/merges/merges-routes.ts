/** Merging SKUs, splitting listings off one, and undoing either. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { claimVersion, claimVersions } from '../../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { detailOfSku, getOwnSku } from '../detail/detail-of-sku.ts'
import { lockShops } from '../parts/parts-store.ts'
import { mergeSkus } from './merge-skus-store.ts'
import {
  endMerge,
  lockMerge,
  saveMerge,
  undoableUntil,
  type Merge,
  type MergeBefore,
} from './merges-store.ts'
import { splitSku } from './split-sku-store.ts'
import { undoMerge } from './undo-merge-store.ts'

export function mergesRoutes(serve: Serve, { db }: ServerContext): void {
  serve('POST /sku-centers/{id}/merge', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      await lockShops(tx, ownerId)
      const { id: survivorId } = await getOwnSku(tx, session, params.id)
      await claimVersion(tx, session, ['sku', survivorId], body.updated_at)
      const otherIds = body.sku_ids
      const document = await drawId(tx)
      const before = await mergeSkus(tx, session, { survivorId, otherIds, document })
      await claimVersions(tx, session, 'sku', otherIds)
      return saved(tx, session, { id: document, kind: 'merge', skuId: survivorId, otherIds }, before)
    }),
  )

  serve('POST /sku-centers/{id}/split', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      await lockShops(tx, ownerId)
      const sku = await getOwnSku(tx, session, params.id)
      await claimVersion(tx, session, ['sku', sku.id], body.updated_at)
      const document = await drawId(tx)
      const id = await splitSku(tx, session, sku, {
        primeSku: body.prime_sku,
        name: body.name,
        listingIds: body.product_sku_ids,
        stock: body.stock.map(({ warehouse_id: warehouseId, quantity }) => ({ warehouseId, quantity })),
        document,
      })
      return saved(tx, session, { id: document, kind: 'split', skuId: sku.id, otherIds: [id] }, null, id)
    }),
  )

  serve('POST /sku-merges/{id}/undo', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      await lockShops(tx, ownerId)
      const merge = await lockMerge(tx, ownerId, params.id)
      if (!merge) throw new AppError('not_found')
      const { id: skuId } = await getOwnSku(tx, session, merge.skuId)
      nameTarget(tx, skuId, ...merge.otherIds)
      if (merge.undoneAt) throw new AppError('merge_undone')
      if (undoableUntil(merge.at) < new Date()) throw new AppError('merge_expired')
      await undo(tx, session, merge)
      await endMerge(tx, ownerId, merge.id)
      await claimVersions(tx, session, 'sku', [skuId, ...merge.otherIds])
      return { data: await detailOfSku(tx, session, skuId), meta: { sku_ids: merge.otherIds } }
    }),
  )
}

async function undo(tx: Tx, session: Session, merge: Merge & { before: MergeBefore | null }): Promise<void> {
  const document = await drawId(tx)
  if (merge.kind === 'merge') {
    if (!merge.before) throw new AppError('merge_expired')
    await undoMerge(tx, session, { merge, before: merge.before, document })
    return
  }
  const [newId = 0] = merge.otherIds
  await getOwnSku(tx, session, newId)
  await mergeSkus(tx, session, { survivorId: merge.skuId, otherIds: [newId], document })
}

async function drawId(tx: Tx): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  return id
}

async function saved(
  tx: Tx,
  session: Session,
  merge: Pick<Merge, 'id' | 'kind' | 'skuId' | 'otherIds'>,
  before: MergeBefore | null,
  shownId = merge.skuId,
): Promise<Reply<'POST /sku-centers/{id}/merge'>> {
  const at = await saveMerge(tx, session, merge, before)
  nameTarget(tx, merge.skuId, ...merge.otherIds)
  return {
    data: await detailOfSku(tx, session, shownId),
    meta: { merge: { id: merge.id, undo_until: undoableUntil(at).toISOString() } },
  }
}
