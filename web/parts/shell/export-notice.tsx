import { useQuery, useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../console-queries.ts'
import { type RealtimeChannel, realtimeChannels } from '../../../model/realtime-channels.ts'
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
  const renew = () => void queries.invalidateQueries({ queryKey: exportsKey }, afterReading)
  const shown = data?.filter(({ id }) => watched.includes(id)) ?? []
  return (
    <>
      {channels.map((channel) => (
        <Listener key={channel} channel={channel} onValues={renew} />
      ))}
      {shown.length > 0 && (
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
      )}
    </>
  )
}

const channels = realtimeChannels.filter((channel) => channel.startsWith('export.'))

function Listener({ channel, onValues }: { channel: RealtimeChannel; onValues: () => void }) {
  useLive(channel, onValues)
  return null
}
