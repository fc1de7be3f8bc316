import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import FileDown from 'lucide-react/icons/file-down'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { DownloadLink } from '../../../parts/download-link.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { useLive } from '../../../parts/live.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import {
  type ImportEntry,
  importQuery,
  importsKey,
  isImportRunning,
} from '../../../parts/queries/import-queries.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import buttons from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useKeptFocus } from '../../../ui/keep-focus.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportErrors } from './import-errors.tsx'
import { ImportSummary } from './import-summary.tsx'
import { ImportedTemplates } from './imported-templates.tsx'
import styles from './imports.module.css'

const steps = ['file', 'columns', 'check', 'import'] as const

/** An import: its columns and its check, then its result. */
export function ImportPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { importId } = useParams({ strict: false })
  const id = Number(importId)
  const { data, error, refetch } = useQuery(importQuery(id))
  usePageTitle(data?.file_name ?? t('imports.title'))
  useLive('import.change', () => void queries.invalidateQueries({ queryKey: importsKey }))
  const page = useRef<HTMLElement>(null)
  useKeptFocus(page)
  return (
    <main ref={page} tabIndex={-1} className={styles['page']}>
      <nav className={styles['crumbs']} aria-label={t('skus.path')}>
        {data?.kind === 'templates' ? (
          <>
            <Link to={paths.templates()}>{t('area.templates')}</Link>
            <span aria-hidden="true">›</span>
            <Link to={paths.templateImports()}>{t('imports.templatesTitle')}</Link>
          </>
        ) : (
          <>
            <Link to={paths.products()}>{t('area.products')}</Link>
            <span aria-hidden="true">›</span>
            <Link to={paths.imports()}>{t('imports.title')}</Link>
          </>
        )}
      </nav>
      {data && <ImportBody entry={data} />}
      {error && !data && <LoadError title={t('imports.loadFailed')} error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton width="60%" height={36} />}
    </main>
  )
}

function ImportBody({ entry }: { entry: ImportEntry }) {
  const { t } = useTranslation()
  const { rows, status, summary } = entry
  const errors = Object.values(summary?.problems ?? {}).reduce((sum, figure) => sum + figure, 0)
  const narrow = useNarrow()
  const known = entry.columns.map(({ field }) => field)
  const [draft, setDraft] = useState({ over: '', fields: known })
  const mayChange = status === 'checked' && !narrow
  const chosen = mayChange && draft.over === String(known) ? draft.fields : known
  const at = status === 'checking' || status === 'checked' || status === 'failed' ? 2 : 3
  return (
    <>
      <header className={styles['head']}>
        <div className={styles['title']}>
          <h1>{entry.file_name}</h1>
          <p className={styles['muted']}>
            {rows !== null && `${t('exports.rows', { count: rows, figure: count(rows) })} · `}
            <When at={entry.requested_at} />
          </p>
        </div>
        <ImportActions entry={entry} errors={errors} isChecked={String(chosen) === String(known)} />
      </header>
      <ol className={styles['steps']}>
        {steps.map((step, place) => (
          <li key={step} aria-current={place === at ? 'step' : undefined} data-done={place < at || undefined}>
            {t(`imports.step.${step}`)}
          </li>
        ))}
      </ol>
      {entry.fault && (
        <p className={styles['error']} role="alert">
          {entry.fault}
        </p>
      )}
      {isImportRunning(entry) && <ImportProgress entry={entry} />}
      {summary && status !== 'checking' && <ImportSummary summary={summary} status={status} />}
      {entry.kind === 'templates' && status === 'done' && <ImportedTemplates id={entry.id} />}
      <div className={styles['columns']}>
        {status !== 'failed' && (
          <ImportColumns
            entry={entry}
            known={known}
            chosen={chosen}
            mayChange={mayChange}
            onChange={(fields) => setDraft({ over: String(known), fields })}
          />
        )}
        {summary && errors > 0 && <ImportErrors entry={entry} />}
      </div>
    </>
  )
}

function ImportProgress({ entry: { status, processed, rows } }: { entry: ImportEntry }) {
  const { t } = useTranslation()
  return (
    <Card>
      <output className={styles['progress']}>
        <span>{t(`imports.state.${status}`)}</span>
        <ProgressBar percent={rows ? (processed / rows) * 100 : 0} label={t(`imports.state.${status}`)} />
        {rows !== null && (
          <small className={styles['muted']}>
            {t('exports.progress', { rows: count(Math.min(processed, rows)), total: count(rows) })}
          </small>
        )}
      </output>
    </Card>
  )
}

type ActionProps = {
  entry: ImportEntry
  errors: number
  /** False: columns were chosen anew, and the check is of others. */
  isChecked: boolean
}

function ImportActions({ entry, errors, isChecked }: ActionProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { id, status, summary } = entry
  const params = { id }
  const onError = (error: unknown) =>
    showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) })
  const onSuccess = ({ data }: { data: ImportEntry }) => queries.setQueryData(importQuery(id).queryKey, data)
  const commit = useMutation({
    mutationFn: () => api('POST /imports/{id}/commit', { params }),
    onSuccess,
    onError: (error) => {
      onError(error)
      // It may be checked anew by now.
      void queries.invalidateQueries({ queryKey: importsKey })
    },
  })
  const undo = useMutation({
    mutationFn: () => api('POST /imports/{id}/undo', { params }),
    onSuccess,
    onError,
  })
  const remove = useMutation({
    mutationFn: () => api('DELETE /imports/{id}', { params }),
    onSuccess: async () => {
      await navigate({ to: entry.kind === 'templates' ? paths.templateImports() : paths.imports() })
      await queries.invalidateQueries({ queryKey: importsKey })
    },
    onError,
  })
  const ready = summary?.change ?? 0
  return (
    <div className={styles['end']}>
      <div className={styles['actions']}>
        {(status === 'checked' || status === 'failed') && (
          <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('imports.cancel')}
          </Button>
        )}
        {errors > 0 && !isImportRunning(entry) && (
          <DownloadLink
            className={buttons['button'] ?? ''}
            href={`/api/v2/imports/${id}/bad-rows`}
            download={`bad-rows-${id}.csv`}
          >
            <FileDown size={15} aria-hidden="true" />
            {t('imports.download', { count: errors, figure: count(errors) })}
          </DownloadLink>
        )}
        {status === 'checked' && (
          <Button
            variant="primary"
            busy={commit.isPending}
            disabled={ready === 0}
            {...(!isChecked && { refusal: t('imports.checkFirst') })}
            onClick={() => commit.mutate()}
          >
            {t('imports.commit', { count: ready, figure: count(ready) })}
          </Button>
        )}
        {entry.undo_until && (
          <Button busy={undo.isPending} onClick={() => undo.mutate()}>
            {t('imports.undo')}
          </Button>
        )}
      </div>
      {status === 'checked' && <small className={styles['muted']}>{t('imports.nothingYet')}</small>}
      {entry.undo_until && (
        <small className={styles['muted']}>
          {t('imports.undoUntil')} <When at={entry.undo_until} deadline />
        </small>
      )}
    </div>
  )
}
