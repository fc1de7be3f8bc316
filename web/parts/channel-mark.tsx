import styles from './channel-mark.module.css'

/** One letter in the channel's own hue. It is decoration: the shop's name always stands beside it. */
const marks: Record<number, { letter: string; hue: string }> = {
  1: { letter: 'L', hue: 'lazada' },
  2: { letter: 'S', hue: 'shopee' },
  3: { letter: 'P', hue: 'pos' },
  4: { letter: 'W', hue: 'website' },
  5: { letter: 'T', hue: 'tiktok' },
  6: { letter: '2', hue: 'web-store' },
  7: { letter: 'K', hue: 'tiki' },
  8: { letter: 'C', hue: 'crm' },
}

export function ChannelMark({ platformId, large = false }: { platformId: number; large?: boolean }) {
  const { letter, hue } = marks[platformId] ?? { letter: '·', hue: 'tiktok' }
  return (
    <span
      className={styles['mark']}
      data-large={large || undefined}
      style={{ background: `var(--channel-${hue})` }}
      aria-hidden="true"
    >
      {letter}
    </span>
  )
}
