import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { LoadError } from '../../parts/load-error.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import styles from './customers-page.module.css'

type Saved = Reply<'GET /settings/buyer-data'>['data']

const buyerDataQuery = queryOptions({
  queryKey: ['buyer-data'] as const,
  queryFn: async ({ signal }) => (await api('GET /settings/buyer-data', { signal })).data,
})

const choices = [6, 12, 18, 24, 36, 60, 84, 120]

/** Retention of names and contacts of buyers. It holds for every shop, so users of some shops only read it. */
export function BuyerData({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(buyerDataQuery)
  return (
    <section className={styles['card']} aria-labelledby="buyer-data">
      <h2 id="buyer-data">{t('buyerData.title')}</h2>
      <p className={styles['muted']}>{t('buyerData.help')}</p>
      {data && <BuyerDataForm key={data.updated_at} saved={data} readOnly={readOnly} />}
      {!data && !error && <Skeleton width="60%" height={72} />}
      {!data && error && <LoadError title={t('buyerData.failed')} error={error} onRetry={refetch} />}
    </section>
  )
}

function BuyerDataForm({ saved, readOnly }: { saved: Saved; readOnly: boolean }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const [months, setMonths] = useState(saved.months)
  const [asks, setAsks] = useState(false)
  const save = useMutation({
    mutationFn: () => api('PUT /settings/buyer-data', { body: { months, updated_at: saved.updated_at } }),
    onSuccess: ({ data }) => {
      queries.setQueryData(buyerDataQuery.queryKey, data)
      setAsks(false)
      showToast({ tone: 'success', message: t('buyerData.saved') })
    },
  })
  // A value that the API was given stays a choice.
  const offered = [...new Set([...choices, ...(saved.months === null ? [] : [saved.months])])].toSorted(
    (a, b) => a - b,
  )
  return (
    <div className={styles['keep']}>
      <SelectField
        label={t('buyerData.keep')}
        disabled={readOnly}
        value={months === null ? '' : String(months)}
        onChange={({ currentTarget: { value } }) => setMonths(value === '' ? null : Number(value))}
      >
        <option value="">{t('buyerData.forever')}</option>
        {offered.map((count) => (
          <option key={count} value={count}>
            {t('buyerData.months', { count })}
          </option>
        ))}
      </SelectField>
      {months !== saved.months && (
        <Button
          variant="primary"
          busy={save.isPending}
          onClick={() => {
            save.reset()
            if (months === null) save.mutate()
            else setAsks(true)
          }}
        >
          {t('action.save')}
        </Button>
      )}
      {save.error && !asks && <p role="alert">{messageOf(save.error)}</p>}
      <ConfirmDialog
        opened={asks}
        title={t('buyerData.confirmTitle', { count: months ?? 0 })}
        confirm={t('customers.privacy.eraseButton')}
        variant="danger"
        busy={save.isPending}
        error={save.error && messageOf(save.error)}
        onClose={() => setAsks(false)}
        onConfirm={() => save.mutate()}
      >
        <p>{t('buyerData.help')}</p>
        <p>{t('buyerData.confirmText')}</p>
      </ConfirmDialog>
    </div>
  )
}
