import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { sessionsKey } from './own-sessions.tsx'
import { showToast } from '../../ui/toast.ts'

const key = ['second-factor'] as const

type Action = 'begin' | 'codes' | 'off'
type Shared = { secret: string; qr_svg: string }

/** A code of an app besides the password: switched on with a first code, off with the password. */
export function SecondFactor() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data: factor } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api('GET /users/second-factor', { signal })).data,
  })
  const [action, setAction] = useState<Action | null>(null)
  const [shared, setShared] = useState<Shared | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => {
    setAction(null)
    setShared(null)
  }

  const proceed = useMutation({
    mutationFn: async (password: string) => {
      const body = { current_password: password }
      if (action === 'begin') setShared((await api('POST /users/second-factor', { body })).data)
      else if (action === 'codes')
        setCodes((await api('POST /users/second-factor/recovery-codes', { body })).data.recovery_codes)
      else {
        const { message } = await api('POST /users/second-factor/off', { body })
        showToast({ tone: 'success', message })
        setCodes(null)
      }
    },
    onSuccess: async () => {
      setAction(null)
      await queries.invalidateQueries({ queryKey: key })
    },
  })
  const confirm = useMutation({
    mutationFn: (otp: string) => api('POST /users/second-factor/confirm', { body: { otp } }),
    onSuccess: async ({ data }) => {
      setCodes(data.recovery_codes)
      close()
      await queries.invalidateQueries({ queryKey: key })
      await queries.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  const ask = (what: Action) => {
    proceed.reset()
    confirm.reset()
    setCodes(null)
    setShared(null)
    setAction(what)
  }

  return (
    <div className={styles['form']}>
      <p className={styles['state']}>
        {factor && (
          <Pill hue={factor.is_on ? 'green' : 'grey'}>{t(factor.is_on ? 'factor.on' : 'factor.off')}</Pill>
        )}
        <span>
          {factor?.is_on ? t('factor.left', { count: factor.recovery_codes_left }) : t('factor.help')}
        </span>
      </p>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {shared && (
        <>
          <p>{t('factor.scan')}</p>
          <img
            className={styles['qr']}
            src={`data:image/svg+xml;base64,${btoa(shared.qr_svg)}`}
            alt={t('factor.qr')}
          />
          <p>
            {t('factor.type')} <code className={styles['secret']}>{shared.secret}</code>
          </p>
          <OneField
            label={t('signIn.otp')}
            name="otp"
            submit={t('factor.confirm')}
            busy={confirm.isPending}
            error={confirm.error}
            onSubmit={(otp) => confirm.mutate(otp)}
            onCancel={close}
          />
        </>
      )}
      {action && (
        <OneField
          key={action}
          label={t('password.current')}
          name="current_password"
          submit={t(`factor.${action}`)}
          busy={proceed.isPending}
          error={proceed.error}
          onSubmit={(password) => proceed.mutate(password)}
          onCancel={close}
        />
      )}
      {factor && !action && !shared && (
        <div className={styles['actions']}>
          {factor.is_on ? (
            <>
              <Button onClick={() => ask('codes')}>{t('factor.codes')}</Button>
              <Button onClick={() => ask('off')}>{t('factor.switchOff')}</Button>
            </>
          ) : (
            <Button onClick={() => ask('begin')}>{t('factor.switchOn')}</Button>
          )}
          <HelpLink answer="second-factor" />
        </div>
      )}
    </div>
  )
}

type OneFieldProps = {
  label: string
  name: 'otp' | 'current_password'
  submit: string
  busy: boolean
  error: Error | null
  onSubmit: (value: string) => void
  onCancel: () => void
}

function OneField({ label, name, submit, busy, error, onSubmit, onCancel }: OneFieldProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [value, setValue] = useState('')
  const field = error instanceof ApiError ? error.fields[name] : undefined

  function onForm(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(value)
  }

  return (
    <form className={styles['form']} onSubmit={onForm} noValidate>
      <TextField
        label={label}
        type={name === 'otp' ? 'text' : 'password'}
        autoComplete={name === 'otp' ? 'one-time-code' : 'current-password'}
        maxLength={50}
        value={value}
        error={field ?? (error ? errorMessage(error) : undefined)}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <div className={styles['actions']}>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button variant="primary" type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
