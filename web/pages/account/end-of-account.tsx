import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { api, ApiError } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { LoadError } from '../../parts/load-error.tsx'
import { minuteTime } from '../../parts/dates.ts'
import { useClock } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'
import styles from './request-backup.module.css'

type Deletion = Reply<'GET /account/deletion'>['data']

const deletionQuery = queryOptions({
  queryKey: ['account-deletion'] as const,
  queryFn: async ({ signal }) => (await api('GET /account/deletion', { signal })).data,
})

/** The owner's: the end of the account, which can be taken back until its day. */
export function DeleteAccount() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(deletionQuery)
  if (error) return <LoadError title={t('deletion.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton width="60%" height={72} />
  return data.delete_at === null ? <Ask /> : <Pending deletion={data} at={data.delete_at} />
}

function Ask() {
  const { t } = useTranslation()
  const messageOf = useErrorMessage()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () => api('POST /account/deletion', { body: { email } }),
    onSuccess: ({ data }) => queries.setQueryData(deletionQuery.queryKey, data),
  })
  const field = ask.error instanceof ApiError ? ask.error.fields['email'] : undefined
  return (
    <div className={styles['backup']}>
      <p>{t('deletion.text')}</p>
      <Button
        onClick={() => {
          ask.reset()
          setEmail('')
          setAsks(true)
        }}
      >
        {t('deletion.button')}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t('deletion.confirmTitle')}
        confirm={t('deletion.confirm')}
        variant="danger"
        busy={ask.isPending}
        error={ask.error && !field && messageOf(ask.error)}
        onClose={() => setAsks(false)}
        onConfirm={() => ask.mutate()}
      >
        <p>{t('deletion.text')}</p>
        <TextField
          label={t('deletion.email')}
          type="email"
          autoComplete="off"
          value={email}
          error={field}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </div>
  )
}

function Pending({ deletion, at }: { deletion: Deletion; at: string }) {
  const { t } = useTranslation()
  const messageOf = useErrorMessage()
  const clock = useClock()
  const queries = useQueryClient()
  const keep = useMutation({
    mutationFn: () => api('DELETE /account/deletion'),
    onSuccess: ({ data }) => {
      queries.setQueryData(deletionQuery.queryKey, data)
      showToast({ tone: 'success', message: t('deletion.kept') })
    },
  })
  return (
    <div className={styles['backup']}>
      <p className={styles['error']}>
        {t('deletion.pending', { name: deletion.requested_by ?? '', when: minuteTime(new Date(at), clock) })}
      </p>
      {keep.error && (
        <p className={styles['error']} role="alert">
          {messageOf(keep.error)}
        </p>
      )}
      <Button variant="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
        {t('deletion.keep')}
      </Button>
    </div>
  )
}
