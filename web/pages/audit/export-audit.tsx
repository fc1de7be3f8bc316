import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { exportFormats, type ExportFormat } from '../../../model/export.ts'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { exportsKey, watchExport } from '../../parts/queries/export-queries.ts'
import { allows, meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { type AuditSearch, toAuditQuery } from './audit-search.ts'
import styles from './audit.module.css'

/** The owner's: what the list shows, as a file. How it comes along is told on every page. */
export function ExportAudit({ search }: { search: AuditSearch }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const queries = useQueryClient()
  const ask = useMutation({
    mutationFn: (format: ExportFormat) =>
      api('GET /audit-logs/export', { query: { ...toAuditQuery(search), format } }),
    onSuccess: (asked) => {
      watchExport(asked.export_id)
      void queries.invalidateQueries({ queryKey: exportsKey })
    },
  })
  if (!allows(me, 'data.export_all')) return null
  return (
    <div className={styles['export']}>
      {exportFormats.toReversed().map((format) => (
        <Button
          key={format}
          icon={<Download size={15} aria-hidden="true" />}
          busy={ask.isPending && ask.variables === format}
          onClick={() => ask.mutate(format)}
        >
          {t(`exports.formats.${format}`)}
        </Button>
      ))}
      {ask.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(ask.error)}
        </p>
      )}
    </div>
  )
}
