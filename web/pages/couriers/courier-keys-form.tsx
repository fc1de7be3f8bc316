import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import type messages from '../../locales/en.json'
import { useErrorMessage } from '../../parts/error-message.ts'
import { type ConnectedCourier, type Courier, couriersKey } from '../../parts/queries/courier-queries.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import styles from './courier.module.css'
import { textsOf } from '../../parts/settings/form-texts.ts'
import { useFirstError } from '../../parts/settings/use-first-error.ts'
import { showToast } from '../../ui/toast.ts'

/** The names of all keys that couriers ask for. */
type KeyName =
  | 'account_no'
  | 'api_token'
  | 'sender_name'
  | 'sender_phone'
  | 'sender_postcode'
  | 'closing_time'
  | 'contact_name'
  | 'contact_number'
  | 'api_account'
  | 'private_key'
  | 'customer_code'
  | 'password'
  | 'client_id'
  | 'client_secret'
  | 'country'
  | 'tracking_prefix'
  | 'dialect'

const types: Partial<Record<KeyName, string>> = {
  sender_phone: 'tel',
  contact_number: 'tel',
  closing_time: 'time',
}

const helps = [
  'account_no',
  'sender_phone',
  'sender_postcode',
  'closing_time',
  'country',
  'customer_code',
  'password',
  'tracking_prefix',
  'dialect',
] as const

/** Codes of the couriers that have texts of their own. */
export type CourierText = keyof (typeof messages)['courier']['get']

type Props = { courier: Courier; account: ConnectedCourier | undefined }

/** Made from what the courier says it needs. The keys are tried before anything is saved. */
export function CourierKeysForm({ courier, account }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const form = useRef<HTMLFormElement>(null)
  const [isChanged, setChanged] = useState(false)
  const { save, error, isSaving } = useSaveKeys(courier, account)
  const invalid = error instanceof ApiError ? error.fields : {}
  const general = error && Object.keys(invalid).length === 0 ? errorMessage(error) : null
  const isNew = account === undefined
  useEffect(() => {
    if (isNew) form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isNew])
  useFirstError(form, error)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget: fields } = event
    const sent = textsOf(fields)
    // Text that is typed while the keys are tried is not saved yet.
    save(sent, { onSuccess: () => setChanged(JSON.stringify(textsOf(fields)) !== JSON.stringify(sent)) })
  }

  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={submit}
      onChange={() => setChanged(true)}
    >
      <p className={styles['muted']}>
        {t(account ? 'courier.editText' : `courier.get.${courier.code as CourierText}`)}
      </p>
      {courier.needs.map((need) => (
        <KeyField key={need.name} need={need} account={account} error={invalid[need.name]} />
      ))}
      {general && (
        <p className={styles['error']} role="alert">
          {general}
        </p>
      )}
      {(isNew || isChanged) && (
        <div className={styles['actions']}>
          <Button variant="primary" type="submit" busy={isSaving}>
            {isSaving ? t('courier.trying') : t(isNew ? 'courier.connect' : 'action.save')}
          </Button>
        </div>
      )}
      <ConfirmLeave when={isChanged} isSaving={isSaving} text={t('courier.leaveText')} />
    </form>
  )
}

type FieldProps = {
  need: Courier['needs'][number]
  account: ConnectedCourier | undefined
  error: string | undefined
}

function KeyField({ need, account, error }: FieldProps) {
  const { t } = useTranslation()
  const { name, is_secret: isSecret, is_required: isRequired, standard, choices } = need
  const kept = account?.keys[name]
  const help = isSecret && account ? 'secret' : helps.find((one) => one === name)
  if (choices.length > 0) {
    return (
      <SelectField
        name={name}
        label={t(`courier.key.${name as KeyName}`)}
        {...(help ? { help: t(`courier.help.${help}`) } : {})}
        defaultValue={kept ?? standard ?? ''}
        error={error}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`courier.keyChoice.${choice as 'prime'}`)}
          </option>
        ))}
      </SelectField>
    )
  }
  return (
    <TextField
      name={name}
      label={t(`courier.key.${name as KeyName}`)}
      type={isSecret ? 'password' : (types[name as KeyName] ?? 'text')}
      defaultValue={isSecret ? undefined : (kept ?? standard ?? '')}
      placeholder={isSecret ? kept : undefined}
      optional={!isRequired || (isSecret && account !== undefined)}
      error={error}
      maxLength={500}
      autoComplete={isSecret ? 'new-password' : 'off'}
      {...(help ? { help: t(`courier.help.${help}`) } : {})}
    />
  )
}

function useSaveKeys(courier: Courier, account: ConnectedCourier | undefined) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (keys: Record<string, string>) => {
      const method = account ? 'PUT' : 'POST'
      // Each has a body of its own, which its own form fills in.
      const name = `${method} /deliveries/integrate/${courier.code}` as 'PUT /deliveries/integrate/jnt'
      return api(name, { body: keys })
    },
    onSuccess: async () => {
      showToast({
        tone: 'success',
        message: t(account ? 'courier.saved' : 'courier.nowConnected', { courier: courier.name }),
      })
      await queries.invalidateQueries({ queryKey: couriersKey })
    },
  })
  return { save: mutate, error, isSaving: isPending }
}
