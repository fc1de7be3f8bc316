import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeliveryDefault, shipmentTypes, transportations } from '../../../model/delivery.ts'
import type { BodyInput } from '../../../contract/endpoints.ts'
import { api, ApiError } from '../../api.ts'
import {
  type Courier,
  couriersKey,
  type DeliveryDefaults,
  deliveryDefaultsQuery,
} from '../../parts/queries/courier-queries.ts'
import { FieldGroup } from '../../parts/settings/field-group.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { measureIn } from '../../parts/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import styles from './courier.module.css'
import { showToast } from '../../ui/toast.ts'

const choices = {
  payer: ['shop', 'buyer'],
  insurance: ['0', '1'],
  note_code: ['none', 'look', 'try'],
  pickup_mode: ['pickup', 'dropoff'],
  shipment_type: shipmentTypes,
  transportation: transportations,
  auto_print: ['0', '1'],
} as const satisfies Record<DeliveryDefault, readonly string[]>

const measures = ['weight', 'length', 'width', 'height'] as const

type FieldName = DeliveryDefault | (typeof measures)[number] | 'remark'

export function DeliveryDefaultsCard({ courier }: { courier: Courier }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data, error, refetch } = useQuery(deliveryDefaultsQuery(courier.id))
  return (
    <Card title={t('courier.defaults.title')}>
      {data ? (
        <DefaultsForm courier={courier} defaults={data} />
      ) : error ? (
        <p className={styles['error']} role="alert">
          {errorMessage(error)} <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
        </p>
      ) : (
        <Skeleton width="100%" height={120} />
      )}
    </Card>
  )
}

function DefaultsForm({ courier, defaults }: { courier: Courier; defaults: DeliveryDefaults }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const names = [...courier.defaults, ...measures, 'remark'] as FieldName[]
  const { save, error, isSaving } = useSave()
  const saved = Object.fromEntries(names.map((name) => [name, savedText(defaults, name)]))
  const { values, isChanged, version, change, settle } = useFormDraft(saved, defaults.updated_at, error)
  const fieldOf = (name: FieldName) => ({
    value: values[name] ?? '',
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      change({ [name]: value }),
  })
  const invalid = error instanceof ApiError ? error.fields : {}
  const general = error && Object.keys(invalid).length === 0 ? errorMessage(error) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const texts = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()]))
    save(
      { ...bodyOf(courier.id, texts), updated_at: version },
      { onSuccess: ({ data }) => settle(data.updated_at) },
    )
  }

  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <p className={styles['muted']}>{t('courier.defaults.text')}</p>
      {courier.defaults.map((name) => (
        <SelectField
          key={name}
          name={name}
          label={t(`courier.defaults.${name}`)}
          {...fieldOf(name)}
          error={invalid[name]}
        >
          {choices[name].map((value) => (
            <option key={value} value={value}>
              {t(`courier.choice.${name}.${value}` as 'courier.choice.payer.shop')}
            </option>
          ))}
        </SelectField>
      ))}
      <FieldGroup legend={t('courier.defaults.package')}>
        <p className={styles['muted']}>{t('courier.defaults.packageHelp')}</p>
        <div className={styles['pair']}>
          {measures.map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`courier.defaults.${name}`)}
              unit={name === 'weight' ? 'g' : 'cm'}
              inputMode="numeric"
              optional
              {...fieldOf(name)}
              error={invalid[`default_package.${name}`]}
              autoComplete="off"
            />
          ))}
        </div>
      </FieldGroup>
      <TextField
        name="remark"
        label={t('courier.defaults.remark')}
        help={t('courier.defaults.remarkHelp')}
        optional
        maxLength={50}
        {...fieldOf('remark')}
        error={invalid['remark']}
        autoComplete="off"
      />
      {general && (
        <p className={styles['error']} role="alert">
          {general}
        </p>
      )}
      {isChanged && (
        <div className={styles['actions']}>
          <Button variant="primary" type="submit" busy={isSaving}>
            {t('action.save')}
          </Button>
        </div>
      )}
      <ConfirmLeave when={isChanged} isSaving={isSaving} text={t('courier.leaveText')} />
    </form>
  )
}

function savedText(defaults: DeliveryDefaults, name: FieldName): string {
  const isMeasure = (one: FieldName): one is (typeof measures)[number] =>
    measures.some((each) => each === one)
  return String((isMeasure(name) ? defaults.default_package?.[name] : defaults[name]) ?? '')
}

function bodyOf(courierId: number, texts: Record<string, string>): BodyInput<'PUT /settings/delivery'> {
  const { insurance, auto_print: autoPrint, remark = '', weight, length, width, height, ...rest } = texts
  const parcel = { weight, length, width, height }
  const isEmpty = Object.values(parcel).every((text) => text === '' || text === undefined)
  const figures = Object.entries(parcel).map(([name, text]) => [
    name,
    text ? (measureIn(text) ?? Number.NaN) : undefined,
  ])
  return {
    ...rest,
    shipment_id: courierId,
    remark,
    insurance: insurance === '1' ? 1 : 0,
    auto_print: autoPrint === '1' ? 1 : 0,
    // The server names the missing measures.
    default_package: isEmpty ? null : (Object.fromEntries(figures) as DeliveryDefaults['default_package']),
  }
}

function useSave() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: BodyInput<'PUT /settings/delivery'>) => api('PUT /settings/delivery', { body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: couriersKey })
      showToast({ tone: 'success', message: t('courier.defaults.saved') })
    },
  })
  return { save: mutate, error, isSaving: isPending }
}
