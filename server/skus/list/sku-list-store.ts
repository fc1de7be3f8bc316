/**
 * The SKU list. One prepared statement brings the rows and the counts of its questions; counts come from sku_counts, unless a
 * keyword is looked for, whose hits are counted.
 */
import type { Database } from '../../db/database.ts'
import {
  createListRead,
  fromNearerEnd,
  isFarPage,
  limitsOf,
  type ColumnLists,
} from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import { isFoundSku } from '../sku-search-store.ts'
import type { SkuFilter, SkuPaging, SkuSort } from './sku-filter.ts'
import { listingLists, skuRowColumns, skuRowFields, type ReadRow, type SkuRow } from './sku-row.ts'

export type SkuCounts = {
  /** SKUs by stock level (-1: never counted), under the filter without its levels. */
  levels: Partial<Record<number, number>>
  /** SKUs of the filter's shops that need somebody. */
  needs: { low: number; out: number; unlisted: number }
  /** Nobody has edited or linked a SKU yet, answered a suggestion, or counted anything. */
  isUntouched: boolean
}
export type ShopOfList = { systemName: string; platformId: number }
export type SkuList = {
  rows: SkuRow[]
  counts: SkuCounts
  /** All shops by their ids, as a page names each many times. */
  shops: Record<number, ShopOfList>
}

const readList = createListRead<ReadRow>(skuRowFields)

const untouched = `select not exists (select from edit_versions where owner_id = $1 and subject = 'sku')
    and not exists (select from sku_suggestions where owner_id = $1 and decided_at is not null)
    and not exists (select from stock_takes where owner_id = $1)`

/** @param visible shops whose listings the reader may see; empty: all */
export async function listSkus(
  db: Database,
  filter: SkuFilter,
  paging: SkuPaging,
  visible: number[],
): Promise<SkuList> {
  const statement = new Statement(filter.ownerId)
  const isCounted = filter.terms === undefined
  if (!isCounted) {
    const where = skuConditions(statement, { ...filter, stockLevels: [] })
    statement.with(`matched as materialized (select s.id, s.updated_at, s.code_key, s.stock_level
      from skus s where s.owner_id = $1 and ${where})`)
  }
  const place = isCounted && isFarPage(paging) ? fromNearerEnd(paging, await countKept(db, filter)) : paging
  const page = pageOf(statement, filter, place, isCounted)
  statement.with(`page as materialized (${rowsOf(page, paging)})`)
  const rows = `select * from page s ${orderBy(paging)}`
  const listings = listingLists.of(listingsOf(statement, visible))
  const ofShops = filter.shops ? `c.shop_ids && ${statement.value(filter.shops)}::bigint[]` : 'true'
  const levels = isCounted
    ? `select coalesce(json_object_agg(c.stock_level, c.skus), '{}') from (
        select c.stock_level, sum(c.skus)::int as skus from sku_counts c where c.owner_id = $1 and ${ofShops}
          and ${shopCountCondition(statement, filter, 'c')} group by c.stock_level having sum(c.skus) > 0) c`
    : `select coalesce(json_object_agg(c.stock_level, c.skus), '{}') from (
        select coalesce(m.stock_level, -1) as stock_level, count(*)::int as skus from matched m group by 1) c`
  const sum = (which: string) => `coalesce(sum(c.skus) filter (where ${which}), 0)::int`
  const needs = `select json_build_object('low', ${sum('c.stock_level = 1')}, 'out', ${sum('c.stock_level = 0')},
      'unlisted', ${sum('cardinality(c.shop_ids) = 0')}) from sku_counts c where c.owner_id = $1 and ${ofShops}`
  const shops = `select json_object_agg(id, json_build_object('systemName', system_name, 'platformId', platform_id))
    from shops where owner_id = $1`
  const counts = `select json_build_object('levels', (${levels}), 'needs', (${needs}), 'shops', (${shops}),
    'isUntouched', (${untouched}), 'listings', (${listings}))`
  type Beside = SkuCounts & { shops: SkuList['shops'] | null; listings: ColumnLists }
  const list = await readList<Beside>(db, filter.ownerId, statement, { rows, counts })
  const bySku = Map.groupBy(listingLists.read(list.counts.listings), ({ skuId }) => skuId)
  return {
    rows: list.rows.map((row) => Object.assign(row, { listings: bySku.get(row.id) ?? [] })),
    counts: list.counts,
    shops: list.counts.shops ?? {},
  }
}

async function countKept(db: Database, filter: SkuFilter): Promise<number> {
  const statement = new Statement(filter.ownerId)
  const levels = filter.stockLevels.length > 0 ? statement.value(filter.stockLevels) : undefined
  const parts = [
    filter.shops && `c.shop_ids && ${statement.value(filter.shops)}::bigint[]`,
    levels && `c.stock_level = any(${levels}::smallint[])`,
    shopCountCondition(statement, filter, 'c'),
  ].filter(Boolean)
  const text = `select coalesce(sum(c.skus), 0)::int as total from sku_counts c
    where c.owner_id = $1 and ${parts.join(' and ')}`
  const [found] = await db.hotRead<{ total: number }>(filter.ownerId, statement.finish(text))
  return found?.total ?? 0
}

