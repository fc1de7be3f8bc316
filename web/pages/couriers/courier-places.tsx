import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type CourierPlace, courierPlacesQuery, couriersKey } from '../../parts/queries/courier-queries.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { CourierPlaceForm } from './courier-place-form.tsx'
import styles from './courier.module.css'
import { showToast } from '../../ui/toast.ts'

/** Places from which the courier fetches parcels. The courier keeps no list of its own. */
export function CourierPlaces() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: places, error, refetch } = useQuery(courierPlacesQuery)
  const [edited, setEdited] = useState<number | 'new' | null>(null)
  const [asksFor, setAsksFor] = useState<CourierPlace | null>(null)
  const change = useChangePlace(() => setAsksFor(null))
  const failure = change.makeDefault.error

  if (edited) {
    return (
      <Card title={t('courier.place.title')}>
        <CourierPlaceForm place={places?.find(({ id }) => id === edited)} onDone={() => setEdited(null)} />
      </Card>
    )
  }
  return (
    <Card title={t('courier.place.title')}>
      <div className={styles['form']}>
        <p className={styles['muted']}>
          {t(places?.length === 0 ? 'courier.place.none' : 'courier.place.text')}
        </p>
        {!places && !error && <Skeleton width="100%" height={44} />}
        {error && !places && (
          <p className={styles['error']} role="alert">
            {errorMessage(error)} <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
          </p>
        )}
        <ul className={styles['places']}>
          {places?.map((place) => (
            <li key={place.id}>
              <div className={styles['lines']}>
                <span className={styles['head']}>
                  <strong>{place.name}</strong>
                  {place.is_default && <Pill hue="green">{t('warehouse.default')}</Pill>}
                </span>
                <span className={styles['muted']}>
                  {place.address1}, {place.postcode} {place.city} · {place.phone}
                </span>
              </div>
              <div className={styles['actions']}>
                {!place.is_default && (
                  <>
                    <Button
                      size="small"
                      aria-label={`${t('courier.place.delete')}: ${place.name}`}
                      onClick={() => {
                        change.remove.reset()
                        setAsksFor(place)
                      }}
                    >
                      {t('courier.place.delete')}
                    </Button>
                    <Button
                      size="small"
                      busy={change.makeDefault.isPending && change.makeDefault.variables.id === place.id}
                      aria-label={`${t('warehouse.makeDefault')}: ${place.name}`}
                      onClick={() => change.makeDefault.mutate(place)}
                    >
                      {t('warehouse.makeDefault')}
                    </Button>
                  </>
                )}
                <Button
                  size="small"
                  aria-label={`${t('courier.edit')}: ${place.name}`}
                  onClick={() => setEdited(place.id)}
                >
                  {t('courier.edit')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
        {failure && (
          <p className={styles['error']} role="alert">
            {errorMessage(failure)}
          </p>
        )}
        <div className={styles['actions']}>
          <Button onClick={() => setEdited('new')}>{t('courier.place.add')}</Button>
        </div>
      </div>
      <ConfirmDialog
        opened={asksFor !== null}
        title={t('warehouse.deleteTitle', { name: asksFor?.name ?? '' })}
        confirm={t('courier.place.delete')}
        variant="danger"
        busy={change.remove.isPending}
        error={change.remove.error && errorMessage(change.remove.error)}
        onClose={() => setAsksFor(null)}
        onConfirm={() => asksFor && change.remove.mutate(asksFor.id)}
      >
        <p>{t('courier.place.deleteText')}</p>
      </ConfirmDialog>
    </Card>
  )
}

function useChangePlace(onRemoved: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: couriersKey })
  const makeDefault = useMutation({
    mutationFn: ({ id, updated_at }: CourierPlace) =>
      api('PUT /deliveries/warehouse/ninjavan/{id}', {
        params: { id },
        body: { is_default: true, updated_at },
      }),
    onSuccess: again,
  })
  const remove = useMutation({
    mutationFn: (id: number) => api('DELETE /deliveries/warehouse/ninjavan/{id}', { params: { id } }),
    onSuccess: async () => {
      await again()
      onRemoved()
      showToast({ tone: 'success', message: t('courier.place.deleted') })
    },
  })
  return { makeDefault, remove }
}
