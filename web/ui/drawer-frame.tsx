import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import styles from './drawer-frame.module.css'
import { useKeptFocus } from './keep-focus.ts'
import { useKeys } from './use-keys.ts'

type Props = {
  title: ReactNode
  /** Beside the button that closes it. */
  actions?: ReactNode
  onClose: () => void
  /** Called on Escape instead of `onClose`, where the key has something else to end first. */
  onEscape?: () => void
  /** Actions, in sight however long the rest is. */
  foot?: ReactNode
  children: ReactNode
}

/** A panel beside the list that it belongs to, or over it where its page makes the list inert; a whole page on a phone. */
export function DrawerFrame({ title, actions, onClose, onEscape = onClose, foot, children }: Props) {
  const { t } = useTranslation()
  useKeys({ Escape: onEscape })
  const heading = useId()
  const panel = useRef<HTMLDialogElement>(null)
  useEffect(() => panel.current?.focus(), [])
  useKeptFocus(panel)
  return (
    <>
      {/* The second click of a double click on a row lands on it. */}
      <div className={styles['scrim']} onClick={({ detail }) => detail < 2 && onClose()} aria-hidden="true" />
      <dialog ref={panel} open className={styles['drawer']} aria-labelledby={heading} tabIndex={-1}>
        <header className={styles['head']}>
          <div id={heading} className={styles['title']}>
            {title}
          </div>
          <div className={styles['actions']}>
            {actions}
            <IconButton label={t('action.close')} onClick={onClose}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </div>
        </header>
        {/* In the order of the Tab key, so that the arrow keys scroll what is in it. */}
        <section className={styles['body']} aria-labelledby={heading} tabIndex={0}>
          {children}
        </section>
        {foot && <footer className={styles['foot']}>{foot}</footer>}
      </dialog>
    </>
  )
}

/** A titled surface inside a drawer or a page. It takes the focus of an action in it that is gone. */
export function Card({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles['card']} tabIndex={-1}>
      {title && <h3 className={styles['cardTitle']}>{title}</h3>}
      {children}
    </section>
  )
}
