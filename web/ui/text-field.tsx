import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { describedBy, FieldNotes } from './field-notes.tsx'
import styles from './text-field.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string
  /** For a field whose place says what it is; the label is still told to who cannot see that. */
  isLabelHidden?: boolean
  error?: string | undefined
  help?: string
  /** May be left empty. */
  optional?: boolean
  /** Stands inside the field, behind what is typed. */
  unit?: ReactNode
}

/** Label above, help under, and what is wrong with it under that. */
export function TextField({
  label,
  isLabelHidden = false,
  error,
  help,
  optional = false,
  unit,
  ...input
}: Props) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <span className={styles['box']}>
        <input
          {...input}
          id={id}
          required={!optional}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { help, error })}
        />
        {unit && <span className={styles['unit']}>{unit}</span>}
      </span>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}
