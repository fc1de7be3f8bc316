import { type SelectHTMLAttributes, useId } from 'react'
import { describedBy, FieldNotes } from './field-notes.tsx'
import styles from './text-field.module.css'

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
  label: string
  /** For a list whose place says what it chooses; the label is still told to who cannot see that. */
  isLabelHidden?: boolean
  help?: string
  error?: string | undefined
}

/** The browser's own list, in the looks of a text field. */
export function SelectField({ label, isLabelHidden = false, help, error, children, ...select }: Props) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <span className={styles['box']}>
        <select
          {...select}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { help, error })}
        >
          {children}
        </select>
      </span>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}
