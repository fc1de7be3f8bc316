import styles from '../analytics.module.css'

const width = 84
const height = 22
/** Half of the line's width, which would be cut at the edges. */
const half = 1

/** A figure of each day as a line, from zero to the most of them; the figures themselves stand elsewhere. */
export function Sparkline({ days, label }: { days: readonly number[]; label: string }) {
  const most = Math.max(1, ...days)
  const points = days.map((figure, at) => {
    const x = half + (at * (width - 2 * half)) / Math.max(1, days.length - 1)
    const y = height - half - (Math.max(0, figure) * (height - 2 * half)) / most
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <span title={label}>
      <svg className={styles['sparkline']} width={width} height={height} aria-hidden="true">
        <polyline points={points.join(' ')} />
      </svg>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
