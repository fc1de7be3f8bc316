/** Lists what the drafts of an import still lack. */
import { fieldNameOf } from '../../model/template-order.ts'
import type { WebContext } from '../domain.ts'
import { paginationOf } from '../http/pagination.ts'
import type { Serve } from '../http/serve-endpoint.ts'
import { checkTemplates, type Checked } from './check-template.ts'
import { listImportedTemplates } from './imported-templates-store.ts'

export function importedTemplatesRoutes(serve: Serve, { db }: WebContext): void {
  serve('GET /product-template/of-import', ({ query, session, request }) =>
    db.read(session.ownerId, async (tx) => {
      const { ownerId, userId } = session
      const { import_id: importId, page, limit } = query
      const paging = { offset: (page - 1) * limit, limit }
      const rows = await listImportedTemplates(tx, { ownerId, userId, importId }, paging)
      const ids = rows.map(({ id }) => id)
      const checked = await checkTemplates(tx, session, ids, { isSaved: false })
      const data = rows.map(({ id, row, name, productSku }) => {
        const { problems } = checked.get(id) ?? { problems: [] }
        const missing = missingOf(problems)
        return { id, row, name, product_sku: productSku, problem_count: problems.length, missing }
      })
      const total = rows[0]?.total ?? 0
      return {
        data,
        meta: { pagination: paginationOf(request, { total, count: rows.length, page, limit }) },
      }
    }),
  )
}

/** Fields to fill in; those of several variants, attributes or channels are one. */
function missingOf(
  problems: Checked['problems'],
): { field: string; platform_ids: number[]; count: number }[] {
  return [...Map.groupBy(problems, ({ path }) => fieldNameOf(path))].map(([field, ofField]) => ({
    field,
    platform_ids: [...new Set(ofField.flatMap(({ platformId }) => platformId ?? []))],
    count: ofField.length,
  }))
}
