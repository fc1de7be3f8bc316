/** A SKU as the API answers it, and as a user may see and change it. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { findVersion } from '../../http/edit-versions-store.ts'
import { findMergeOf, listUndoable } from '../merges/merges-store.ts'
import { listBundlesOf, listParts } from '../parts/parts-store.ts'
import { presentSkuDetail } from './present-sku-detail.ts'
import {
  findFreeOfBundle,
  findSku,
  listListingsOfSku,
  listStockOfSku,
  type SkuDetail,
} from './sku-detail-store.ts'

export async function detailOfSku(
  tx: Tx,
  session: Session,
  id: number,
): Promise<Reply<'GET /sku-centers/{id}'>['data']> {
  return detailOfFound(tx, session, await getSku(tx, session, id))
}

export async function detailOfFound(
  tx: Tx,
  session: Session,
  sku: SkuDetail,
): Promise<Reply<'GET /sku-centers/{id}'>['data']> {
  const { ownerId, shopIds } = session
  const isBundle = sku.partCount > 0
  return presentSkuDetail(sku, {
    listings: await listListingsOfSku(tx, ownerId, sku.id, shopIds),
    stock: await listStockOfSku(tx, ownerId, sku.id, shopIds),
    freeOfBundle: isBundle ? await findFreeOfBundle(tx, ownerId, sku.id) : null,
    parts: isBundle ? await listParts(tx, ownerId, sku.id) : [],
    bundles: await listBundlesOf(tx, ownerId, sku.id, shopIds),
    version: await findVersion(tx, ownerId, 'sku', sku.id),
    mayEdit: sku.mergedInto === null && mayEdit(session, sku),
    mergeOf: sku.mergedInto === null ? undefined : await findMergeOf(tx, ownerId, sku.id),
    merges: sku.mergedInto === null ? await listUndoable(tx, ownerId, sku.id) : [],
  })
}

/** @throws AppError not_found */
export async function getSku(tx: Tx, { ownerId, shopIds }: Session, id: number): Promise<SkuDetail> {
  const sku = await findSku(tx, ownerId, id, shopIds)
  if (!sku) throw new AppError('not_found')
  return sku
}

/** @throws AppError not_found; sku_merged; forbidden where a shop lists it that the user may not see */
export async function getOwnSku(tx: Tx, session: Session, id: number): Promise<SkuDetail> {
  const sku = await getSku(tx, session, id)
  if (sku.mergedInto !== null) {
    const merge = await findMergeOf(tx, session.ownerId, sku.id)
    throw new AppError('sku_merged', { name: merge?.into.name ?? '' })
  }
  if (!mayEdit(session, sku)) throw new AppError('forbidden')
  return sku
}

function mayEdit({ shopIds: visible }: Session, { shopIds }: SkuDetail): boolean {
  return visible.length === 0 || (shopIds.length > 0 && shopIds.every((id) => visible.includes(id)))
}
