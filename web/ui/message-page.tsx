import { type ReactNode, useEffect } from 'react'
import styles from './message-page.module.css'

/** A whole page that says one thing: what happened, and where to go from here. */
export function MessagePage({ status, title, text, children, note }: Props) {
  useEffect(() => {
    document.title = `${title} · Seller Console`
  }, [title])
  return (
    <main className={styles['page']}>
      <p className={styles['status']}>{status}</p>
      <h1>{title}</h1>
      {text && <p className={styles['text']}>{text}</p>}
      <div className={styles['actions']}>{children}</div>
      {note && <p className={styles['note']}>{note}</p>}
    </main>
  )
}

type Props = { status: number; title: string; text?: string; children: ReactNode; note?: string | undefined }
