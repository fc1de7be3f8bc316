import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { paths } from '../../paths.ts'
import { signIn } from '../../signing-in.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useGoHomeSignedIn } from './use-leave-signed-in.ts'

/** Page that the link of an invitation opens. */
export function ActivatePage() {
  const { t } = useTranslation()
  useGoHomeSignedIn()
  const link = useLink('activate')
  const { company_name: company = '', email = '' } = link.info ?? {}
  const lead = link.info && t('password.activateLead', { company, email })
  return (
    <AuthFrame title={t('password.activateTitle')} lead={lead}>
      {link.error ? (
        <DeadLink error={link.error} text={t('password.askAgain')} />
      ) : link.info ? (
        <ActivateForm token={link.token} email={email} name={link.info.name} />
      ) : (
        <Skeleton width="100%" height={180} />
      )}
    </AuthFrame>
  )
}

/** Page that the link for a forgotten password opens. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  useGoHomeSignedIn()
  const link = useLink('reset')
  const lead = link.info && t('password.resetLead', { email: link.info.email })
  return (
    <AuthFrame title={t('password.resetTitle')} lead={lead}>
      {link.error ? (
        <DeadLink error={link.error}>
          <Link to={paths.forgotPassword()}>{t('password.newLink')}</Link>
        </DeadLink>
      ) : link.info ? (
        <ResetForm token={link.token} />
      ) : (
        <Skeleton width="100%" height={180} />
      )}
    </AuthFrame>
  )
}

/** The token stands behind the #, so that it is in no server's log. */
function useLink(kind: 'activate' | 'reset') {
  const [token] = useState(() => location.hash.slice(1))
  const { data, error } = useQuery({
    queryKey: ['one-time-link', token],
    queryFn: async ({ signal }) => {
      // A malformed token is as invalid as a used one.
      if (!/^[\w-]{43}$/.test(token)) throw new ApiError({ status: 410, code: 'one_time_link_expired' })
      const { data: info } = await api('POST /authorization/token-info', { body: { token }, signal })
      if (info.kind !== kind) throw new ApiError({ status: 410, code: 'one_time_link_expired' })
      return info
    },
    retry: false,
    staleTime: Infinity,
  })
  return { token, info: data, error }
}

function DeadLink({ error, text, children }: { error: Error; text?: string; children?: React.ReactNode }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const isDead = error instanceof ApiError && error.status === 410
  return (
    <ErrorState
      title={isDead ? t('password.deadLink') : errorMessage(error)}
      {...(text && isDead ? { text } : {})}
    >
      {children}
    </ErrorState>
  )
}

function ActivateForm({ token, email, name: given }: { token: string; email: string; name: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState(given)
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (password: string) => {
      await api('POST /authorization/activate', { body: { token, name, password } })
      await signIn(email, password)
    },
    onSuccess: () => navigate({ to: paths.home(), replace: true }),
  })
  return (
    <PasswordForm submit={t('password.begin')} busy={isPending} error={error} onSubmit={mutate}>
      <TextField
        label={t('account.name')}
        autoComplete="name"
        maxLength={255}
        value={name}
        error={error instanceof ApiError ? error.fields['name'] : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </PasswordForm>
  )
}

function ResetForm({ token }: { token: string }) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (password: string) =>
      api('POST /authorization/reset-password', {
        body: { token, password, password_confirmation: password },
      }),
  })
  if (data)
    return (
      <div className={styles['form']}>
        <output className={styles['done']}>{data.message}</output>
        <Link to={paths.signIn()} className={styles['more']}>
          {t('signIn.submit')}
        </Link>
      </div>
    )
  return <PasswordForm submit={t('password.set')} busy={isPending} error={error} onSubmit={mutate} />
}

type FormProps = {
  submit: string
  busy: boolean
  error: Error | null
  onSubmit: (password: string) => void
  /** Asked above the password. */
  children?: React.ReactNode
}

function PasswordForm({ submit, busy, error, onSubmit, children }: FormProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isDifferent, setDifferent] = useState(false)
  const fields = error instanceof ApiError ? error.fields : {}

  function onForm(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setDifferent(password !== repeated)
    if (password === repeated) onSubmit(password)
  }

  return (
    <form className={styles['form']} onSubmit={onForm} noValidate>
      {children}
      <TextField
        label={t('password.new')}
        type="password"
        autoComplete="new-password"
        help={t('password.rule')}
        maxLength={50}
        value={password}
        error={fields['password']}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextField
        label={t('password.repeat')}
        type="password"
        autoComplete="new-password"
        maxLength={50}
        value={repeated}
        error={isDifferent ? t('password.different') : undefined}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {submit}
      </Button>
      <p className={styles['error']} role="alert">
        {error && Object.keys(fields).length === 0 && errorMessage(error)}
      </p>
    </form>
  )
}
