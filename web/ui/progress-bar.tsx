import styles from './progress-bar.module.css'

export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <span
      className={styles['track']}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={styles['fill']} style={{ width: `${percent}%` }} />
    </span>
  )
}
