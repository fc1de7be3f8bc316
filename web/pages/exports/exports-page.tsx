import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { ExportState } from '../../parts/export-state.tsx'
import {
  type ExportEntry,
  exportsKey,
  exportsQuery,
  leaveExports,
} from '../../parts/queries/export-queries.ts'
import { count } from '../../parts/figures.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { When } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import styles from './exports.module.css'

/** The reader's own files: to have them, to try them again, to be rid of them. Their lists have rights of their own. */
export function ExportsPage() {
  const { t } = useTranslation()
  usePageTitle(t('exports.mine'))
  return (
    <main className={styles['page']}>
      <h1>{t('exports.mine')}</h1>
      <ExportList />
    </main>
  )
}

function ExportList() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(exportsQuery)
  if (error && !data) return <LoadError title={t('exports.loadFailed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton width="60%" height={36} />
  if (data.length === 0)
    return (
      <EmptyState title={t('exports.none')} text={t('exports.noneText')}>
        <HelpLink answer="export" />
      </EmptyState>
    )
  return (
    <ul className={styles['list']}>
      {data.map((entry) => (
        <li key={entry.id}>
          <Card>
            <Entry entry={entry} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

function Entry({ entry }: { entry: ExportEntry }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { id, status, rows, file_name: file } = entry
  const remove = useMutation({
    mutationFn: () => api('DELETE /exports/{id}', { params: { id } }),
    onSuccess: () => {
      leaveExports([id])
      return queries.invalidateQueries({ queryKey: exportsKey })
    },
  })
  return (
    <div className={styles['entry']}>
      <strong>{file}</strong>
      <small className={styles['muted']}>
        <When at={entry.requested_at} />
        {status === 'done' && (
          <>
            {` · ${t('exports.rows', { count: rows, figure: count(rows) })} · ${t('exports.keptUntil')} `}
            <When at={entry.expires_at} deadline />
          </>
        )}
      </small>
      <ExportState entry={entry} />
      <div className={styles['actions']}>
        <Button
          size="small"
          busy={remove.isPending}
          aria-label={t('exports.deleteFile', { file })}
          onClick={() => remove.mutate()}
        >
          {t('exports.delete')}
        </Button>
      </div>
      {remove.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(remove.error)}
        </p>
      )}
    </div>
  )
}
