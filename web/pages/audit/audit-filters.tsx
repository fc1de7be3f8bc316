import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DateFilter } from '../../parts/date-filter.tsx'
import { presetDays, presetOf } from '../../parts/dates.ts'
import { SavedFilters } from '../../parts/list/saved-filter-menu.tsx'
import { useClock } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ChoiceList, FilterChip } from '../../ui/filter-chip.tsx'
import { auditChoicesQuery, type AuditSearch, readAuditSearch, savedOf } from './audit-search.ts'

/** Filters of the audit log: user, action, subject and time. The address remembers them. */
export function AuditFilters({ search }: { search: AuditSearch }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { timeZone } = useClock()
  const { people = [], actions = [], subjects = [] } = useQuery(auditChoicesQuery).data ?? {}

  const show = (next: AuditSearch) =>
    void navigate({ to: paths.audit(), search: next, replace: true, resetScroll: false })
  const change = (part: { [K in keyof AuditSearch]?: AuditSearch[K] | undefined }) =>
    show(readAuditSearch({ ...search, ...part }))
  const now = JSON.stringify(search)

  return (
    <FilterBar
      label={t('audit.filters')}
      search={{
        label: t('audit.keyword'),
        keyword: search.keyword ?? '',
        onSearch: (keyword) => change({ keyword }),
      }}
    >
      <SavedFilters
        list="audit"
        now={savedOf(search)}
        isNow={(saved) => JSON.stringify(readAuditSearch(saved)) === now}
        onPick={(saved) => show(readAuditSearch(saved))}
      />
      <ChoiceFilter
        label={t('audit.who')}
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        chosen={search.user}
        onChange={(user) => change({ user })}
      />
      <ChoiceFilter
        label={t('audit.what')}
        options={actions.map(({ code, name }) => ({ value: code, label: name }))}
        chosen={search.action}
        onChange={(action) => change({ action })}
      />
      <ChoiceFilter
        label={t('audit.target')}
        options={subjects.map(({ code, name }) => ({ value: code, label: name }))}
        chosen={search.target}
        onChange={(target) => change({ target })}
      />
      <DateFilter
        range={presetOf(search, timeZone)}
        from={search.from}
        to={search.to}
        onChange={({ range: preset, from, to }) =>
          change(preset ? presetDays(preset, new Date(), timeZone) : { from, to })
        }
      />
    </FilterBar>
  )
}

type ChoiceProps = {
  label: string
  options: { value: string; label: string }[]
  chosen: string | undefined
  onChange: (value: string | undefined) => void
}

function ChoiceFilter({ label, options, chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const value = chosen && (options.find((option) => option.value === chosen)?.label ?? chosen)
  return (
    <FilterChip
      label={label}
      value={value ?? null}
      clearLabel={t('list.removeFilter', { filter: label })}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <ChoiceList
          options={options}
          chosen={chosen}
          onChoose={(one) => {
            onChange(one)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}
