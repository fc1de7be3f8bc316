/**
 * The product list. One prepared statement brings the rows and the counts of the tabs; counts come from product_counts, unless
 * a keyword or a category is looked for, whose hits are counted.
 */
import type { Database } from '../../db/database.ts'
import { createListRead, fromNearerEnd, isFarPage, limitsOf } from '../../db/list-statement.ts'
import { Statement } from '../../db/statement.ts'
import { stockLevels } from '../../../model/stock-level.ts'
import { isFoundProduct } from '../product-search-store.ts'
import type { ProductFilter, ProductPaging, ProductSort } from './product-filter.ts'
import { byAmount, currencyRuns } from '../../settings/compared-amounts-store.ts'
import { soldProducts } from '../../analytics/sold-breadth-store.ts'
import {
  changeLists,
  productRows,
  rowColumns,
  rowFields,
  variantLists,
  type BesideRows,
  type ProductRow,
  type ReadRow,
} from './product-row.ts'

export type ProductCounts = {
  /** Products by status, under the filter without its statuses. */
  statuses: Partial<Record<number, number>>
  /** Products of the filter's shops that need somebody. */
  needs: { short: number; unlinked: number; refused: number }
}
export type ProductList = { rows: ProductRow[]; counts: ProductCounts }

const readList = createListRead<ReadRow>(rowFields)

/** @param visible shops that the reader may see, of which the other shops of a row are named; empty: all */
export async function listProducts(
  db: Database,
  filter: ProductFilter,
  paging: ProductPaging,
  visible: number[],
): Promise<ProductList> {
  const statement = new Statement(filter.ownerId)
  const isCounted = [filter.terms, filter.channelCategoryId, filter.sold].every((one) => one === undefined)
  if (!isCounted) {
    const where = productConditions(statement, { ...filter, statuses: [] })
    // Hits are few, and are read once for the page and for the counts.
    statement.with(`matched as materialized (select p.id, p.status, p.updated_at, p.price_min, p.currency, p.score
      from products p where p.owner_id = $1 and ${where})`)
  }
  // From its end a list by price is no mirror of itself: amounts without a rate stand last both ways.
  const isKept = isCounted && filter.ids === undefined && !paging.rated
  const place = isKept && isFarPage(paging) ? fromNearerEnd(paging, await countKept(db, filter)) : paging
  const page = isCounted ? pageOf(statement, filter, place) : byIds(pageOfMatched(statement, filter, paging))
  statement.with(`page as materialized (${rowsOf(page, paging)})`)
  const rows = `select * from page p ${orderBy(paging, 'p')}`
  const statuses = isCounted
    ? `select coalesce(json_object_agg(c.status, c.products), '{}') from (
        select c.status, sum(c.products)::int as products from product_counts c
        where c.owner_id = $1 and ${countConditions(statement, filter)} group by c.status) c`
    : `select coalesce(json_object_agg(c.status, c.products), '{}') from (
        select m.status, count(*)::int as products from matched m group by m.status) c`
  const counts = `select json_build_object('statuses', (${statuses}), 'needs', (${needsOf(statement, filter)}),
    'platforms', (select json_object_agg(id, platform_id) from shops where owner_id = $1),
    'variants', (${variantLists.of(variantsOf)}), 'changes', (${changeLists.of(changesOf)}))`
  const list = await readList<ProductCounts & BesideRows>(db, filter.ownerId, statement, { rows, counts })
  return { rows: productRows(list.rows, list.counts, visible), counts: list.counts }
}

/** Conditions on a product `p`; `true` if there are none. */
export function productConditions(statement: Statement, filter: ProductFilter): string {
  const parts: string[] = []
  if (filter.shops !== undefined) parts.push(`p.shop_id = any(${statement.value(filter.shops)}::bigint[])`)
  if (filter.statuses.length === 1) parts.push(`p.status = ${statement.value(filter.statuses[0])}::smallint`)
  if (filter.statuses.length > 1)
    parts.push(`p.status = any(${statement.value(filter.statuses)}::smallint[])`)
  if (filter.ids !== undefined) parts.push(`p.id = any(${statement.value(filter.ids)}::bigint[])`)
  if (filter.terms !== undefined) parts.push(isFoundProduct('p.id', '$1', statement.value(filter.terms)))
  if (filter.channelCategoryId !== undefined)
    parts.push(`p.channel_category_id = ${statement.value(filter.channelCategoryId)}`)
  if (filter.sold)
    parts.push(
      `p.id ${filter.sold.isSold ? '' : 'not '}in (${soldProducts(statement, filter.sold, filter.shops)})`,
    )
  parts.push(...needConditions(statement, filter, 'p'))
  return parts.length > 0 ? parts.join(' and ') : 'true'
}

