import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SavedFilters } from '../../parts/saved-filters.tsx'
import { paths } from '../../paths.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { auditChoicesQuery, type AuditSearch, readAuditSearch, savedOf } from './audit-search.ts'
import styles from './audit.module.css'

/** Who, what, to what, and when. The address remembers it. */
export function AuditFilters({ search }: { search: AuditSearch }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { people = [], actions = [], subjects = [] } = useQuery(auditChoicesQuery).data ?? {}

  const show = (next: AuditSearch) =>
    void navigate({ to: paths.audit(), search: next, replace: true, resetScroll: false })
  const change = (part: AuditSearch) => show(readAuditSearch({ ...search, ...part }))
  const now = JSON.stringify(search)

  return (
    <search className={styles['filters']} aria-label={t('audit.filters')}>
      <span className={styles['saved']}>
        <SavedFilters
          list="audit"
          now={savedOf(search)}
          isNow={(saved) => JSON.stringify(readAuditSearch(saved)) === now}
          onPick={(saved) => show(readAuditSearch(saved))}
        />
      </span>
      <SelectField
        label={t('audit.who')}
        value={search.user ?? ''}
        onChange={({ currentTarget: { value } }) => change({ user: value })}
      >
        <option value="">{t('audit.everybody')}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('audit.what')}
        value={search.action ?? ''}
        onChange={({ currentTarget: { value } }) => change({ action: value })}
      >
        <option value="">{t('audit.everything')}</option>
        {actions.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('audit.target')}
        value={search.target ?? ''}
        onChange={({ currentTarget: { value } }) => change({ target: value })}
      >
        <option value="">{t('audit.everything')}</option>
        {subjects.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        key={`keyword ${search.keyword ?? ''}`}
        label={t('audit.keyword')}
        type="search"
        optional
        maxLength={255}
        defaultValue={search.keyword ?? ''}
        onBlur={({ currentTarget: { value } }) => {
          if (value.trim() !== (search.keyword ?? '')) change({ keyword: value.trim() })
        }}
        onKeyDown={({ key, currentTarget: { value } }) => {
          if (key === 'Enter') change({ keyword: value.trim() })
        }}
      />
      <TextField
        label={t('audit.from')}
        type="date"
        optional
        value={search.from ?? ''}
        max={search.to ?? '2999-12-31'}
        onChange={({ currentTarget: { value } }) => change({ from: value })}
      />
      <TextField
        label={t('audit.to')}
        type="date"
        optional
        value={search.to ?? ''}
        min={search.from ?? '1900-01-01'}
        max="2999-12-31"
        onChange={({ currentTarget: { value } }) => change({ to: value })}
      />
    </search>
  )
}
