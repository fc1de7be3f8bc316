import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useSearch } from '@tanstack/react-router'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTranslation } from 'react-i18next'
import { count } from '../../parts/figures.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { AuditFilters } from './audit-filters.tsx'
import {
  auditChoicesQuery,
  auditQuery,
  type AuditEntry,
  type AuditSearch,
  chainQuery,
  readAuditSearch,
} from './audit-search.ts'
import styles from './audit.module.css'
import { ExportAudit } from './export-audit.tsx'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import list from '../../parts/settings/setting-list.module.css'
import { LoadError } from '../../parts/load-error.tsx'
import staff from '../../parts/settings/setting-row.module.css'

/** Page with the audit log and the check whether it is intact. */
export function AuditPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.audit'))
  const { pathname } = useLocation()
  const search = readAuditSearch(useSearch({ strict: false }))
  return (
    <>
      <SettingFrame actions={<ExportAudit search={search} />} inert={pathname !== paths.audit()}>
        <Chain />
        <AuditFilters search={search} />
        <Entries search={search} />
      </SettingFrame>
      <Outlet />
    </>
  )
}

function Chain() {
  const { t } = useTranslation()
  const { data } = useQuery(chainQuery)
  if (!data) return <p className={styles['chain']}>{t('audit.checking')}</p>
  if (data.is_whole)
    return (
      <p className={styles['chain']}>
        <ShieldCheck size={18} strokeWidth={1.6} aria-hidden="true" />
        {t('audit.whole', { count: data.entries, figure: count(data.entries) })}
      </p>
    )
  return (
    <p className={styles['broken']} role="alert">
      <ShieldAlert size={18} strokeWidth={1.6} aria-hidden="true" />
      {data.fault?.kind === 'end'
        ? t('audit.endCut', { id: data.fault.id })
        : t('audit.broken', { id: data.fault?.id ?? 0 })}
    </p>
  )
}

function Entries({ search }: { search: AuditSearch }) {
  const { t } = useTranslation()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery(search),
  )
  const { actions } = useQuery(auditChoicesQuery).data ?? {}
  const text = new Map<string, string>(actions?.map(({ code, name }) => [code, name]))
  if (error && !data) return <LoadError title={t('audit.failed')} error={error} onRetry={refetch} />
  if (!data || !actions) return <Skeleton width="60%" height={36} />
  const all = data.pages.flatMap((page) => page.data)
  if (all.length === 0)
    return (
      <div className={list['list']}>
        <EmptyState title={t('audit.none')} text={t('audit.noneText')} />
      </div>
    )
  return (
    <>
      <ul className={list['list']}>
        {all.map((entry) => (
          <li key={entry.id} className={list['row']}>
            <Entry entry={entry} word={text.get(entry.action) ?? ''} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </>
  )
}

function Entry({ entry, word }: { entry: AuditEntry; word: string }) {
  const { t } = useTranslation()
  const { user, target } = entry
  // Shows the name once if users changed their own account.
  const name = user && target?.type === 'user' && target.ids[0] === user.id ? null : target?.label
  return (
    <div className={staff['person']}>
      <div className={staff['lines']}>
        <span className={staff['head']}>
          <Link to={paths.auditEntry(entry.id)} search={true} resetScroll={false} className={staff['name']}>
            {word}
          </Link>
          {name && <span>{name}</span>}
        </span>
        <span className={staff['muted']}>{user?.name ?? t('audit.nobody')}</span>
      </div>
      <span className={staff['muted']}>
        <When at={entry.at} />
      </span>
    </div>
  )
}
