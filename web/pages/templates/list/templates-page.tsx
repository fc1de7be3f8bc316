import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { templateStatuses } from '../../../../model/product-template.ts'
import { api } from '../../../api.ts'
import { useQuery } from '@tanstack/react-query'
import { CardTick } from '../../../parts/list/card-tick.tsx'
import cards from '../../../parts/list/cards.module.css'
import { ListBody } from '../../../parts/list/list-body.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { PhoneActions } from '../../../parts/list/phone-actions.tsx'
import { ListTabs } from '../../../parts/list/list-tabs.tsx'
import { SelectionBar } from '../../../parts/list/selection-bar.tsx'
import { useList } from '../../../parts/list/use-list.ts'
import { templateListQuery, type TemplateRow } from '../../../parts/queries/template-queries.ts'
import { pageAccess } from '../../../page-access.ts'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import buttons from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import {
  NextStep,
  TemplateName,
  TemplatePrice,
  type TemplateSelection,
  TemplateStatusCell,
  UploadMarks,
  useTemplateColumns,
} from './template-columns.tsx'
import { TemplatesFilters } from './templates-filters.tsx'
import { BulkLines } from './bulk-lines.tsx'
import { templatesSearch, useTemplatesSearch } from './templates-search.ts'
import { useTemplateActions } from './use-template-actions.tsx'

export function TemplatesPage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const navigate = useNavigate()
  const { search, change, query } = useTemplatesSearch()
  const result = useQuery(templateListQuery(query))
  const page = result.data
  const narrow = useNarrow()
  const { rows, selection, waiting, frame, body, bar, all } = useList({
    result,
    query,
    queryKey: templateListQuery(query).queryKey,
    load: (asked) => api('GET /product-template', { query: asked }),
    channel: 'template.upload',
    stateOf: stateOfRow,
    search,
    change,
    filters: templatesSearch.filtersOf(search),
    sorting: templatesSearch.sorting(search, (sort) => change({ sort })),
    keep: (row: TemplateRow) => row,
    openId: null,
    onOpen: (id) => void navigate({ to: paths.template(id) }),
  })
  const { menu, ...table } = useTemplateColumns(rows, selection)
  const { actions, dialog } = useTemplateActions([...selection.chosen.values()], selection.clear)
  const create = pageAccess.templateForm(me) && (
    <Link
      // While rows are chosen, the bar has the only filled button.
      className={`${buttons['button']} ${selection.size > 0 ? '' : buttons['primary']}`}
      to={paths.newTemplate()}
      aria-label={t('templates.create')}
    >
      <Plus size={15} aria-hidden="true" />
      {!narrow && t('templates.create')}
    </Link>
  )
  const importLink = pageAccess.templateImports(me) && (
    <Link className={buttons['button']} to={paths.templateImports()}>
      <Upload size={15} aria-hidden="true" />
      {t('imports.import')}
    </Link>
  )
  return (
    <ListPage
      title={t('area.templates')}
      actions={
        <>
          {!narrow && importLink}
          {!narrow && create}
        </>
      }
      tabs={
        <ListTabs
          label={t('products.statuses')}
          tabs={templateStatuses.map(({ code }) => ({ key: code, label: t(`templates.status.${code}`) }))}
          active={search.status}
          counts={page && countsByCode(page.meta.status_counts)}
          onChange={(status) => change({ status })}
        />
      }
      filters={
        <>
          <BulkLines />
          <TemplatesFilters end={narrow ? <PhoneActions first={create}>{importLink}</PhoneActions> : menu} />
        </>
      }
      waiting={{ ...waiting, label: t('templates.newTemplates', { count: waiting.count }) }}
      {...frame}
      selectionBar={<SelectionBar {...bar} label={t('templates.selection')} actions={actions} all={all} />}
    >
      <ListBody
        {...body}
        label={t('area.templates')}
        failed={t('templates.failed')}
        empty={
          <Nothing isFiltered={templatesSearch.hasFilters(search) || search.status !== undefined}>
            {pageAccess.templateForm(me) && (
              <Link className={buttons['button']} to={paths.newTemplate()}>
                {t('templates.write')}
              </Link>
            )}
            {pageAccess.templateImports(me) && (
              <Link className={buttons['button']} to={paths.templateImports()}>
                {t('templates.importFile')}
              </Link>
            )}
          </Nothing>
        }
        table={table}
        cards={(list) => <TemplateCards rows={list.rows} skeletons={list.skeletons} selection={selection} />}
      />
      {dialog}
    </ListPage>
  )
}

const stateOfRow = (row: TemplateRow) =>
  JSON.stringify([row.status.id, row.uploads.map(({ upload_status: { id } }) => id)])

/** The API counts by the numbers of the statuses. */
function countsByCode(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    templateStatuses.map(({ id, code }) => [code, counts[code] ?? counts[String(id)] ?? 0]),
  )
}

type CardsProps = { rows: TemplateRow[] | undefined; skeletons: number; selection: TemplateSelection }

/** The list on a phone. */
function TemplateCards({ rows, skeletons, selection }: CardsProps) {
  const { t } = useTranslation()
  return (
    <ul className={cards['cards']} aria-label={t('area.templates')} aria-busy={rows === undefined}>
      {rows?.map((row) => (
        <li
          key={row.id}
          data-row={row.id}
          className={cards['card']}
          data-selected={selection.chosen.has(row.id) || undefined}
        >
          <div className={cards['head']}>
            <TemplateName row={row} />
            <CardTick
              name={row.name || row.product_sku}
              isChosen={selection.chosen.has(row.id)}
              onToggle={() => selection.toggle(row)}
            />
          </div>
          <div className={cards['sides']}>
            <UploadMarks row={row} />
            <TemplatePrice row={row} />
          </div>
          <TemplateStatusCell row={row} />
          <NextStep row={row} />
        </li>
      ))}
      {!rows &&
        Array.from({ length: skeletons }, (_, at) => (
          <li key={at} className={cards['card']}>
            <Skeleton width="70%" height={36} />
            <Skeleton width="40%" />
          </li>
        ))}
    </ul>
  )
}

function Nothing({ isFiltered, children }: { isFiltered: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const { change } = useTemplatesSearch()
  if (!isFiltered)
    return (
      <EmptyState title={t('templates.none')} text={t('templates.noneText')}>
        {children}
      </EmptyState>
    )
  return (
    <EmptyState title={t('templates.noMatch')} text={t('products.noMatchText')}>
      <Button onClick={() => change({ ...templatesSearch.none, status: undefined })}>
        {t('list.clearFilters')}
      </Button>
    </EmptyState>
  )
}
