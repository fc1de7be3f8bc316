/** The list of templates: rows and the counts of its tabs in one statement. */
import { templateStatuses, type UploadStatus } from '../../model/product-template.ts'
import { sql } from 'kysely'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database, Tx } from '../db/database.ts'
import { createListRead, limitsOf, type Paging } from '../db/list-statement.ts'
import { Statement } from '../db/statement.ts'

export type TemplateRow = {
  id: number
  name: string
  productSku: string
  imageUrl: string | null
  platformIds: number[]
  status: number
  /** Rules that it breaks; null: not checked yet. */
  problemCount: number | null
  skuCount: number
  stockTotal: number
  priceMin: number | null
  priceMax: number | null
  updatedBy: number
  updatedByName: string
  createdAt: string
  updatedAt: string
}

export type TemplateFilter = {
  ownerId: string
  userId: number
  /** Shops that the reader may see; empty: all. */
  visible: number[]
  terms: string | undefined
  platformIds: number[]
  /** One at which a rule is broken. */
  problemField: string | undefined
  /** Numbers; empty: all. */
  statuses: number[]
  uploadStatuses: UploadStatus[]
}
export type TemplateSort = 'updated_at' | 'name'

const fields = [
  'id',
  'name',
  'productSku',
  'imageUrl',
  'platformIds',
  'status',
  'problemCount',
  'skuCount',
  'stockTotal',
  'priceMin',
  'priceMax',
  'updatedBy',
  'updatedByName',
  'createdAt',
  'updatedAt',
] as const
const readList = createListRead<TemplateRow>(fields)

export async function listTemplates(
  db: Database,
  filter: TemplateFilter,
  paging: Paging<TemplateSort>,
): Promise<{ rows: TemplateRow[]; counts: Record<string, number> }> {
  const statement = new Statement(filter.ownerId)
  const where = conditions(statement, filter)
  const ofStatus =
    filter.statuses.length > 0 ? ` and t.status = any(${statement.value(filter.statuses)}::smallint[])` : ''
  const { sort, descending, after } = paging
  const way = descending ? 'desc' : 'asc'
  const behind = after
    ? ` and (t.updated_at, t.id) ${descending ? '<' : '>'} (${statement.value(after.at)}::timestamptz, ${statement.value(after.id)}::bigint)`
    : ''
  const rows = `select t.owner_id, t.id, t.name, t.product_sku, t.image_url, to_json(t.platform_ids) as platform_ids, t.status, t.problem_count, t.sku_count,
      t.stock_total, t.price_min, t.price_max, t.updated_by, t.updated_by_name, t.created_at, t.updated_at
    from product_templates t where t.owner_id = $1 and ${where}${ofStatus}${behind}
    order by t.${sort} ${way}, t.id ${way} ${limitsOf(statement, paging).part}`
  const counts = `select coalesce(json_object_agg(c.status, c.templates), '{}') from (
      select t.status, count(*)::int as templates from product_templates t where t.owner_id = $1 and ${where} group by t.status) c`
  return readList(db, filter.ownerId, statement, { rows, counts })
}

function conditions(statement: Statement, filter: TemplateFilter): string {
  const { visible, platformIds, problemField, terms, uploadStatuses } = filter
  const shops = visible.length > 0 ? `${statement.value(visible)}::bigint[]` : undefined
  return [
    shops &&
      `(t.created_by = ${statement.value(filter.userId)}::bigint or exists (select from shop_templates v
        where v.owner_id = $1 and v.template_id = t.id and v.is_chosen and v.shop_id = any(${shops})))`,
    platformIds.length > 0 && `t.platform_ids && ${statement.value(platformIds)}::smallint[]`,
    problemField !== undefined && `t.problem_fields @> array[${statement.value(problemField)}::text]`,
    terms !== undefined && `t.terms @@ ${statement.value(terms)}::tsquery`,
    uploadStatuses.length > 0 &&
      `exists (select from shop_templates s left join template_uploads u on u.owner_id = $1 and u.id = s.upload_id
        where s.owner_id = $1 and s.template_id = t.id and s.is_chosen${shops ? ` and s.shop_id = any(${shops})` : ''}
          and (${uploadStatuses.map((status) => `(${uploadConditions[status]})`).join(' or ')}))`,
    'true',
  ]
    .filter(Boolean)
    .join(' and ')
}

const isOpen = "coalesce(u.state in ('queued', 'running'), false)"
const isSettled = `not ${isOpen} and coalesce(u.state, '') <> 'failed'`

/** The same as uploadStatusOf, in SQL. */
const uploadConditions: Record<UploadStatus, string> = {
  not_uploaded: 's.upload_id is null and s.channel_product_id is null',
  queued: `${isOpen} and u.sent_at is null`,
  uploading: `${isOpen} and u.sent_at is not null and not u.is_cancel_requested`,
  canceling: `${isOpen} and u.sent_at is not null and u.is_cancel_requested`,
  failed: "u.state = 'failed'",
  uploaded: `${isSettled} and s.channel_product_id is not null and not s.is_outdated`,
  outdated: `${isSettled} and s.channel_product_id is not null and s.is_outdated`,
  canceled: "u.state = 'canceled' and s.channel_product_id is null",
}

/** Numbers of the statuses by their codes. */
export function templateStatusIds(codes: readonly string[]): number[] {
  return templateStatuses.flatMap(({ id, code }) => (codes.includes(code) ? id : []))
}

/** Templates whose last upload to a shop has failed, of the shops that the reader may see. */
export async function countFailedTemplates(
  tx: Tx,
  { ownerId, shopIds }: Pick<Session, 'ownerId' | 'shopIds'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct s.template_id)::int as count from shop_templates s
    join template_uploads u on u.owner_id = ${ownerId} and u.id = s.upload_id and u.state = 'failed'
    where s.owner_id = ${ownerId} and s.is_chosen and (${shopIds.length === 0} or s.shop_id = any(${shopIds}::bigint[]))`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Templates whose rules still decide something: they are not at all of their shops yet, or have changed since. */
export async function listUnpublished(tx: Tx, ownerId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from product_templates where owner_id = ${ownerId} and status <> all(${templateStatusIds(['uploaded'])}::smallint[])
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
