import CircleAlert from 'lucide-react/icons/circle-alert'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import styles from './states.module.css'

/** Says what will appear here, and offers what makes it so. */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <div className={styles['state']}>
      <Inbox size={30} strokeWidth={1.4} aria-hidden="true" />
      <strong className={styles['title']}>{title}</strong>
      {text && <p>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  )
}

/** Message about a failure in plain words, with a way to try again. */
export function ErrorState({ title, text, note, children }: ErrorProps) {
  return (
    <div className={styles['state']} role="alert">
      <CircleAlert size={30} strokeWidth={1.4} aria-hidden="true" className={styles['alarm']} />
      <strong className={styles['title']}>{title}</strong>
      {text && text !== title && <p className={styles['lines']}>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
      {note && <p className={styles['note']}>{note}</p>}
    </div>
  )
}

type ErrorProps = { title: string; text?: string; note?: string | null; children?: ReactNode }

export function Skeleton({ width, height = 12 }: { width: number | string; height?: number | string }) {
  return <span className={styles['skeleton']} style={{ width, height }} />
}
