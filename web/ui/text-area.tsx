import { type TextareaHTMLAttributes, useId } from 'react'
import styles from './text-field.module.css'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: string
  error?: string | undefined
  help?: string
}

/** A text of several lines without marks. */
export function TextArea({ label, error, help, ...area }: Props) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <span className={styles['box']}>
        <textarea
          {...area}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
        />
      </span>
      {help && (
        <span id={`${id}-help`} className={styles['help']}>
          {help}
        </span>
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
