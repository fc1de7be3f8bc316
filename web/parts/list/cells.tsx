/** Cells that the rows of several lists have: a thing in ink, and under it in muted why it matters. */
import type { ReactNode } from 'react'
import { ChannelMark } from '../channel-mark.tsx'
import styles from './cells.module.css'

export type Tone = 'warning' | 'danger' | undefined

type LinesProps = {
  children: ReactNode
  hint?: ReactNode
  tone?: Tone
  title?: string | undefined
  align?: 'end'
  /** The hint is a deadline, an amount or a state, which is never cut. */
  isHintWhole?: boolean
}

export function Lines({ children, hint, tone, title, align, isHintWhole }: LinesProps) {
  return (
    <span className={styles['lines']} data-align={align}>
      <span>{children}</span>
      {hint !== undefined && hint !== null && (
        <small data-tone={tone} data-whole={isHintWhole ? '' : undefined} title={title}>
          {hint}
        </small>
      )}
    </span>
  )
}

export function ShopName({ platformId, name }: { platformId: number; name: string }) {
  return (
    <span className={styles['shop']}>
      <ChannelMark platformId={platformId} />
      <span title={name}>{name}</span>
    </span>
  )
}

type ShopMarksProps = { shops: { platformId: number; name: string }[]; label?: string; most?: number }

/** Marks of shops, as many as have room, and how many more there are; hover names them. */
export function ShopMarks({ shops, label, most = 4 }: ShopMarksProps) {
  const seen = shops.length > most ? shops.slice(0, most - 1) : shops
  const names = shops.map(({ name }) => name).join(', ')
  return (
    <>
      {label}{' '}
      <span className={styles['marks']} title={names}>
        {seen.map(({ platformId, name }) => (
          <ChannelMark key={`${platformId} ${name}`} platformId={platformId} />
        ))}
        {shops.length > seen.length && <span aria-hidden="true">+{shops.length - seen.length}</span>}
        <span className="visually-hidden">{names}</span>
      </span>
    </>
  )
}

/** Unknown is a dash, never 0. */
export const none = <span className={styles['none']}>–</span>
