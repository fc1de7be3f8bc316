/**
 * Listings of the same SKUs, as votes for two channels' categories. Only the newest listings of a category are looked at, so that the answer
 * takes as long for a large account as for a small one.
 */
import { sql, type RawBuilder } from 'kysely'
import type { AttributePair } from '../../../model/attribute-votes.ts'
import type { Tx } from '../../db/database.ts'

export type ChannelCategory = { platformId: number; channelCategoryId: string }

/** Newest listings of a category in one shop that are looked at. */
const newestListings = 100
/** A SKU may be in many listings. */
const mostTwins = 2_000
/** Whole attributes of listings are read of them. */
const mostPairs = 200

/** Pairs of listings that have a SKU in common, one of the given categories and one of the shops of `platformId`. */
function twins(
  ownerId: string,
  sources: ChannelCategory[],
  platformId: number,
  visible: number[],
  most: number,
): RawBuilder<unknown> {
  const mine = sql`(${visible.length === 0} or h.id = any(${visible}::bigint[]))`
  return sql`
    sources as materialized (
      select n.id, w."platformId"
      from json_to_recordset(${JSON.stringify(sources)}::json) as w("platformId" smallint, "channelCategoryId" text)
      join shops h on h.owner_id = ${ownerId} and h.platform_id = w."platformId" and ${mine}
      cross join lateral (select p.id from products p
        where p.owner_id = ${ownerId} and p.shop_id = h.id and p.channel_category_id = w."channelCategoryId"
        order by p.id desc limit ${newestListings}) n),
    twins as materialized (
      select distinct s.id as source_id, s."platformId", q.id, q.channel_category_id
      from sources s
      join product_skus k on k.owner_id = ${ownerId} and k.product_id = s.id
      join product_skus o on o.owner_id = ${ownerId} and o.sku_id = k.sku_id and o.product_id <> k.product_id
      join products q on q.owner_id = ${ownerId} and q.id = o.product_id and q.channel_category_id is not null
      join shops h on h.owner_id = ${ownerId} and h.id = q.shop_id and h.platform_id = ${platformId} and ${mine}
      limit ${most})`
}

export type TwinVote = { channelCategoryId: string; listings: number; platformIds: number[] }

/** Categories of a channel that listings of the same SKUs are in, with how many. @param visible shops of the reader; empty: all */
export async function listTwinVotes(
  tx: Tx,
  ownerId: string,
  sources: ChannelCategory[],
  platformId: number,
  visible: number[],
): Promise<TwinVote[]> {
  if (sources.length === 0) return []
  const { rows } = await sql<TwinVote>`with ${twins(ownerId, sources, platformId, visible, mostTwins)}
    select t.channel_category_id as "channelCategoryId", count(distinct t.id)::int as listings,
      array_agg(distinct t."platformId"::int) as "platformIds"
    from twins t group by 1 order by 2 desc, 1`.execute(tx)
  return rows
}

/** Attributes of listings of the same SKUs in a category of each of two channels. */
export async function listAttributePairs(
  tx: Tx,
  ownerId: string,
  source: ChannelCategory,
  target: ChannelCategory,
  visible: number[],
): Promise<AttributePair[]> {
  const { rows } = await sql<AttributePair>`
    with ${twins(ownerId, [source], target.platformId, visible, mostTwins)}
    select p.attributes as "from", q.attributes as "to"
    from (select t.source_id, t.id from twins t where t.channel_category_id = ${target.channelCategoryId}
      order by t.id desc, t.source_id desc limit ${mostPairs}) t
    join products p on p.owner_id = ${ownerId} and p.id = t.source_id
    join products q on q.owner_id = ${ownerId} and q.id = t.id`.execute(tx)
  return rows
}
