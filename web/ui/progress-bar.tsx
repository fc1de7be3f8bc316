import styles from './progress-bar.module.css'

export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return <progress className={styles['bar']} aria-label={label} max={100} value={percent} />
}
