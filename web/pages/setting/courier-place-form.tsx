import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { type CourierPlace, couriersKey } from '../../parts/couriers.ts'
import { useErrorWords } from '../../parts/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AskBeforeLeaving } from './ask-before-leaving.tsx'
import styles from './courier.module.css'
import { textsOf } from './form-texts.ts'

const fields = [
  { name: 'name', words: 'courier.place.name', longest: 100 },
  { name: 'contact_name', words: 'warehouse.contact', longest: 100 },
  { name: 'phone', words: 'warehouse.phone', longest: 30 },
  { name: 'address1', words: 'warehouse.street', longest: 255 },
  { name: 'address2', words: 'courier.place.address2', longest: 255 },
  { name: 'postcode', words: 'warehouse.postcode', longest: 5 },
  { name: 'city', words: 'courier.place.city', longest: 60 },
  { name: 'state', words: 'courier.place.state', longest: 60 },
] as const

type Details = Record<(typeof fields)[number]['name'], string>

/** A place from which parcels are fetched. Without one: the form that adds it. */
export function CourierPlaceForm({ place, onDone }: { place: CourierPlace | undefined; onDone: () => void }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [isChanged, setChanged] = useState(false)
  const save = useMutation({
    mutationFn: (body: Details) =>
      place
        ? api('PUT /deliveries/warehouse/ninjavan/{id}', { params: { id: place.id }, body })
        : api('POST /deliveries/warehouse/ninjavan', { body }),
    onSuccess: async ({ data: { name } }) => {
      await queries.invalidateQueries({ queryKey: couriersKey })
      notifications.show({
        color: 'teal',
        message: t(place ? 'warehouse.saved' : 'warehouse.added', { name }),
      })
      onDone()
    },
  })
  const invalid = save.error instanceof ApiError ? save.error.fields : {}
  const general = save.error && Object.keys(invalid).length === 0 ? wordsOf(save.error) : null
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input')?.focus(), [])

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(textsOf(event.currentTarget) as Details)
  }

  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={submit}
      onChange={() => setChanged(true)}
    >
      {fields.map(({ name, words, longest }) => (
        <TextField
          key={name}
          name={name}
          label={t(words)}
          type={name === 'phone' ? 'tel' : 'text'}
          defaultValue={place?.[name] ?? ''}
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
        <Button look="primary" type="submit" busy={save.isPending}>
          {t(place ? 'action.save' : 'courier.place.add')}
        </Button>
      </div>
      <AskBeforeLeaving when={isChanged && !save.isPending} text={t('courier.leaveText')} />
    </form>
  )
}
