import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

type Props = ComponentProps<'button'> & {
  variant?: 'default' | 'primary' | 'quiet' | 'danger'
  size?: 'small' | 'normal' | 'large'
  icon?: ReactNode
  /** Work is under way: the button keeps its place and focus but does nothing. False: a double click starts it once. */
  busy?: boolean
  /** Why it cannot be pressed now. Unlike a disabled one it can be reached, and says so. */
  refusal?: string
}

export function Button({ variant = 'default', size = 'normal', icon, busy, refusal, ...rest }: Props) {
  const { children, className, onClick, type = 'button', ...button } = rest
  const isOff = busy || refusal !== undefined
  return (
    <button
      {...button}
      type={type === 'submit' ? 'submit' : 'button'}
      className={[styles['button'], styles[variant], styles[size], className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      {...(refusal === undefined ? {} : { title: refusal, 'aria-description': refusal })}
      onClick={(event) =>
        isOff || (busy === false && event.detail > 1) ? event.preventDefault() : onClick?.(event)
      }
    >
      {busy ? <span className={styles['spinner']} /> : icon}
      {children}
    </button>
  )
}

/** The key that does the same, behind a button's words. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd className={styles['key']} aria-hidden="true">
      {children}
    </kbd>
  )
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  /** Why it cannot be pressed now, as of a button with words. */
  refusal?: string | undefined
  children: ReactNode
}

/** A button that shows only a picture and says its name to everybody else. */
export function IconButton({ label, refusal, children, className, onClick, ...button }: IconButtonProps) {
  return (
    <button
      {...button}
      type="button"
      aria-label={label}
      title={refusal ?? label}
      {...(refusal === undefined ? {} : { 'aria-disabled': true, 'aria-description': refusal })}
      onClick={refusal === undefined ? onClick : (event) => event.preventDefault()}
      className={`${styles['icon']} ${className ?? ''}`}
    >
      {children}
    </button>
  )
}
