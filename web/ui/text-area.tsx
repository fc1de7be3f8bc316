import { type TextareaHTMLAttributes, useId } from 'react'
import { describedBy, FieldNotes } from './field-notes.tsx'
import styles from './text-field.module.css'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: string
  error?: string | undefined
  help?: string
}

/** A text of several lines without marks. */
export function TextArea({ label, error, help, ...area }: Props) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <span className={styles['box']}>
        <textarea
          {...area}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { help, error })}
        />
      </span>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}
