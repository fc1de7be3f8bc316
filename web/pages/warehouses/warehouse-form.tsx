import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { CountryField } from '../../parts/country-field.tsx'
import { FieldGroup } from '../../parts/settings/field-group.tsx'
import { type Warehouse, warehousesKey } from '../../parts/queries/warehouse-queries.ts'
import { paths } from '../../paths.ts'
import { TextField } from '../../ui/text-field.tsx'
import { fieldsOf, SettingForm } from '../../parts/settings/setting-form.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import { showToast } from '../../ui/toast.ts'

const fields = [
  { name: 'name', path: 'name', label: 'warehouse.name', longest: 255 },
  { name: 'code', path: 'code', label: 'warehouse.code', longest: 50 },
  { name: 'contact', path: 'contact_name', label: 'warehouse.contact', longest: 255 },
  { name: 'phone', path: 'phone', label: 'warehouse.phone', longest: 50 },
] as const
const addressFields = [
  { name: 'street', path: 'address.street', label: 'warehouse.street', longest: 255 },
  { name: 'ward', path: 'address.ward', label: 'warehouse.ward', longest: 100 },
  { name: 'district', path: 'address.district', label: 'warehouse.district', longest: 100 },
  { name: 'province', path: 'address.province', label: 'warehouse.province', longest: 100 },
  { name: 'postcode', path: 'address.postcode', label: 'warehouse.postcode', longest: 20 },
] as const

type FieldName = (typeof fields)[number]['name'] | (typeof addressFields)[number]['name'] | 'country'
type Values = Record<FieldName, string>
/** Over which version of a known one. */
type Sent = Values & { version: string | null | undefined }

/** Form for a warehouse's details. Without a warehouse, it adds one. */
export function WarehouseForm({ warehouse }: { warehouse: Warehouse | undefined }) {
  const { t } = useTranslation()
  const saved = valuesOf(warehouse)
  const [isNameless, setNameless] = useState(false)
  const isPhysical = warehouse?.kind === 'physical'
  const { save, error, isSaving } = useSaveWarehouse(warehouse)
  const { values, isChanged, version, change, drop, settle } = useFormDraft(
    saved,
    warehouse?.updated_at,
    error,
  )
  const invalid = fieldsOf(error)

  function trySaving() {
    setNameless(values.name.trim() === '')
    if (values.name.trim() === '') return
    save({ ...values, version }, { onSuccess: ({ data }) => settle(data.updated_at) })
  }

  const field = ({ name, path, label, longest }: (typeof fields | typeof addressFields)[number]) => (
    <TextField
      key={name}
      label={t(label)}
      value={values[name]}
      optional={name !== 'name'}
      readOnly={isPhysical}
      maxLength={longest}
      autoComplete="off"
      error={name === 'name' && isNameless ? t('warehouse.nameRule') : invalid[path]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...(name === 'code' ? { help: t('warehouse.codeHelp') } : {})}
    />
  )
  return (
    <SettingForm
      isNew={!warehouse}
      isChanged={isChanged}
      isSaving={isSaving}
      readOnly={isPhysical && t('warehouse.physical')}
      save={t(warehouse ? 'action.save' : 'warehouse.add')}
      leaveText={t('warehouse.leaveText')}
      error={error}
      onSave={trySaving}
      onCancel={drop}
    >
      {fields.map(field)}
      <FieldGroup legend={t('warehouse.address')}>
        {addressFields.map(field)}
        <CountryField
          value={values.country}
          none={t('warehouse.countryNone')}
          disabled={isPhysical}
          error={invalid['address.country']}
          onChange={(country) => change({ country })}
        />
      </FieldGroup>
    </SettingForm>
  )
}

/** A new one is gone to the list, where it stands then. */
function useSaveWarehouse(warehouse: Warehouse | undefined) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ version, name, code, contact, phone, country, ...address }: Sent) => {
      const body = {
        name,
        code,
        contact_name: contact,
        phone,
        address: { ...address, country: country || null },
      }
      return warehouse
        ? api('PUT /warehouses/{id}', {
            params: { id: warehouse.id },
            body: { ...body, updated_at: version },
          })
        : api('POST /warehouses', { once: true, body })
    },
    onSuccess: async ({ data: { name } }) => {
      showToast({
        tone: 'success',
        message: t(warehouse ? 'warehouse.saved' : 'warehouse.added', { name }),
      })
      await queries.invalidateQueries({ queryKey: warehousesKey })
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
