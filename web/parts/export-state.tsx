import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../ui/progress-bar.tsx'
import styles from './export-state.module.css'
import { DownloadLink } from './download-link.tsx'
import { type ExportEntry, isUnderWay } from './queries/export-queries.ts'
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
  return (
    <small className={styles['muted']}>{t(status === 'failed' ? 'exports.failed' : 'exports.expired')}</small>
  )
}
