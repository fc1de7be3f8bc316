import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../contract/endpoints.ts'
import { api, ApiError } from '../../api.ts'
import { language, openInLanguage } from '../../page-language.ts'
import { CurrencyField } from '../../parts/currency-field.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { TimezoneField } from '../../parts/timezone-field.tsx'
import { paths } from '../../paths.ts'
import { signIn } from '../../signing-in.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { firstRunQuery } from './first-run-query.ts'
import { proposeCurrency, proposeLanguage, proposeTimezone } from './propose-settings.ts'

/** The first account of a new console. The link in the server's log brings the set-up code behind the #. */
export function FirstRunPage() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data, error } = useQuery(firstRunQuery)
  useBrowserLanguage(data?.is_open ?? false)
  return (
    <AuthFrame title={t('firstRun.title')} lead={data?.is_open && t('firstRun.lead')}>
      {data?.is_open ? (
        <FirstRunForm zones={data.timezones} />
      ) : data ? (
        <ErrorState title={t('firstRun.done')}>
          <Link to={paths.signIn()}>{t('signIn.submit')}</Link>
        </ErrorState>
      ) : error ? (
        <ErrorState title={errorMessage(error)} />
      ) : (
        <Skeleton width="100%" height={420} />
      )}
    </AuthFrame>
  )
}

const proposedKey = 'first-run-language'

/** Once, so that whoever chooses another language keeps it. */
function useBrowserLanguage(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen || sessionStorage.getItem(proposedKey)) return
    sessionStorage.setItem(proposedKey, '1')
    const proposed = proposeLanguage(navigator.languages)
    if (proposed && proposed !== language) openInLanguage(proposed)
  }, [isOpen])
}

type Values = BodyInput<'POST /first-run'>

function FirstRunForm({ zones }: { zones: string[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const errorMessage = useErrorMessage()
  const [values, setValues] = useState<Values>(() => {
    const timezone = proposeTimezone(zones, new Intl.DateTimeFormat().resolvedOptions().timeZone)
    return {
      code: location.hash.slice(1),
      company_name: '',
      name: '',
      email: '',
      password: '',
      language,
      timezone,
      currency: proposeCurrency(timezone),
    }
  })
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await api('POST /first-run', { body: values })
      await signIn(values.email.trim(), values.password)
    },
    onSuccess: () => navigate({ to: paths.home(), replace: true }),
  })
  const fields: Record<string, string> = error instanceof ApiError ? error.fields : {}
  const set = (change: Partial<Values>) => setValues({ ...values, ...change })
  const text = (name: 'code' | 'company_name' | 'name' | 'email' | 'password') => ({
    name,
    value: values[name],
    error: fields[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [name]: event.currentTarget.value }),
  })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate()
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextField
        {...text('code')}
        label={t('firstRun.code')}
        help={t('firstRun.codeHelp')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
      />
      <TextField
        {...text('company_name')}
        label={t('firstRun.company')}
        autoComplete="organization"
        maxLength={255}
      />
      <TextField {...text('name')} label={t('firstRun.name')} autoComplete="name" maxLength={255} />
      <TextField
        {...text('email')}
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        maxLength={255}
      />
      <TextField
        {...text('password')}
        label={t('signIn.password')}
        type="password"
        autoComplete="new-password"
        help={t('password.rule')}
        maxLength={50}
      />
      <TimezoneField
        zones={zones}
        value={values.timezone}
        error={fields['timezone']}
        onChange={(timezone) => set({ timezone })}
      />
      <CurrencyField
        value={values.currency}
        help={t('firstRun.changeLater')}
        error={fields['currency']}
        onChange={(currency) => set({ currency })}
      />
      <Button type="submit" variant="primary" size="large" busy={isPending}>
        {t('firstRun.submit')}
      </Button>
      <p className={styles['error']} role="alert">
        {error && Object.keys(fields).length === 0 && errorMessage(error)}
      </p>
    </form>
  )
}
