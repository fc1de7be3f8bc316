import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useGoHomeSignedIn } from './use-leave-signed-in.ts'

/** Says the same of every address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  useGoHomeSignedIn()
  const errorMessage = useErrorMessage()
  const [email, setEmail] = useState('')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api('POST /authorization/forgot-password', { body: { email } }),
  })
  const field = error instanceof ApiError ? error.fields['email'] : undefined

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate()
  }

  return (
    <AuthFrame title={t('password.forgotTitle')} lead={t('password.forgotLead')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        {data ? (
          <output className={styles['done']}>{data.message}</output>
        ) : (
          <>
            <TextField
              label={t('signIn.email')}
              type="email"
              autoComplete="username"
              maxLength={255}
              value={email}
              error={field}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" variant="primary" size="large" busy={isPending}>
              {t('password.sendLink')}
            </Button>
            <p className={styles['error']} role="alert">
              {error && !field && errorMessage(error)}
            </p>
          </>
        )}
        <Link to={paths.signIn()} className={styles['more']}>
          {t('password.backToSignIn')}
        </Link>
      </form>
    </AuthFrame>
  )
}
