import { Link, useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api.ts'
import { pageFiles } from '../../page-files.ts'
import { paths } from '../../paths.ts'
import { endedSession, wanted } from '../../session.ts'
import { signIn } from '../../signing-in.ts'
import { Button } from '../../ui/button.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import styles from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { CentralSignIn } from './central-sign-in.tsx'
import { DemoSignIn } from './demo-sign-in.tsx'
import { useGoToFirstRun } from './first-run-query.ts'
import { useLeaveSignedIn } from './use-leave-signed-in.ts'

export function LoginPage() {
  const { t } = useTranslation()
  const goOn = useGoOn()
  const [hasEnded] = useState(() => endedSession.take())
  useEffect(() => {
    // Loads the pages behind the sign-in while the reader types.
    whenIdle(() => {
      for (const name of ['shell', 'home', 'orders'] as const) pageFiles[name]().catch(() => undefined)
    })
  }, [])
  useLeaveSignedIn(goOn)
  useGoToFirstRun()

  return (
    <AuthFrame title={t('signIn.title')} lead={t(hasEnded ? 'error.sessionEnded' : 'signIn.lead')}>
      <SignInForm onDone={goOn} />
      <CentralSignIn />
      <DemoSignIn onDone={goOn} />
    </AuthFrame>
  )
}

const lockSeconds = 15 * 60

function SignInForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [invalid, setInvalid] = useState<Record<string, string>>({})
  const [shown, setShown] = useState(false)
  const [remembers, setRemembers] = useState(true)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const otp = useRef<HTMLInputElement>(null)
  // The password was right, and a code of the app is wanted too.
  const [needsOtp, setAsksOtp] = useState(false)
  useEffect(() => email.current?.focus(), [])
  useEffect(() => otp.current?.focus(), [needsOtp])

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    setInvalid({})
    try {
      const code = otp.current?.value.trim()
      await signIn(email.current?.value.trim() ?? '', password.current?.value ?? '', {
        remember: remembers,
        ...(code && { otp: code }),
      })
      onDone()
    } catch (refused) {
      setBusy(false)
      if (refused instanceof ApiError && refused.code === 'otp_required') return setAsksOtp(true)
      const fields: Record<string, string> = refused instanceof ApiError ? refused.fields : {}
      setInvalid(fields)
      if (Object.keys(fields).length === 0) setError(messageFor(refused))
      if (fields['email']) return email.current?.focus()
      if (otp.current && fields['otp']) {
        otp.current.value = ''
        return otp.current.focus()
      }
      if (password.current) password.current.value = ''
      password.current?.focus()
    }
  }

  function messageFor(refused: unknown): string {
    if (!(refused instanceof ApiError)) return t('error.unknown')
    const { code, retryAfterSeconds, message } = refused
    if (code === 'bad_credentials') return t('signIn.wrong')
    if (code === 'too_many_attempts') {
      return t('signIn.tooMany', { count: Math.ceil((retryAfterSeconds ?? lockSeconds) / 60) })
    }
    if (code === 'account_inactive') return t('signIn.inactive')
    if (code === 'no_response') return t('error.noResponse')
    return message || t('error.unknown')
  }

  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <label className={styles['field']}>
        {t('signIn.email')}
        <input
          ref={email}
          className={styles['input']}
          name="email"
          type="email"
          autoComplete="username"
          maxLength={255}
          required
          aria-invalid={'email' in invalid}
          aria-describedby="sign-in-email-error"
        />
        <FieldError id="sign-in-email-error" message={invalid['email']} />
      </label>
      <label className={styles['field']}>
        {t('signIn.password')}
        <input
          ref={password}
          className={styles['input']}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={50}
          required
          aria-invalid={error !== null || 'password' in invalid}
          aria-describedby="sign-in-password-error sign-in-error"
        />
        <FieldError id="sign-in-password-error" message={invalid['password']} />
      </label>
      <label className={styles['show']}>
        <input type="checkbox" checked={shown} onChange={(event) => setShown(event.target.checked)} />
        {t('signIn.showPassword')}
      </label>
      <label className={styles['show']}>
        <input
          type="checkbox"
          name="remember"
          checked={remembers}
          onChange={(event) => setRemembers(event.target.checked)}
        />
        {t('signIn.remember')}
      </label>
      {needsOtp && (
        <label className={styles['field']}>
          {t('signIn.otp')}
          <input
            ref={otp}
            className={styles['input']}
            name="otp"
            autoComplete="one-time-code"
            maxLength={40}
            required
            aria-invalid={'otp' in invalid}
            aria-describedby="sign-in-otp-help sign-in-otp-error"
          />
          <FieldError id="sign-in-otp-error" message={invalid['otp']} />
          <small id="sign-in-otp-help" className={styles['lead']}>
            {t('signIn.otpHelp')}
          </small>
        </label>
      )}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {t('signIn.submit')}
      </Button>
      <div className={styles['error']}>
        {error && (
          <p id="sign-in-error" role="alert">
            {error}
          </p>
        )}
      </div>
      <Link to={paths.forgotPassword()} className={styles['more']}>
        {t('signIn.forgot')}
      </Link>
    </form>
  )
}

function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null
  return (
    <small id={id} className={styles['error']} role="alert">
      {message}
    </small>
  )
}

function useGoOn() {
  const navigate = useNavigate()
  const [goOn] = useState(() => () => void navigate({ href: wanted.take() ?? paths.home(), replace: true }))
  return goOn
}
