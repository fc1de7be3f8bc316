/** Names, descriptions, images and packages of many products, with the versions that changes of them are made over. */
import { sql } from 'kysely'
import { columnList, pick, type Row } from '../../db/column-list.ts'
import type { Tx } from '../../db/database.ts'
import { productColumns } from '../products-table.ts'

const textList = columnList(
  pick(productColumns, 'id', 'shopId', 'channelProductId', 'name', 'description', 'package', 'images'),
)

/** `version`: null if nobody has changed it here. */
export type ProductTexts = Row<typeof textList.columns> & { platformId: number; version: number | null }

/** @param visible shops that the reader may see; empty: all */
export async function listProductTexts(
  tx: Tx,
  ownerId: string,
  ids: number[],
  visible: number[],
): Promise<ProductTexts[]> {
  const { rows } = await sql<ProductTexts>`
    select ${textList.select('p')}, s.platform_id as "platformId", (select e.version from edit_versions e
      where e.owner_id = ${ownerId} and e.subject = 'product' and e.subject_id = p.id) as version
    from products p
    join shops s on s.owner_id = ${ownerId} and s.id = p.shop_id
    where p.owner_id = ${ownerId} and p.id = any(${ids}::bigint[])
      and (${visible.length === 0} or p.shop_id = any(${visible}::bigint[])) order by p.id`.execute(tx)
  return rows
}