/** Conditions that products and product_counts have in common. A literal lets the planner take the index of that need. */
function needConditions(statement: Statement, filter: ProductFilter, of: 'p' | 'c'): string[] {
  const { stockLevels: levels, isLinked, hasRefusal } = filter
  const isShort = levels.length > 0 && levels.every((level) => level < stockLevels.in)
  return [
    isShort && of === 'p' && 'p.stock_level < 2',
    levels.length > 0 && `${of}.stock_level = any(${statement.value(levels)}::smallint[])`,
    isLinked !== undefined && `${isLinked ? '' : 'not '}${of}.is_linked`,
    hasRefusal !== undefined && `${hasRefusal ? '' : 'not '}${of}.has_refusal`,
  ].filter((part) => part !== false)
}

function countConditions(statement: Statement, filter: ProductFilter): string {
  const shops = filter.shops && `c.shop_id = any(${statement.value(filter.shops)}::bigint[])`
  return [...(shops ? [shops] : []), ...needConditions(statement, filter, 'c'), 'true'].join(' and ')
}

async function countKept(db: Database, filter: ProductFilter): Promise<number> {
  const statement = new Statement(filter.ownerId)
  const { statuses } = filter
  const ofStatuses =
    statuses.length > 0 ? ` and c.status = any(${statement.value(statuses)}::smallint[])` : ''
  const text = `select coalesce(sum(c.products), 0)::int as total from product_counts c
    where c.owner_id = $1 and ${countConditions(statement, filter)}${ofStatuses}`
  const [found] = await db.hotRead<{ total: number }>(filter.ownerId, statement.finish(text))
  return found?.total ?? 0
}

/** Figures of the daily questions, for the shops of the filter and whatever else it asks. */
function needsOf(statement: Statement, { shops }: ProductFilter): string {
  const ofShops = shops ? ` and c.shop_id = any(${statement.value(shops)}::bigint[])` : ''
  const sum = (which: string) => `coalesce(sum(c.products) filter (where ${which}), 0)::int`
  return `select json_build_object('short', ${sum('c.stock_level between 0 and 1')},
      'unlinked', ${sum('not c.is_linked')}, 'refused', ${sum('c.has_refusal')})
    from product_counts c where c.owner_id = $1${ofShops}`
}

const isMerged = ({ shops, statuses }: ProductFilter, { sort }: ProductPaging) =>
  sort === 'updated_at' && (shops !== undefined || statuses.length > 1)

/** Ids of one page, from the index that yields them in order. Several shops or statuses are several runs of it, merged. */
export function productPage(statement: Statement, filter: ProductFilter, paging: ProductPaging): string {
  if (paging.rated) return pageByPrice(statement, filter, paging)
  const { part, upTo } = limitsOf(statement, paging)
  const order = orderBy(paging, 'p')
  const { shops, statuses } = filter
  if (!isMerged(filter, paging)) {
    const where = `${productConditions(statement, filter)}${afterCursor(statement, paging, 'p')}`
    return `select p.id, ${sortColumns[paging.sort]} from products p where p.owner_id = $1 and ${where} ${order} ${part}`
  }
  const rest = productConditions(statement, { ...filter, shops: undefined, statuses: [] })
  const runs = [
    shops && `unnest(${statement.value(shops)}::bigint[]) as place(shop_id)`,
    (shops || statuses.length > 1) &&
      `unnest(${statement.value(statuses.length > 0 ? statuses : [0, 1, 2, 3, 4, 5, 6])}::smallint[]) as run(status)`,
  ].filter(Boolean)
  const ofRun = `p.status = run.status${shops ? ' and p.shop_id = place.shop_id' : ''}`
  const where = `p.owner_id = $1 and ${ofRun} and ${rest}${afterCursor(statement, paging, 'p')}`
  return `select p.id, p.updated_at from ${runs.join(' cross join ')} cross join lateral (
      select p.id, p.updated_at from products p where ${where} ${order} ${upTo}) p ${order} ${part}`
}

/** By prices of several currencies: the first rows of each, merged. Products without a price are a run of their own and stand last. */
function pageByPrice(statement: Statement, filter: ProductFilter, paging: ProductPaging): string {
  const { part, upTo } = limitsOf(statement, paging)
  const way = paging.descending ? 'desc' : 'asc'
  const run = (has: string) => `(select p.id, p.currency, p.price_min from products p
    where p.owner_id = $1 and p.currency = run.currency and p.price_min is ${has} and ${productConditions(statement, filter)}
    order by p.price_min ${way}, p.id ${way} ${upTo})`
  return `select p.id, p.currency, p.price_min from ${currencyRuns(statement)} cross join lateral (
      ${run('not null')} union all ${run('null')}) p ${orderBy(paging, 'p')} ${part}`
}

function pageOfMatched(statement: Statement, filter: ProductFilter, paging: ProductPaging): string {
  const { part } = limitsOf(statement, paging)
  const statuses =
    filter.statuses.length > 0 ? `m.status = any(${statement.value(filter.statuses)}::smallint[])` : 'true'
  return `select m.id, m.updated_at, m.price_min, m.currency, m.score from matched m
    where ${statuses}${afterCursor(statement, paging, 'm')} ${orderBy(paging, 'm')} ${part}`
}

