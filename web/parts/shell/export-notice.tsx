import { useQuery, useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { useAfterPage } from '../after-page.ts'
import { ExportState } from '../export-state.tsx'
import { exportsKey, exportsQuery, leaveExports, useWatchedExports } from '../queries/export-queries.ts'
import { useLive } from '../live.ts'
import styles from './export-notice.module.css'

/** The files that were asked for, on whichever page the reader is, until they are put away. */
export function ExportNotice() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const watched = useWatchedExports()
  const { data } = useQuery({ ...exportsQuery, enabled: useAfterPage() && watched.length > 0 })
  const renew = () => void queries.invalidateQueries({ queryKey: exportsKey })
  useLive('export.orders', renew)
  useLive('export.products', renew)
  useLive('export.skus', renew)
  useLive('export.customers', renew)
  useLive('export.shortlists', renew)
  useLive('export.sales.shop-detail', renew)
  useLive('export.sales.product-ranking', renew)
  useLive('export.products.product-ranking', renew)
  useLive('export.orders.location', renew)
  useLive('export.orders.shipping', renew)
  useLive('export.customers.statistic', renew)
  useLive('export.audit', renew)
  useLive('export.account', renew)
  const shown = data?.filter(({ id }) => watched.includes(id)) ?? []
  if (shown.length === 0) return null
  return (
    <section className={styles['notice']} aria-label={t('exports.notice')}>
      <ul aria-live="polite">
        {shown.map((entry) => (
          <li key={entry.id}>
            <strong>{entry.file_name}</strong>
            <ExportState entry={entry} />
          </li>
        ))}
      </ul>
      <IconButton label={t('action.close')} onClick={() => leaveExports(watched)}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </section>
  )
}
