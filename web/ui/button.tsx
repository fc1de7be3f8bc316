import {
  type ButtonHTMLAttributes,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useRef,
} from 'react'
import styles from './button.module.css'

type Props = ComponentProps<'button'> & {
  variant?: 'default' | 'primary' | 'quiet' | 'danger'
  size?: 'small' | 'normal' | 'large'
  icon?: ReactNode
  /** Work is under way: the button keeps its place and focus but does nothing. False: a double click, or a key pressed twice, starts it once. */
  busy?: boolean
  /** Why it cannot be pressed now. Unlike a disabled one it can be reached, and says so. */
  refusal?: string
}

/** The second of two presses by a key comes within this time, before the page knows of the work that the first has begun, and on the same button. */
const doublePressMs = 300

export function Button({ variant = 'default', size = 'normal', icon, busy, refusal, ...rest }: Props) {
  const { children, className, onClick, onBlur, type = 'button', ...button } = rest
  const isOff = busy || refusal !== undefined
  const pressedAt = useRef(-Infinity)
  const isSecond = ({ detail, timeStamp, currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // A field that Enter was pressed in keeps the focus.
    const isByKey = detail === 0 && currentTarget === document.activeElement
    return busy === false && (detail > 1 || (isByKey && timeStamp - pressedAt.current < doublePressMs))
  }
  return (
    <button
      {...button}
      type={type === 'submit' ? 'submit' : 'button'}
      className={[styles['button'], styles[variant], styles[size], className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      {...(refusal === undefined ? {} : { title: refusal, 'aria-description': refusal })}
      onClick={(event) => {
        if (isOff || isSecond(event)) return event.preventDefault()
        pressedAt.current = event.timeStamp
        onClick?.(event)
      }}
      onBlur={(event) => {
        pressedAt.current = -Infinity
        onBlur?.(event)
      }}
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
