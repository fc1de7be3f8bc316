import { useTranslation } from 'react-i18next'
import styles from './order-returns.module.css'

/** Restocked and written-off pieces of a returned line; nothing before somebody has checked it. */
export function FoundPieces({ line }: { line: { restocked: number; written_off: number } }) {
  const { t } = useTranslation()
  const parts = [
    line.restocked > 0 && t('returns.restocked', { count: line.restocked }),
    line.written_off > 0 && t('returns.writtenOff', { count: line.written_off }),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return <small className={styles['muted']}>{parts.join(' · ')}</small>
}
