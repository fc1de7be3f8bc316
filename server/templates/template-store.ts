/** Product templates as people write them. What a list shows of one is written beside its content, in the same statement. */
import { sql } from 'kysely'
import { termsOfCode, termsOfName, termsOfSku } from '../../model/keyword.ts'
import type { ProductTemplate, TemplateProblem } from '../../model/product-template.ts'
import { fieldOfPath } from '../../model/template-order.ts'
import { same } from '../../model/template-rules.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { drawIds, type Tx } from '../db/database.ts'
import { lockLimit } from '../db/lock-limit.ts'
import { searchTerms } from '../db/search-terms.ts'
import { storedImageIdOfUrl } from '../images/stored-image.ts'
import { findOwnerNumber } from '../settings/owners-store.ts'

export type StoredTemplate = {
  id: number
  content: ProductTemplate
  status: number
  problemCount: number | null
  createdBy: number
  updatedBy: number
  updatedByName: string
  createdAt: Date
  updatedAt: Date
}

type Editor = Pick<Session, 'ownerId' | 'ownerNumber' | 'userId' | 'name'>

const columns =
  sql.raw(`t.id, t.content, t.status, t.problem_count as "problemCount", t.created_by as "createdBy",
  t.updated_by as "updatedBy", t.updated_by_name as "updatedByName", t.created_at as "createdAt", t.updated_at as "updatedAt"`)

export type Viewer = Pick<Session, 'ownerId' | 'userId' | 'shopIds'>

/** Condition on a template `t`. Templates are the account's: a user of some shops sees those that are for one of these, and his own. */
export const isSeenTemplate = ({ ownerId, userId, shopIds }: Viewer) => sql`(${shopIds.length === 0}
  or t.created_by = ${userId} or exists (
    select from shop_templates s where s.owner_id = ${ownerId} and s.template_id = t.id and s.is_chosen
      and s.shop_id = any(${shopIds}::bigint[])))`

export async function findTemplate(
  tx: Tx,
  viewer: Viewer,
  id: number,
  forUpdate = false,
): Promise<StoredTemplate | undefined> {
  return (await listSeenTemplates(tx, viewer, [id], forUpdate))[0]
}

/** Lists those of these that the user sees, by their ids: the order in which they are locked. */
export async function listSeenTemplates(
  tx: Tx,
  viewer: Viewer,
  ids: number[],
  forUpdate = false,
): Promise<StoredTemplate[]> {
  const { rows } = await sql<StoredTemplate>`
    select ${columns} from product_templates t
    where t.owner_id = ${viewer.ownerId} and t.id = any(${ids}::bigint[]) and ${isSeenTemplate(viewer)}
    order by t.id ${forUpdate ? sql`for update of t` : sql``}`.execute(tx)
  return rows
}

