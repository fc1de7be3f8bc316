import Wifi from 'lucide-react/icons/wifi'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useTranslation } from 'react-i18next'
import { locale } from '../../../page-language.ts'
import { duration } from '../../../parts/dates.ts'
import { count } from '../../../parts/figures.ts'
import { useNow } from '../../../parts/when.tsx'
import styles from './scan-page.module.css'

const longMs = 10 * 60_000

/** Whether the scans have arrived, and how many wait on this device. */
export function ScanConnection({ waiting, offlineSince }: { waiting: number; offlineSince: number | null }) {
  const { t } = useTranslation()
  const now = useNow(15_000)
  if (offlineSince === null)
    return (
      <output className={styles['connection']} aria-label={t('scan.connection')}>
        <Wifi size={17} aria-hidden="true" />
        <span>
          {waiting > 0 ? t('scan.sending', { count: waiting, figure: count(waiting) }) : t('scan.sent')}
        </span>
      </output>
    )
  const ms = Math.max(60_000, now.getTime() - offlineSince)
  return (
    <output className={styles['connection']} aria-label={t('scan.connection')} data-offline="">
      <WifiOff size={17} aria-hidden="true" />
      <span>
        {t('scan.offline', { time: duration(ms, locale) })} ·{' '}
        {t('scan.keptHere', { count: waiting, figure: count(waiting) })}
        {ms > longMs && ` · ${t('scan.offlineLong')}`}
      </span>
    </output>
  )
}
