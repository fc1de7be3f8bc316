import { useMutation, useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { exportsKey, watchExport } from '../../parts/queries/export-queries.ts'
import { Button } from '../../ui/button.tsx'
import styles from './request-backup.module.css'

/** The owner's: all of the account as a file. How it comes along is told on every page. */
export function RequestBackup() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const ask = useMutation({
    mutationFn: () => api('POST /account/backup'),
    onSuccess: (asked) => {
      watchExport(asked.export_id)
      void queries.invalidateQueries({ queryKey: exportsKey })
    },
  })
  return (
    <div className={styles['backup']}>
      <p>{t('backup.text')}</p>
      <p className={styles['muted']}>{t('backup.sealed')}</p>
      {ask.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(ask.error)}
        </p>
      )}
      <Button
        icon={<Download size={15} aria-hidden="true" />}
        busy={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {t('backup.ask')}
      </Button>
    </div>
  )
}
