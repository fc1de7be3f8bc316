import type { ReactNode } from 'react'
import styles from './field-group.module.css'

type Props = {
  legend: string
  /** Error of the group as a whole. */
  error?: string | undefined
  children: ReactNode
}

/** Fields of a form that are read together, under a line and a name of their own. */
export function FieldGroup({ legend, error, children }: Props) {
  return (
    <fieldset className={styles['group']} {...(error && { 'data-invalid': '', tabIndex: -1 })}>
      <legend>{legend}</legend>
      {children}
      {error && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
