import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account.module.css'
import { sessionsKey } from './own-sessions.tsx'
import { showToast } from '../../ui/toast.ts'

const fields = [
  { name: 'current_password', text: 'password.current', autoComplete: 'current-password' },
  { name: 'password', text: 'password.new', autoComplete: 'new-password' },
  { name: 'password_confirmation', text: 'password.repeat', autoComplete: 'new-password' },
] as const
const empty = { current_password: '', password: '', password_confirmation: '' }

export function ChangePassword() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [values, setValues] = useState(empty)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api('PUT /users/change-password', { body: values }),
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', message })
      setValues(empty)
      await queries.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  const invalid = error instanceof ApiError ? error.fields : {}

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate()
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {fields.map(({ name, text, autoComplete }) => (
        <TextField
          key={name}
          label={t(text)}
          type="password"
          autoComplete={autoComplete}
          maxLength={50}
          value={values[name]}
          error={invalid[name]}
          {...(name === 'password' ? { help: t('password.rule') } : {})}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      {error && Object.keys(invalid).length === 0 && (
        <p className={styles['error']} role="alert">
          {errorMessage(error)}
        </p>
      )}
      <div className={styles['actions']}>
        <Button type="submit" busy={isPending} disabled={values.password === '' && !isPending}>
          {t('password.change')}
        </Button>
      </div>
    </form>
  )
}