/** Conditions on a SKU `s`. Merged ones are in no list. */
export function skuConditions(statement: Statement, filter: SkuFilter): string {
  const { shops, terms } = filter
  const parts = [
    's.merged_into is null',
    shops !== undefined && `s.shop_ids && ${statement.value(shops)}::bigint[]`,
    ...levelConditions(statement, filter, 's'),
    shopCountCondition(statement, filter, 's'),
    terms !== undefined && isFoundSku('s.id', '$1', statement.value(terms)),
  ].filter((part) => part !== false)
  return parts.join(' and ')
}

/** The literal lets the planner take the index of SKUs that run short. */
function levelConditions(statement: Statement, { stockLevels: levels }: SkuFilter, of: string): string[] {
  if (levels.length === 0) return []
  const isShort = levels.every((level) => level < 2)
  return [
    ...(isShort ? [`${of}.stock_level < 2`] : []),
    `${of}.stock_level = any(${statement.value(levels)}::smallint[])`,
  ]
}

/** The literal lets the planner take the index of SKUs without a listing. */
function shopCountCondition(statement: Statement, { shopCounts }: SkuFilter, of: string): string {
  if (shopCounts.length === 0) return 'true'
  if (shopCounts.every((count) => count === 0)) return `cardinality(${of}.shop_ids) = 0`
  return `cardinality(${of}.shop_ids) = any(${statement.value(shopCounts)}::int[])`
}

/** Ids of one page, from the index that yields them in order, or from the hits, which are few and read once. */
function idsOf(statement: Statement, filter: SkuFilter, paging: SkuPaging, isCounted: boolean): string {
  const { part } = limitsOf(statement, paging)
  const where = isCounted
    ? `s.owner_id = $1 and ${skuConditions(statement, filter)}`
    : [...levelConditions(statement, filter, 's'), 'true'].join(' and ')
  return `select s.id, s.updated_at, s.code_key from ${isCounted ? 'skus' : 'matched'} s
    where ${where}${afterCursor(statement, paging)} ${orderBy(paging)} ${part}`
}

/**
 * SKUs of one page as `s`: of the first one as the index yields them, of others behind their ids, where `limit 1` fixes the order of
 * work, page first, as in the product list.
 */
function pageOf(statement: Statement, filter: SkuFilter, paging: SkuPaging, isCounted: boolean): string {
  if (!isCounted || paging.offset > 0)
    return `(${idsOf(statement, filter, paging, isCounted)}) page
      cross join lateral (select * from skus where owner_id = $1 and id = page.id limit 1) s`
  const where = `${skuConditions(statement, filter)}${afterCursor(statement, paging)}`
  return `(select s.* from skus s where s.owner_id = $1 and ${where} ${orderBy(paging)} ${limitsOf(statement, paging).part}) s`
}

/** The rows of a page's SKUs, with the code that they may be sorted by. */
function rowsOf(page: string, paging: SkuPaging): string {
  return `select s.owner_id, s.code_key, ${skuRowColumns} from ${page}
    left join lateral (
      select sum(t.on_hand)::int as on_hand, sum(t.reserved)::int as reserved from stock t
      where t.owner_id = $1 and t.sku_id = s.id) t on true
    ${orderBy(paging)}`
}

/** The listings of a page's SKUs, SKU by SKU, whatever the planner takes the tables for. */
function listingsOf(statement: Statement, visible: number[]): string {
  const ofReader = visible.length > 0 ? ` and k.shop_id = any(${statement.value(visible)}::bigint[])` : ''
  return `select l.* from page s cross join lateral (
      select k.sku_id, p.id as product_id, p.name, k.shop_id, k.price, p.currency from product_skus k
      join products p on p.owner_id = $1 and p.id = k.product_id
      where k.owner_id = $1 and k.sku_id = s.id${ofReader} order by k.shop_id, k.id) l`
}

const sortColumns: Record<SkuSort, string> = { updated_at: 's.updated_at', prime_sku: 's.code_key' }

function orderBy({ sort, descending }: SkuPaging): string {
  const way = descending ? 'desc' : 'asc'
  return `order by ${sortColumns[sort]} ${way}, s.id ${way}`
}

function afterCursor(statement: Statement, { after, descending, sort }: SkuPaging): string {
  if (!after || sort !== 'updated_at') return ''
  return ` and (s.updated_at, s.id) ${descending ? '<' : '>'} (${statement.value(after.at)}::timestamptz, ${statement.value(after.id)}::bigint)`
}
