import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import {
  type ConnectedCourier,
  type Courier,
  couriersKey,
  ownStoresQuery,
} from '../../parts/queries/courier-queries.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import styles from './courier.module.css'
import type { WebhookSecret } from './courier-webhook.tsx'
import { textsOf } from '../../parts/settings/form-texts.ts'
import type { CourierText } from './courier-keys-form.tsx'
import { StoreByPhone } from './store-by-phone.tsx'
import { showToast } from '../../ui/toast.ts'

type Stores = ConnectedCourier['stores']
type Props = {
  courier: Courier
  account: ConnectedCourier | undefined
  onSecret: (secret: WebhookSecret) => void
}

/** The path differs by courier alone; the specification names it. */
const connectName = ({ code }: Courier) =>
  `POST /deliveries/integrate/${code}` as 'POST /deliveries/integrate/ghn'

/** In two steps: a token, then one of the stores that it opens. A store of somebody else's is let in by phone. */
export function StoreForm({ courier, account, onSecret }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  // Token typed in the step before; undefined: the connected account's own counts.
  const [token, setToken] = useState<string>()
  const [stores, setStores] = useState<Stores | undefined>(account?.stores)
  const [chosen, setChosen] = useState(account?.store_id ?? null)
  const tokens = useStores(courier, (found, typed) => {
    setToken(typed)
    setStores(found)
    setChosen(found.length === 1 ? (found[0]?.id ?? null) : null)
  })
  const connect = useConnect(courier, account, onSecret)
  const invalid = tokens.error instanceof ApiError ? tokens.error.fields : {}
  const failure = connect.error ?? (Object.keys(invalid).length === 0 ? tokens.error : null)
  const isChanged = token !== undefined || chosen !== (account?.store_id ?? null)

  function submitToken(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    tokens.mutate(textsOf(event.currentTarget)['token'] ?? '')
  }

  function submitStore(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (chosen !== null) connect.mutate({ token, storeId: chosen })
  }

  if (!stores) {
    return (
      <form className={styles['form']} onSubmit={submitToken} noValidate>
        <p className={styles['muted']}>{t('courier.stores.stepToken', { courier: courier.name })}</p>
        <TextField
          name="token"
          label={t('courier.stores.token')}
          help={t(`courier.get.${courier.code as CourierText}`)}
          type="password"
          error={invalid['token']}
          maxLength={500}
          autoComplete="new-password"
        />
        <Failure text={failure && errorMessage(failure)} />
        <div className={styles['actions']}>
          {account && <Button onClick={() => setStores(account.stores)}>{t('action.cancel')}</Button>}
          <Button variant="primary" type="submit" busy={tokens.isPending}>
            {tokens.isPending ? t('courier.trying') : t('courier.stores.next')}
          </Button>
        </div>
      </form>
    )
  }
  return (
    <div className={styles['form']}>
      <form className={styles['form']} noValidate onSubmit={submitStore}>
        <fieldset className={styles['choices']}>
          <legend>
            {t(account && token === undefined ? 'courier.stores.store' : 'courier.stores.stepStore')}
          </legend>
          {stores.length === 0 && <p className={styles['muted']}>{t('courier.stores.noStores')}</p>}
          {stores.map((store) => (
            <label key={store.id} className={styles['choice']}>
              <input
                type="radio"
                name="store"
                value={store.id}
                checked={chosen === store.id}
                onChange={() => setChosen(store.id)}
              />
              <span>
                {store.name || store.id}
                <small>{[store.id, store.phone, store.address].filter(Boolean).join(' · ')}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {account && token === undefined && chosen && <RoleChoice courier={courier.code} storeId={chosen} />}
        <Failure text={failure && errorMessage(failure)} />
        <div className={styles['actions']}>
          <Button onClick={() => setStores(undefined)}>{t('courier.stores.otherToken')}</Button>
          {isChanged && (
            <Button
              variant="primary"
              type="submit"
              busy={connect.isPending}
              {...(chosen === null ? { refusal: t('courier.stores.chooseStore') } : {})}
            >
              {t(account ? 'action.save' : 'courier.connect')}
            </Button>
          )}
        </div>
      </form>
      <StoreByPhone
        courier={courier}
        token={token}
        mayMake={account !== undefined && token === undefined}
        onJoined={(storeId) => {
          setChosen(storeId)
          tokens.mutate(token ?? '', { onSuccess: () => setChosen(storeId) })
        }}
      />
      <ConfirmLeave when={isChanged} isSaving={connect.isPending} text={t('courier.leaveText')} />
    </div>
  )
}

/** The console's part in the store, noted here alone. */
function RoleChoice({ courier, storeId }: { courier: string; storeId: string }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data: own = [] } = useQuery(ownStoresQuery(courier))
  const role = own.find(({ id }) => id === storeId)?.role
  const assign = useMutation({
    mutationFn: (next: 'manager' | 'staff') =>
      api('POST /deliveries/stores/assign-role', { body: { courier, store_id: storeId, role: next } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ownStoresQuery(courier).queryKey }),
  })
  if (!role) return null
  return (
    <SelectField
      label={t('courier.stores.role')}
      value={assign.isPending ? assign.variables : role}
      error={assign.error ? errorMessage(assign.error) : undefined}
      onChange={({ currentTarget }) => assign.mutate(currentTarget.value as 'manager' | 'staff')}
    >
      {(['manager', 'staff'] as const).map((one) => (
        <option key={one} value={one}>
          {t(`courier.stores.roles.${one}`)}
        </option>
      ))}
    </SelectField>
  )
}

function Failure({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p className={styles['error']} role="alert">
      {text}
    </p>
  )
}

/** The first step saves nothing. */
function useStores(courier: Courier, onFound: (stores: Stores, token: string | undefined) => void) {
  return useMutation({
    mutationFn: (token: string) => api(connectName(courier), { body: { token } }),
    onSuccess: ({ data }, token) => onFound(data.stores, token || undefined),
  })
}

function useConnect(courier: Courier, account: ConnectedCourier | undefined, onSecret: Props['onSecret']) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ token, storeId }: { token: string | undefined; storeId: string }) =>
      api(connectName(courier), { body: { token, store_id: storeId } }),
    onSuccess: async ({ data: { webhook, connected } }) => {
      if (webhook) onSecret(webhook)
      const store = connected?.account_label ?? ''
      showToast({
        tone: 'success',
        message: t(account ? 'courier.saved' : 'courier.nowConnected', { courier: store }),
      })
      await queries.invalidateQueries({ queryKey: couriersKey })
    },
  })
}
