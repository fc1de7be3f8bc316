import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { useErrorWords } from '../../parts/error-words.ts'
import { type Warehouse, warehousesKey } from '../../parts/warehouses.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AskBeforeLeaving } from './ask-before-leaving.tsx'
import { CountryField } from './country-field.tsx'
import styles from './warehouse-form.module.css'

const fields = [
  { name: 'name', path: 'name', words: 'warehouse.name', longest: 255 },
  { name: 'code', path: 'code', words: 'warehouse.code', longest: 50 },
  { name: 'contact', path: 'contact_name', words: 'warehouse.contact', longest: 255 },
  { name: 'phone', path: 'phone', words: 'warehouse.phone', longest: 50 },
] as const
const addressFields = [
  { name: 'street', path: 'address.street', words: 'warehouse.street', longest: 255 },
  { name: 'ward', path: 'address.ward', words: 'warehouse.ward', longest: 100 },
  { name: 'district', path: 'address.district', words: 'warehouse.district', longest: 100 },
  { name: 'province', path: 'address.province', words: 'warehouse.province', longest: 100 },
  { name: 'postcode', path: 'address.postcode', words: 'warehouse.postcode', longest: 20 },
] as const

type FieldName = (typeof fields)[number]['name'] | (typeof addressFields)[number]['name'] | 'country'
type Values = Record<FieldName, string>

/** What people know of a warehouse. Without one: the form that makes it. */
export function WarehouseForm({ warehouse }: { warehouse: Warehouse | undefined }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const saved = valuesOf(warehouse)
  const [draft, setDraft] = useState<Partial<Values>>({})
  const [isNameless, setNameless] = useState(false)
  const values = { ...saved, ...draft }
  const isChanged = Object.entries(draft).some(([name, value]) => value !== saved[name as FieldName])
  const isPhysical = warehouse?.kind === 'physical'
  const { save, error, isSaving } = useSaveWarehouse(warehouse, () => setDraft({}))
  const invalid = error instanceof ApiError ? error.fields : {}
  const general = error && Object.keys(invalid).length === 0 ? wordsOf(error) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    setNameless(values.name.trim() === '')
    if (values.name.trim() !== '') save(values)
  }

  const field = ({ name, path, words, longest }: (typeof fields | typeof addressFields)[number]) => (
    <TextField
      key={name}
      label={t(words)}
      value={values[name]}
      optional={name !== 'name'}
      readOnly={isPhysical}
      maxLength={longest}
      autoComplete="off"
      error={name === 'name' && isNameless ? t('warehouse.nameRule') : invalid[path]}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
      {...(name === 'code' ? { help: t('warehouse.codeHelp') } : {})}
    />
  )
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {isPhysical && (
        <p className={styles['banner']} role="note">
          {t('warehouse.physical')}
        </p>
      )}
      {fields.map(field)}
      <fieldset className={styles['address']}>
        <legend>{t('warehouse.address')}</legend>
        {addressFields.map(field)}
        <CountryField
          value={values.country}
          disabled={isPhysical}
          error={invalid['address.country']}
          onChange={(country) => setDraft({ ...draft, country })}
        />
      </fieldset>
      {general && (
        <p className={styles['error']} role="alert">
          {general}
        </p>
      )}
      {(isChanged || !warehouse) && (
        <div className={styles['actions']}>
          {warehouse && <Button onClick={() => setDraft({})}>{t('action.cancel')}</Button>}
          <Button look="primary" type="submit" busy={isSaving}>
            {t(warehouse ? 'action.save' : 'warehouse.add')}
          </Button>
        </div>
      )}
      <AskBeforeLeaving when={isChanged} text={t('warehouse.leaveText')} />
    </form>
  )
}

/** A new one is gone to the list, where it stands then. */
function useSaveWarehouse(warehouse: Warehouse | undefined, onSaved: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ name, code, contact, phone, country, ...address }: Values) => {
      const body = {
        name,
        code,
        contact_name: contact,
        phone,
        address: { ...address, country: country || null },
      }
      return warehouse
        ? api('PUT /warehouses/{id}', { params: { id: warehouse.id }, body })
        : api('POST /warehouses', { body })
    },
    onSuccess: async ({ data: { name } }) => {
      notifications.show({
        color: 'teal',
        message: t(warehouse ? 'warehouse.saved' : 'warehouse.added', { name }),
      })
      await queries.invalidateQueries({ queryKey: warehousesKey })
      onSaved()
      if (!warehouse) await navigate({ to: paths.stock(), replace: true, ignoreBlocker: true })
    },
  })
  return { save: mutate, error, isSaving: isPending }
}

function valuesOf(warehouse: Warehouse | undefined): Values {
  const { street, ward, district, province, postcode, country } = warehouse?.address ?? {}
  return {
    name: warehouse?.name ?? '',
    code: warehouse?.code ?? '',
    contact: warehouse?.contact_name ?? '',
    phone: warehouse?.phone ?? '',
    street: street ?? '',
    ward: ward ?? '',
    district: district ?? '',
    province: province ?? '',
    postcode: postcode ?? '',
    country: country ?? '',
  }
}
