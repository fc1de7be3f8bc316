import styles from './channel-mark.module.css'

/** One letter per platform id. It is decoration: the shop's name always stands beside it. */
const letters: Record<number, string> = { 1: 'L', 2: 'S', 3: 'P', 4: 'W', 5: 'T', 6: '2', 7: 'K', 8: 'C' }

export function ChannelMark({ platformId, large = false }: { platformId: number; large?: boolean }) {
  return (
    <span
      className={styles['mark']}
      data-large={large || undefined}
      style={{ background: `var(--channel-${platformId}, var(--grey-dot))` }}
      aria-hidden="true"
    >
      {letters[platformId] ?? '·'}
    </span>
  )
}
