/** SKUs that somebody wants to merge, and what keeps them apart. */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { mostBundles } from '../parts/parts-store.ts'

/** The most pieces of one SKU in one bundle. */
const mostPieces = 1000

export type Mergeable = {
  id: number
  primeSku: string
  threshold: number | null
  cost: number | null
  costCurrency: string | null
  shopIds: number[]
  /** Bundles that it is a part of. */
  bundles: { bundleId: number; quantity: number }[]
  /** Parts, if it is a bundle. */
  parts: { skuId: number; quantity: number }[]
  rules: { shopId: number; buffer: number | null; cap: number | null; share: number | null }[]
  /** SKUs that were merged into it. */
  merged: number[]
}

export async function listMergeable(
  tx: Tx,
  ownerId: string,
  skuIds: number[],
): Promise<Map<number, Mergeable>> {
  const { rows } = await sql<Mergeable>`
    select s.id, s.prime_sku as "primeSku", s.low_stock_threshold as threshold, s.cost, s.cost_currency as "costCurrency",
      to_json(s.shop_ids) as "shopIds", coalesce((
        select json_agg(json_build_object('bundleId', m.bundle_id, 'quantity', m.quantity) order by m.bundle_id)
        from sku_parts m where m.owner_id = ${ownerId} and m.part_id = s.id), '[]') as bundles, coalesce((
        select json_agg(json_build_object('skuId', m.part_id, 'quantity', m.quantity) order by m.part_id)
        from sku_parts m where m.owner_id = ${ownerId} and m.bundle_id = s.id), '[]') as parts, coalesce((
        select json_agg(json_build_object('shopId', r.shop_id, 'buffer', r.buffer, 'cap', r.cap, 'share', r.share)
          order by r.shop_id)
        from sku_shop_rules r where r.owner_id = ${ownerId} and r.sku_id = s.id), '[]') as rules, coalesce((
        select json_agg(g.id) from skus g where g.owner_id = ${ownerId} and g.merged_into = s.id), '[]') as merged
    from skus s where s.owner_id = ${ownerId} and s.id = any(${skuIds}::bigint[]) and s.merged_into is null`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** @throws AppError validation_failed naming the SKU that cannot be merged; not_found without the one that goes on */
export function requireMergeable(
  { shopIds: visible }: Pick<Session, 'shopIds'>,
  found: Map<number, Mergeable>,
  { survivorId, otherIds }: { survivorId: number; otherIds: number[] },
): void {
  const survivor = found.get(survivorId)
  if (!survivor) throw new AppError('not_found')
  const invalidFields: Record<string, string> = {}
  for (const [at, id] of otherIds.entries()) {
    const rule = ruleBrokenBy(survivor, found.get(id), visible)
    if (rule) invalidFields[`sku_ids.${at}`] = rule
  }
  const inBundles = new Map<number, number>()
  for (const id of [survivorId, ...otherIds])
    for (const { bundleId, quantity } of found.get(id)?.bundles ?? [])
      inBundles.set(bundleId, (inBundles.get(bundleId) ?? 0) + quantity)
  if ([...inBundles.values()].some((pieces) => pieces > mostPieces))
    invalidFields['sku_ids'] = 'field.too_many_pieces_in_bundle'
  else if (inBundles.size > mostBundles) invalidFields['sku_ids'] = 'field.in_too_many_bundles'
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
}

function ruleBrokenBy(
  survivor: Mergeable,
  other: Mergeable | undefined,
  visible: number[],
): string | undefined {
  if (other?.id === survivor.id) return 'field.merge_with_itself'
  if (!other || (visible.length > 0 && !other.shopIds.some((id) => visible.includes(id))))
    return 'field.no_such_sku'
  if (visible.length > 0 && !other.shopIds.every((id) => visible.includes(id)))
    return 'field.sku_of_other_shops'
  const isPart = ({ parts }: Mergeable, { id }: Mergeable) => parts.some(({ skuId }) => skuId === id)
  if (isPart(survivor, other) || isPart(other, survivor)) return 'field.merge_of_part'
  if (survivor.parts.length > 0 !== other.parts.length > 0) return 'field.merge_of_bundle'
  if (JSON.stringify(survivor.parts) !== JSON.stringify(other.parts)) return 'field.merge_of_bundles'
  return undefined
}
