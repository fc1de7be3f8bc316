import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import type { Courier } from '../../parts/queries/courier-queries.ts'
import { type Chosen, type Place, PlaceFields } from '../../parts/place-fields.tsx'
import { useNow } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './courier.module.css'
import { textsOf } from '../../parts/settings/form-texts.ts'

const resendMs = 60_000

type Props = {
  courier: Courier
  token: string | undefined
  /** The courier's list of places is asked for with the keys of the connected account. */
  mayMake: boolean
  onJoined: (storeId: string) => void
}

const noPlace: Chosen = { province: '', district: '', ward: '' }

/** The owner of a store lets this account in with the code that the courier sends to his phone. */
export function StoreByPhone({ courier: { code, name }, token, mayMake, onJoined }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const now = useNow(1000)
  const [phone, setPhone] = useState('')
  const [isSent, setSent] = useState(false)
  const [isNew, setNew] = useState(false)
  const [place, setPlace] = useState(noPlace)
  const isMade = isNew && mayMake
  const send = useMutation({
    mutationFn: () => api('POST /deliveries/stores/gen-otp', { body: { courier: code, phone, token } }),
    onSuccess: () => {
      join.reset()
      setSent(true)
    },
  })
  const join = useMutation({
    mutationFn: ({ otp = '', store_id: storeId = '', address = '' }: Record<string, string>) => {
      const { district, ward } = place
      const store = isMade
        ? { address, ...(district && { district_id: Number(district) }), ...(ward && { ward_code: ward }) }
        : { store_id: storeId }
      return api('POST /deliveries/stores/create-add-staff', {
        body: { courier: code, phone, token, otp, ...store },
      })
    },
    onSuccess: ({ data }) => {
      setSent(false)
      onJoined(data.store_id)
    },
  })
  const failed = join.error ?? send.error
  const invalid = failed instanceof ApiError ? failed.fields : {}
  const general = failed && Object.keys(invalid).length === 0 ? errorMessage(failed) : null
  const waits = isSent ? Math.max(0, Math.ceil((send.submittedAt + resendMs - now.getTime()) / 1000)) : 0

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSent) join.mutate(textsOf(event.currentTarget))
    else send.mutate()
  }

  return (
    <details>
      <summary>{t('courier.phone.title')}</summary>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <p className={styles['muted']}>{t('courier.phone.text', { courier: name })}</p>
        <TextField
          label={t('courier.phone.phone')}
          type="tel"
          value={phone}
          readOnly={isSent}
          error={invalid['phone']}
          autoComplete="off"
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
        {isSent && (
          <>
            {mayMake && <Switch label={t('courier.phone.isNew')} help="" checked={isNew} onChange={setNew} />}
            {isMade ? (
              <>
                <TextField
                  name="address"
                  label={t('courier.phone.address')}
                  maxLength={255}
                  error={invalid['address']}
                  autoComplete="off"
                />
                <PlaceFields
                  courier={code}
                  value={place}
                  missing={missingPlaces(invalid)}
                  onChange={setPlace}
                />
              </>
            ) : (
              <TextField
                name="store_id"
                label={t('courier.phone.store')}
                help={t('courier.phone.storeHelp', { courier: name })}
                inputMode="numeric"
                error={invalid['store_id']}
                autoComplete="off"
              />
            )}
            <TextField
              name="otp"
              label={t('courier.phone.code')}
              help={t('courier.phone.codeHelp')}
              inputMode="numeric"
              error={invalid['otp']}
              maxLength={8}
              autoComplete="one-time-code"
            />
          </>
        )}
        {general && (
          <p className={styles['error']} role="alert">
            {general}
          </p>
        )}
        <div className={styles['actions']}>
          {isSent && (
            <Button
              busy={send.isPending}
              {...(waits > 0 ? { refusal: t('courier.phone.wait', { seconds: waits }) } : {})}
              onClick={() => send.mutate()}
            >
              {waits > 0 ? t('courier.phone.wait', { seconds: waits }) : t('courier.phone.again')}
            </Button>
          )}
          <Button variant="primary" type="submit" busy={isSent ? join.isPending : send.isPending}>
            {t(isSent ? 'courier.phone.join' : 'courier.phone.send')}
          </Button>
        </div>
      </form>
    </details>
  )
}

function missingPlaces(invalid: Record<string, string>): Place[] {
  return [
    ...(invalid['district_id'] ? (['province', 'district'] as const) : []),
    ...(invalid['ward_code'] ? (['ward'] as const) : []),
  ]
}
