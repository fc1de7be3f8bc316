import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import type { Language } from '../../../model/language.ts'
import { languageNames } from '../../page-language.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { useVersion } from '../../parts/use-version.ts'
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
  const [draft, setDraft] = useState<Partial<typeof saved>>({})
  const values = { ...saved, ...draft }
  const isChanged = Object.keys(draft).length > 0
  const { mutate, error, isPending } = useMutation({
    mutationFn: (version: string | null | undefined) =>
      api('PUT /users/me', { body: { ...values, updated_at: version } }),
    onSuccess: async () => {
      showToast({ tone: 'success', message: t('account.saved') })
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      setDraft({})
    },
  })
  const version = useVersion(me.updated_at, isChanged, error)
  const invalid = error instanceof ApiError ? error.fields : {}

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate(version)
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextField
        label={t('account.name')}
        autoComplete="name"
        maxLength={255}
        value={values.name}
        error={invalid['name']}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <TextField
        label={t('account.phone')}
        autoComplete="tel"
        optional
        maxLength={50}
        value={values.phone}
        error={invalid['phone']}
        onChange={(event) => setDraft({ ...draft, phone: event.currentTarget.value })}
      />
      <SelectField
        label={t('account.gender')}
        value={values.gender}
        onChange={(event) => setDraft({ ...draft, gender: Number(event.currentTarget.value) })}
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
        onChange={(event) => setDraft({ ...draft, language: event.currentTarget.value as Language })}
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
          <Button onClick={() => setDraft({})}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={isPending}>
            {t('action.save')}
          </Button>
        </div>
      )}
    </form>
  )
}
