import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../contract/endpoints.ts'
import { api, ApiError } from '../../api.ts'
import type { Language } from '../../../model/language.ts'
import { languageNames } from '../../page-language.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import { type Me, meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './account.module.css'
import { showToast } from '../../ui/toast.ts'

/** By their ids in the API. */
const genders = ['unknown', 'male', 'female', 'other'] as const

/** Form for the user's own details; the owner changes the others. */
export function ProfileForm({ me }: { me: Me }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const saved = { name: me.name, phone: me.phone ?? '', language: me.language, gender: me.gender }
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: BodyInput<'PUT /users/me'>) => api('PUT /users/me', { body }),
    onSuccess: async () => {
      showToast({ tone: 'success', message: t('account.saved') })
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    },
  })
  const { values, isChanged, version, change, drop, settle } = useFormDraft(saved, me.updated_at, error)
  const invalid = error instanceof ApiError ? error.fields : {}

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate({ ...values, updated_at: version }, { onSuccess: ({ data }) => settle(data.updated_at) })
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextField
        label={t('account.name')}
        autoComplete="name"
        maxLength={255}
        value={values.name}
        error={invalid['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextField
        label={t('account.phone')}
        autoComplete="tel"
        optional
        maxLength={50}
        value={values.phone}
        error={invalid['phone']}
        onChange={(event) => change({ phone: event.currentTarget.value })}
      />
      <SelectField
        label={t('account.gender')}
        value={values.gender}
        onChange={(event) => change({ gender: Number(event.currentTarget.value) })}
      >
        {genders.map((code, id) => (
          <option key={code} value={id}>
            {t(`gender.${code}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('account.mailLanguage')}
        value={values.language}
        onChange={(event) => change({ language: event.currentTarget.value as Language })}
      >
        {Object.entries(languageNames).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {error && Object.keys(invalid).length === 0 && (
        <p className={styles['error']} role="alert">
          {errorMessage(error)}
        </p>
      )}
      {isChanged && (
        <div className={styles['actions']}>
          <Button onClick={drop}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={isPending}>
            {t('action.save')}
          </Button>
        </div>
      )}
      <ConfirmLeave when={isChanged} isSaving={isPending} text={t('account.leaveText')} />
    </form>
  )
}
