import { useMutation, useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import styles from './export-state.module.css'
import { DownloadLink } from './download-link.tsx'
import { useErrorMessage } from './error-message.ts'
import { type ExportEntry, exportsKey, isUnderWay, watchExport } from './queries/export-queries.ts'
import { count } from './figures.ts'

/** Progress of an exported file, or the links to it. */
export function ExportState({ entry }: { entry: ExportEntry }) {
  const { t } = useTranslation()
  const { status, rows, total, percent, file_name: name } = entry
  if (isUnderWay(entry)) {
    const text =
      status === 'queued' || total === null
        ? t('exports.waiting')
        : t('exports.progress', { rows: count(rows), total: count(total) })
    return (
      <span className={styles['state']}>
        <ProgressBar percent={percent} label={t('exports.progressOf', { file: name })} />
        <small>{text}</small>
      </span>
    )
  }
  if (status === 'done')
    return (
      <span className={styles['links']}>
        {entry.parts.map(({ part, url, file_name }) => (
          <DownloadLink
            key={part}
            href={url}
            download={file_name}
            aria-label={t('exports.downloadFile', { file: file_name })}
          >
            <Download size={15} aria-hidden="true" />
            {entry.parts.length > 1 ? t('exports.part', { part }) : t('exports.download')}
          </DownloadLink>
        ))}
      </span>
    )
  return <Unmade entry={entry} />
}

/** A file that is not there, or no longer, and the way to have it after all. */
function Unmade({ entry: { id, status, file_name: file } }: { entry: ExportEntry }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => api('POST /exports/{id}/retry', { params: { id } }),
    onSuccess: () => {
      watchExport(id)
      return queries.invalidateQueries({ queryKey: exportsKey })
    },
  })
  return (
    <span className={styles['unmade']}>
      <small>{t(status === 'failed' ? 'exports.failed' : 'exports.expired')}</small>
      <Button
        size="small"
        busy={retry.isPending}
        aria-label={t('exports.retryFile', { file })}
        onClick={() => retry.mutate()}
      >
        {t('action.retry')}
      </Button>
      {retry.error && (
        <small className={styles['error']} role="alert">
          {errorMessage(retry.error)}
        </small>
      )}
    </span>
  )
}
