import { useTranslation } from 'react-i18next'
import { count } from '../../parts/figures.ts'
import styles from './score-ring.module.css'

const radius = 7
const around = 2 * Math.PI * radius
/** Below this a listing is shown in amber. */
const fair = 60

/** Content score of 100 as a ring and its figure. */
export function ScoreRing({ score }: { score: number }) {
  const { t } = useTranslation()
  return (
    <span
      className={styles['score']}
      data-low={score < fair || undefined}
      title={t('products.scoreOf', { figure: count(score) })}
    >
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r={radius} />
        <circle cx="9" cy="9" r={radius} strokeDasharray={`${(score / 100) * around} ${around}`} />
      </svg>
      {count(score)}
    </span>
  )
}
