import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import {
  type ConnectedCourier,
  connectedCouriersQuery,
  couriersKey,
  defaultCouriersQuery,
} from '../../parts/queries/courier-queries.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './courier.module.css'
import { showToast } from '../../ui/toast.ts'

/** Default courier for the orders of each channel, and of single shops. */
export function DefaultCouriers() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data, error, refetch } = useQuery(defaultCouriersQuery)
  const platforms = data?.data
  const { data: couriers = [] } = useQuery(connectedCouriersQuery)
  const { choose, failure, isSaving } = useChoose()
  if (platforms?.length === 0) return null
  return (
    <Card title={t('courier.default.title')}>
      <div className={styles['form']}>
        <p className={styles['muted']}>{t('courier.default.text')}</p>
        {!platforms && !error && <Skeleton width="100%" height={44} />}
        {error && !platforms && (
          <p className={styles['error']} role="alert">
            {errorMessage(error)} <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
          </p>
        )}
        {platforms?.map(({ platform_id: platformId, name, shipment_id: chosen, shops }) => (
          <div key={platformId} className={styles['form']}>
            <Choice
              label={name}
              none={t('courier.default.none')}
              value={chosen}
              {...{ isSaving, couriers }}
              onChoose={(id) => choose({ platform_id: platformId, shipment_id: id })}
            />
            {shops.length > 1 &&
              shops.map((shop) => (
                <Choice
                  key={shop.id}
                  label={shop.system_name}
                  none={t('courier.default.asChannel', { channel: name })}
                  value={shop.shipment_id}
                  {...{ isSaving, couriers }}
                  onChoose={(id) => choose({ shop_id: shop.id, shipment_id: id })}
                />
              ))}
          </div>
        ))}
        {failure && (
          <p className={styles['error']} role="alert">
            {errorMessage(failure)}
          </p>
        )}
      </div>
    </Card>
  )
}

function Choice({ label, none, value, isSaving, couriers, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  const isKnown = value === null || value === 0 || couriers.some(({ id }) => id === value)
  return (
    <SelectField
      label={label}
      value={value === null ? '' : String(value)}
      disabled={isSaving}
      onChange={({ currentTarget }) =>
        onChoose(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    >
      <option value="">{none}</option>
      {!isKnown && <option value={String(value)}>{t('courier.default.gone')}</option>}
      {couriers.map((courier) => (
        <option key={courier.id} value={courier.id}>
          {courier.name}
        </option>
      ))}
      <option value="0">{t('courier.default.self')}</option>
    </SelectField>
  )
}

type ChoiceProps = {
  label: string
  none: string
  value: number | null
  isSaving: boolean
  couriers: ConnectedCourier[]
  onChoose: (courierId: number | null) => void
}

function useChoose() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: BodyInput<'PUT /settings/delivery-platform'>) =>
      api('PUT /settings/delivery-platform', {
        body: { ...body, updated_at: queries.getQueryData(defaultCouriersQuery.queryKey)?.meta.updated_at },
      }),
    onSuccess: async (saved) => {
      queries.setQueryData(defaultCouriersQuery.queryKey, saved)
      showToast({ tone: 'success', message: t('courier.default.saved') })
      await queries.invalidateQueries({ queryKey: couriersKey })
    },
  })
  return { choose: mutate, failure: error, isSaving: isPending }
}
