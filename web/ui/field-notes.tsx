import styles from './text-field.module.css'

type Notes = {
  help?: string | undefined
  error?: string | undefined
}

/** Ids of a field's notes, for its `aria-describedby`. */
export function describedBy(id: string, { help, error }: Notes): string | undefined {
  return [help && `${id}-help`, error !== undefined && `${id}-error`].filter(Boolean).join(' ') || undefined
}

/** Help under a field, and its error under that. */
export function FieldNotes({ id, help, error }: Notes & { id: string }) {
  return (
    <>
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
    </>
  )
}
