import { useTranslation } from 'react-i18next'
import { change } from '../../parts/figures.ts'
import styles from './home-page.module.css'

/** "+12,5 % than yesterday"; nothing where there was nothing to compare with. */
export function Comparison({ percentChange, than }: { percentChange: number | null; than: string }) {
  const { t } = useTranslation()
  if (percentChange === null) return null
  return (
    <span className={styles['muted']} title={change(percentChange)}>
      {change(percentChange, (most) => t('home.beyond', { most }))} {than}
    </span>
  )
}
