import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api.ts'
import { useErrorMessage } from '../error-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmLeave } from './confirm-leave.tsx'
import styles from './setting-form.module.css'
import { useFirstError } from './use-first-error.ts'

type Props = {
  /** Its button stands from the beginning, and there is nothing to go back to. */
  isNew: boolean
  isChanged: boolean
  isSaving: boolean
  /** Why nothing can be changed. */
  readOnly?: string | false
  /** Label of the save button, verb first. */
  save: string
  /** Text that names what is lost by leaving with a change. */
  leaveText: string
  error: Error | null
  onSave: () => void
  onCancel: () => void
  children: ReactNode
}

/** The form of a setting drawer. What is wrong with a field stands at the field, which is its maker's to show. */
export function SettingForm({ isNew, isChanged, readOnly = false, error, children, ...more }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useFirstError(form, error, tries)
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        more.onSave()
        setTries(tries + 1)
      }}
    >
      {readOnly && (
        <p className={styles['note']} role="note">
          {readOnly}
        </p>
      )}
      {children}
      {error && Object.keys(fieldsOf(error)).length === 0 && (
        <p className={styles['error']} role="alert">
          {errorMessage(error)}
        </p>
      )}
      {!readOnly && (isChanged || isNew) && (
        <SettingActions>
          {!isNew && <Button onClick={more.onCancel}>{t('action.cancel')}</Button>}
          <Button variant="primary" type="submit" busy={more.isSaving}>
            {more.save}
          </Button>
        </SettingActions>
      )}
      <ConfirmLeave when={isChanged} text={more.leaveText} />
    </form>
  )
}

/** The buttons under a form, and those of a card that has nothing else. */
export function SettingActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}

/** Answers the error messages by field. */
export function fieldsOf(error: Error | null): Record<string, string> {
  return error instanceof ApiError ? error.fields : {}
}
