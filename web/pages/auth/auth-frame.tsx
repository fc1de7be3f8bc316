import { type ReactNode, useEffect } from 'react'
import { LanguageSelect } from '../../parts/language-select.tsx'
import { Mark } from '../../parts/mark.tsx'
import styles from './auth-frame.module.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** The card in the middle of every page in front of the sign-in. */
export function AuthFrame({ title, lead, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Seller Console`
  }, [title])
  return (
    <div className={styles['page']}>
      <main className={styles['card']}>
        <div className={styles['brand']}>
          <Mark />
          Seller Console
        </div>
        <h1>{title}</h1>
        {lead && <p className={styles['lead']}>{lead}</p>}
        {children}
      </main>
      <footer className={styles['foot']}>
        <LanguageSelect />
      </footer>
    </div>
  )
}
