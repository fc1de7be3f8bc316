import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { type CourierPlace, couriersKey } from '../../parts/queries/courier-queries.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { useVersion } from '../../parts/use-version.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import styles from './courier.module.css'
import { showToast } from '../../ui/toast.ts'

const fields = [
  { name: 'name', label: 'courier.place.name', longest: 100 },
  { name: 'contact_name', label: 'warehouse.contact', longest: 100 },
  { name: 'phone', label: 'warehouse.phone', longest: 30 },
  { name: 'address1', label: 'warehouse.street', longest: 255 },
  { name: 'address2', label: 'courier.place.address2', longest: 255 },
  { name: 'postcode', label: 'warehouse.postcode', longest: 5 },
  { name: 'city', label: 'courier.place.city', longest: 60 },
  { name: 'state', label: 'courier.place.state', longest: 60 },
] as const

type Details = Record<(typeof fields)[number]['name'], string>

/** A place from which parcels are fetched. Without one: the form that adds it. */
export function CourierPlaceForm({ place, onDone }: { place: CourierPlace | undefined; onDone: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<Partial<Details>>({})
  const isChanged = Object.keys(draft).length > 0
  const values = { ...valuesOf(place), ...draft }
  const save = useMutation({
    mutationFn: ({ version, ...body }: Details & { version: string | null | undefined }) =>
      place
        ? api('PUT /deliveries/warehouse/ninjavan/{id}', {
            params: { id: place.id },
            body: { ...body, updated_at: version },
          })
        : api('POST /deliveries/warehouse/ninjavan', { once: true, body }),
    onSuccess: async ({ data: { name } }) => {
      await queries.invalidateQueries({ queryKey: couriersKey })
      showToast({
        tone: 'success',
        message: t(place ? 'warehouse.saved' : 'warehouse.added', { name }),
      })
      onDone()
    },
  })
  const version = useVersion(place?.updated_at, isChanged, save.error)
  const invalid = save.error instanceof ApiError ? save.error.fields : {}
  const general = save.error && Object.keys(invalid).length === 0 ? errorMessage(save.error) : null
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input')?.focus(), [])

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate({ ...values, version })
  }

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      {fields.map(({ name, label, longest }) => (
        <TextField
          key={name}
          name={name}
          label={t(label)}
          type={name === 'phone' ? 'tel' : 'text'}
          value={values[name]}
          onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, [name]: value }))}
          optional={name === 'address2'}
          maxLength={longest}
          error={invalid[name]}
          autoComplete="off"
        />
      ))}
      {general && (
        <p className={styles['error']} role="alert">
          {general}
        </p>
      )}
      <div className={styles['actions']}>
        <Button onClick={onDone}>{t('action.cancel')}</Button>
        <Button variant="primary" type="submit" busy={save.isPending}>
          {t(place ? 'action.save' : 'courier.place.add')}
        </Button>
      </div>
      <ConfirmLeave when={isChanged} isSaving={save.isPending} text={t('courier.leaveText')} />
    </form>
  )
}

function valuesOf(place: CourierPlace | undefined): Details {
  return Object.fromEntries(fields.map(({ name }) => [name, place?.[name] ?? ''])) as Details
}
