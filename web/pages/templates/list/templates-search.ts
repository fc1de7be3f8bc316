import { useMemo } from 'react'
import { templateStatuses, uploadStatuses } from '../../../../model/product-template.ts'
import { createListSearch, read } from '../../../parts/list/list-search.ts'
import { useListSearch } from '../../../parts/list/use-list-search.ts'
import type { TemplateQuery } from '../../../parts/queries/template-queries.ts'
import { paths } from '../../../paths.ts'

export const templatesSearch = createListSearch({
  name: 'templates',
  filters: {
    keyword: read.text,
    status: read.oneOf(templateStatuses.map(({ code }) => code)),
    platform_id: read.channels,
    problem_field: read.text,
    upload_status: read.someOf(uploadStatuses.map(({ code }) => code)),
  },
  sortFields: ['updated_at', 'name'],
  defaultSort: '-updated_at',
  plain: ['status'],
})

/** The filters in the address, how to change them, and the same question in the API's words. */
export function useTemplatesSearch() {
  const { search, change } = useListSearch(paths.templates, templatesSearch)
  const query = useMemo(() => toTemplateQuery(search), [search])
  return { search, change, query }
}

export function toTemplateQuery(search: ReturnType<typeof templatesSearch.read>): TemplateQuery {
  const { status, ...rest } = templatesSearch.toQuery(search)
  return { ...rest, ...(status && { status: [status] }) }
}