/** Products of one page as `p`: of the first one as the index yields them, of a far one behind its ids, so that none is read in vain. */
function pageOf(statement: Statement, filter: ProductFilter, paging: ProductPaging): string {
  if (isMerged(filter, paging) || paging.offset > 0 || paging.rated)
    return byIds(productPage(statement, filter, paging))
  const where = `${productConditions(statement, filter)}${afterCursor(statement, paging, 'p')}`
  const { part } = limitsOf(statement, paging)
  return `(select p.* from products p where p.owner_id = $1 and ${where} ${orderBy(paging, 'p')} ${part}) p`
}

/**
 * `limit 1` fixes the order of work, page first: before a new store is first analysed, the planner takes all tables for small and
 * would read the page again for every product.
 */
const byIds = (ids: string) => `(${ids}) page
    cross join lateral (select * from products where owner_id = $1 and id = page.id limit 1) p`

/** The rows of a page's products `p`, with what their variants are told by of the shop. */
function rowsOf(page: string, paging: ProductPaging): string {
  return `select p.owner_id, ${rowColumns}, s.is_stock_sync, s.warehouse_id from ${page}
    join shops s on s.owner_id = $1 and s.id = p.shop_id
    ${orderBy(paging, 'p')}`
}

/** Changes of a page's products: how many are under way, and the words of the last refusal. Each part has an index of its own. */
const changesOf = `
  select c.product_id, count(*)::int as pending, null as change_refusal from listing_changes c
  where c.owner_id = $1 and c.product_id = any(array(select p.id from page p)) and c.state in ('queued', 'running') group by c.product_id
  union all (
    select distinct on (c.product_id) c.product_id, 0, coalesce(c.error_message, 'change_error.' || c.error) from listing_changes c
    where c.owner_id = $1 and c.product_id = any(array(select p.id from page p)) and c.state = 'failed' and not c.is_answered
    order by c.product_id, c.id desc)`

/** Known once for all rows, as it depends on none. */
const defaultWarehouse = '(select id from warehouses where owner_id = $1 and is_default)'

/** Bundles `sku` that their parts are enough for in the warehouse that the shop of a product `p` sells from; null where one was never counted. */
const freeOfBundle = `(select case when bool_and(h.sku_id is not null)
          then greatest(0, min(floor((h.on_hand - h.reserved)::numeric / m.quantity)))::int end
        from sku_parts m left join stock h on h.owner_id = $1 and h.sku_id = m.part_id
          and h.warehouse_id = coalesce(p.warehouse_id, ${defaultWarehouse})
        where m.owner_id = $1 and m.bundle_id = sku.id)`

/**
 * Variants of a page's products, product by product, whatever the planner takes the tables for. Each with the figure that the shop can
 * sell from: its channel's own, if it is sent none.
 */
const variantsOf = `select v.* from page p cross join lateral (
    select k.product_id, k.seller_sku, k.price, k.special_price,
      case when p.is_stock_sync then coalesce(u.target,
        case when t.sku_id is not null then greatest(0, t.on_hand - t.reserved) end,
        case when sku.part_count > 0 then ${freeOfBundle} end, k.channel_stock) else k.channel_stock end as stock,
      case when sku.id is not null then coalesce(sku.low_stock_threshold, (
        select low_stock_threshold from owners where owner_id = $1)) end as threshold,
      u.reason as refusal, sku.shop_ids
    from product_skus k
    left join skus sku on sku.owner_id = $1 and sku.id = k.sku_id
    left join stock t on t.owner_id = $1 and t.sku_id = k.sku_id
      and t.warehouse_id = coalesce(p.warehouse_id, ${defaultWarehouse})
    left join stock_pushes u on u.owner_id = $1 and u.product_sku_id = k.id
    where k.owner_id = $1 and k.product_id = p.id order by k.position) v`

const sortColumns: Record<ProductSort, string> = {
  updated_at: 'updated_at',
  price: 'price_min',
  score: 'score',
}

function orderBy({ sort, descending, rated }: ProductPaging, of: string): string {
  const way = descending ? 'desc' : 'asc'
  if (sort === 'price' && rated) return `order by ${byAmount(rated, `${of}.price_min`, way)}, ${of}.id ${way}`
  return `order by ${of}.${sortColumns[sort]} ${way}, ${of}.id ${way}`
}

function afterCursor(statement: Statement, { after, descending, sort }: ProductPaging, of: string): string {
  if (!after || sort !== 'updated_at') return ''
  return ` and (${of}.updated_at, ${of}.id) ${descending ? '<' : '>'} (${statement.value(after.at)}::timestamptz, ${statement.value(after.id)}::bigint)`
}
