import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { publishingOrder } from '../../../../model/product-template.ts'
import { useAfterPage } from '../../../parts/after-page.ts'
import { ChannelFilter } from '../../../parts/list/channel-filter.tsx'
import { type AppliedFilter, ListFilters } from '../../../parts/list/list-filters.tsx'
import { NeedFilter } from '../../../parts/list/need-filter.tsx'
import { SavedFilters } from '../../../parts/list/saved-filter-menu.tsx'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { nameKeyOf } from '../name-of-field.ts'
import { templatesSearch, useTemplatesSearch } from './templates-search.ts'

/** Search, channels, and what waits for somebody. */
export function TemplatesFilters({ end }: { end: ReactNode }) {
  const { t } = useTranslation()
  const { search, change } = useTemplatesSearch()
  const { data: shops = [] } = useQuery({ ...shopsQuery, enabled: useAfterPage() })
  const now = templatesSearch.filtersOf(search)
  const channels = publishingOrder.flatMap((id) => {
    const name = shops.find((shop) => shop.platform_id === id)?.platform?.data.name
    return name === undefined ? [] : [{ id, name }]
  })
  const chosen = search.platform_id ?? []
  const value = channels.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)
  const ofUploads = (['failed', 'outdated'] as const).map((code) => ({
    code,
    label: t(`templates.upload.${code}`),
    isOn: search.upload_status?.includes(code) ?? false,
    set: (on: boolean) => change({ upload_status: on ? [code] : undefined }),
  }))
  // Switched on by a link to all templates that break a rule there.
  const ofErrors = {
    code: 'problem_field',
    label: t('templates.errorIn', { field: t(nameKeyOf(search.problem_field ?? 'name')) }),
    isOn: true,
    set: () => change({ problem_field: undefined }),
  }
  const questions = search.problem_field === undefined ? ofUploads : [...ofUploads, ofErrors]
  const applied: AppliedFilter[] = [
    ...(chosen.length > 0
      ? [
          {
            key: 'channel',
            label: value.join(', '),
            clear: () => change({ platform_id: undefined }),
          },
        ]
      : []),
    ...questions
      .filter(({ isOn }) => isOn)
      .map(({ code, label, set }) => ({ key: code, label, clear: () => set(false) })),
  ]
  return (
    <ListFilters
      search={{
        label: t('templates.search'),
        keyword: search.keyword ?? '',
        onSearch: (keyword) => change({ keyword }, true),
      }}
      applied={applied}
      onClear={() => change({ ...templatesSearch.none, keyword: search.keyword, sort: search.sort })}
      saved={
        <SavedFilters
          list="templates"
          now={now}
          isNow={(saved) => templatesSearch.isSame(templatesSearch.searchOf(saved), now)}
          onPick={(saved) => change({ ...templatesSearch.none, ...templatesSearch.searchOf(saved) })}
        />
      }
      end={end}
    >
      <ChannelFilter
        channels={channels}
        value={value.length > 0 ? value.join(', ') : null}
        chosen={search.platform_id}
        onChange={(platform_id) => change({ platform_id })}
      />
      {questions.map(({ code, label, isOn, set }) => (
        <NeedFilter key={code} label={label} figure={null} isOn={isOn} onChange={set} />
      ))}
    </ListFilters>
  )
}
