import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import FileDown from 'lucide-react/icons/file-down'
import { useTranslation } from 'react-i18next'
import type { ImportKind } from '../../../../model/import.ts'
import { DownloadLink } from '../../../parts/download-link.tsx'
import { count } from '../../../parts/figures.ts'
import { useLive } from '../../../parts/live.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import {
  type ImportEntry,
  importsKey,
  importsQuery,
  mayImport,
} from '../../../parts/queries/import-queries.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import buttons from '../../../ui/button.module.css'
import { Card } from '../../../ui/drawer-frame.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import styles from './imports.module.css'
import { UploadImport } from './upload-import.tsx'

/** The user's imports of prices, stock and SKUs of the last 30 days. */
export function ImportsPage() {
  return <ImportList kind="products" />
}

/** The user's imports of product templates, with the file to fill in. */
export function TemplateImportsPage() {
  return <ImportList kind="templates" />
}

function ImportList({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const isOfTemplates = kind === 'templates'
  const title = t(isOfTemplates ? 'imports.templatesTitle' : 'imports.title')
  usePageTitle(title)
  const { data: all, error, refetch } = useQuery(importsQuery)
  const data = all?.filter((one) => one.kind === kind)
  useLive('import.change', () => void queries.invalidateQueries({ queryKey: importsKey }))
  return (
    <main className={styles['page']}>
      <nav className={styles['crumbs']} aria-label={t('skus.path')}>
        {isOfTemplates ? (
          <Link to={paths.templates()}>{t('area.templates')}</Link>
        ) : (
          <Link to={paths.products()}>{t('area.products')}</Link>
        )}
      </nav>
      <header className={styles['head']}>
        <h1>{title}</h1>
        <div className={styles['actions']}>
          {isOfTemplates && mayImport(me, kind) && (
            <DownloadLink
              className={buttons['button'] ?? ''}
              href="/api/v2/imports/templates/example"
              download="templates.xlsx"
            >
              <FileDown size={15} aria-hidden="true" />
              {t('imports.example')}
            </DownloadLink>
          )}
          {mayImport(me, kind) && <UploadImport kind={kind} />}
        </div>
      </header>
      <p className={styles['muted']}>{t(isOfTemplates ? 'imports.templatesHelp' : 'imports.help')}</p>
      {error && !data && <LoadError title={t('imports.loadFailed')} error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton width="60%" height={36} />}
      {data?.length === 0 && <EmptyState title={t('imports.none')} text={t('imports.noneText')} />}
      {data && data.length > 0 && (
        <Card>
          <ul className={styles['list']}>
            {data.map((one) => (
              <li key={one.id}>
                <Link to={paths.import(one.id)}>{one.file_name}</Link>
                <span className={styles['muted']}>
                  {t(`imports.state.${one.status}`)}
                  <Figures entry={one} />
                </span>
                <small className={styles['muted']}>
                  <When at={one.requested_at} />
                </small>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </main>
  )
}

function Figures({ entry: { rows, summary } }: { entry: ImportEntry }) {
  const { t } = useTranslation()
  if (rows === null) return null
  const errors = summary?.error ?? 0
  return (
    <>
      {` · ${t('exports.rows', { count: rows, figure: count(rows) })}`}
      {errors > 0 && ` · ${t('imports.withErrors', { count: errors, figure: count(errors) })}`}
    </>
  )
}