export async function listContents(
  tx: Tx,
  ownerId: string,
  ids: number[],
): Promise<Map<number, ProductTemplate>> {
  const { rows } = await sql<{ id: number; content: ProductTemplate }>`
    select id, content from product_templates where owner_id = ${ownerId} and id = any(${ids}::bigint[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, content }) => [id, content]))
}

/** Until the end of the transaction nobody else adds one. */
export async function countTemplates(tx: Tx, ownerId: string): Promise<number> {
  await lockLimit(tx, ownerId, 'templates')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from product_templates where owner_id = ${ownerId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Saves a new template, and answers its id, of which its code is made where it has none. */
export async function addTemplate(tx: Tx, editor: Editor, content: ProductTemplate): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  const coded = { ...content, product_sku: content.product_sku || `T-${String(id).padStart(6, '0')}` }
  const row = rowOf(editor, coded)
  const now = new Date()
  await sql`insert into product_templates (owner_id, id, content, name, product_sku, platform_ids, image_url, sku_count, stock_total,
      price_min, price_max, image_ids, terms, created_by, updated_by, updated_by_name, created_at, updated_at)
    values (${editor.ownerId}, ${id}, ${row.content}::jsonb, ${row.name}, ${row.productSku}, ${row.platformIds}::smallint[],
      ${row.imageUrl}, ${row.skuCount}, ${row.stockTotal}, ${row.priceMin}, ${row.priceMax}, ${row.imageIds}::bigint[],
      array_to_tsvector(${row.terms}::text[]), ${editor.userId}, ${editor.userId}, ${editor.name}, ${now}, ${now})`.execute(
    tx,
  )
  return id
}

export async function saveTemplate(
  tx: Tx,
  editor: Editor,
  id: number,
  content: ProductTemplate,
): Promise<void> {
  const row = rowOf(editor, content)
  await sql`update product_templates set content = ${row.content}::jsonb, name = ${row.name}, product_sku = ${row.productSku},
      platform_ids = ${row.platformIds}::smallint[], image_url = ${row.imageUrl}, sku_count = ${row.skuCount},
      stock_total = ${row.stockTotal}, price_min = ${row.priceMin}, price_max = ${row.priceMax},
      image_ids = ${row.imageIds}::bigint[], terms = array_to_tsvector(${row.terms}::text[]),
      updated_by = ${editor.userId}, updated_by_name = ${editor.name}, updated_at = ${new Date()}
    where owner_id = ${editor.ownerId} and id = ${id}`.execute(tx)
}

export async function removeTemplate(tx: Tx, ownerId: string, id: number): Promise<void> {
  await sql`delete from product_templates where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** Keeps how many rules each breaks, and the fields at which it does. */
export async function saveProblems(
  tx: Tx,
  ownerId: string,
  checked: { id: number; problems: TemplateProblem[] }[],
): Promise<void> {
  const rows = checked.map(({ id, problems }) => ({
    id,
    count: problems.length,
    fields: [...new Set(problems.map(({ path }) => fieldOfPath(path)))],
  }))
  await sql`update product_templates t set problem_count = c.count, problem_fields = c.fields
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(id bigint, count int, fields text[])
    where t.owner_id = ${ownerId} and t.id = c.id
      and (t.problem_count is distinct from c.count or t.problem_fields <> c.fields)`.execute(tx)
}

/** Locks stand in one order: uploads, then their templates, then the steps of shops. */
export async function lockTemplates(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  await sql`select from product_templates where owner_id = ${ownerId} and id = any(${ids}::bigint[])
    order by id for update`.execute(tx)
}

/**
 * Derives the status of templates of their uploads, in the transaction that changes one: uploaded everywhere, in some shops,
 * failed, and otherwise ready or a draft by its problems.
 */
export async function refreshTemplateStatus(tx: Tx, ownerId: string, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  // Uploads of two shops that end at once would each not see the other.
  await lockTemplates(tx, ownerId, ids)
  await sql`update product_templates t set status = f.status
    from (select p.id, case
        when c.shops > 0 and c.uploaded = c.shops then 3
        when c.uploaded > 0 then 2
        when c.failed > 0 then 4
        when p.problem_count = 0 then 1
        else 0 end as status
      from product_templates p
      cross join lateral (
        select count(*) as shops, count(*) filter (where s.uploaded is not null) as uploaded,
          count(*) filter (where u.state = 'failed') as failed
        from shop_templates s
        left join template_uploads u on u.owner_id = ${ownerId} and u.id = s.upload_id
        where s.owner_id = ${ownerId} and s.template_id = p.id and s.is_chosen) c
      where p.owner_id = ${ownerId} and p.id = any(${ids}::bigint[])) f
    where t.owner_id = ${ownerId} and t.id = f.id and t.status <> f.status`.execute(tx)
}

function rowOf({ ownerNumber }: Editor, content: ProductTemplate) {
  const { skus, images } = content
  const prices = skus.flatMap(({ price }) => price ?? [])
  const all = [
    ...images,
    ...content.images_lazada,
    ...content.images_shopee,
    ...content.images_tiktok,
    ...skus.flatMap((sku) => sku.images),
  ]
  return {
    content: JSON.stringify(content),
    name: content.name,
    productSku: content.product_sku,
    platformIds: content.platform_ids,
    imageUrl: images[0]?.image_url ?? null,
    skuCount: skus.length,
    stockTotal: skus.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    priceMin: prices.length > 0 ? Math.min(...prices) : null,
    priceMax: prices.length > 0 ? Math.max(...prices) : null,
    imageIds: [...new Set(all.flatMap(({ image_url: url }) => storedImageIdOfUrl(url) ?? []))],
    terms: searchTerms(ownerNumber, [
      ...termsOfName(content.name),
      ...termsOfCode(content.product_sku),
      ...skus.flatMap((sku) => termsOfSku(sku.seller_sku)),
    ]),
  }
}

/** The codes, in small letters, that another template has which the user sees, each with the name of one. */
export async function listCodesOfOthers(
  tx: Tx,
  viewer: Viewer,
  id: number,
  codes: string[],
): Promise<Map<string, string>> {
  const { ownerId } = viewer
  const ownerNumber = await findOwnerNumber(tx, ownerId)
  const terms = searchTerms(
    ownerNumber,
    codes.flatMap((code) => termsOfSku(code).slice(0, 1)),
  )
  const { rows } = await sql<{ code: string; name: string }>`
    select distinct on (s.code) s.code, t.name
    from product_templates t
    cross join lateral (
      select lower(trim(sku->>'seller_sku')) as code from jsonb_array_elements(t.content->'skus') sku) s
    where t.owner_id = ${ownerId} and t.id <> ${id} and s.code = any(${codes.map(same)}::text[])
      and ${isSeenTemplate(viewer)} and t.terms @@ ${terms.map((term) => `'${term}'`).join(' | ')}::tsquery
    order by s.code, t.id`.execute(tx)
  return new Map(rows.map(({ code, name }) => [code, name]))
}
