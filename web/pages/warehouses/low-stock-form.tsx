import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../contract/endpoints.ts'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { amountIn } from '../../parts/figures.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import styles from './stock-page.module.css'
import { showToast } from '../../ui/toast.ts'

type Setting = Reply<'GET /settings/low-stock'>['data']
/** SKUs that a changed threshold applies to. */
type Apply = 'all' | 'new'

const lowStockQuery = queryOptions({
  queryKey: ['low-stock'] as const,
  queryFn: async ({ signal }) => (await api('GET /settings/low-stock', { signal })).data,
})

/** At how many pieces the bell says that a SKU runs low. */
export function LowStock() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(lowStockQuery)
  return (
    <section className={styles['card']} aria-labelledby="low-stock">
      <h2 id="low-stock">{t('lowStock.title')}</h2>
      <p className={styles['muted']}>{t('lowStock.help')}</p>
      {data && <LowStockForm saved={data} />}
      {!data && !error && <Skeleton width="60%" height={72} />}
      {!data && error && <LoadError title={t('lowStock.failed')} error={error} onRetry={refetch} />}
    </section>
  )
}

function LowStockForm({ saved }: { saved: Setting }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [apply, setApply] = useState<Apply>('all')
  const save = useMutation({
    mutationFn: (body: BodyInput<'PUT /settings/low-stock'>) => api('PUT /settings/low-stock', { body }),
    onSuccess: ({ data }) => {
      queries.setQueryData(lowStockQuery.queryKey, data)
      showToast({ tone: 'success', message: t('lowStock.saved') })
    },
  })
  const { error } = save
  const begun = { threshold: String(saved.threshold) }
  const { values, isChanged, ...form } = useFormDraft(begun, saved.updated_at, error)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(
      {
        ...saved,
        apply,
        updated_at: form.version ?? null,
        threshold: levelIn(values.threshold),
      },
      { onSuccess: ({ data }) => form.settle(data.updated_at) },
    )
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Switch
        label={t('lowStock.switch')}
        help={t('lowStock.switchHelp')}
        checked={save.isPending ? save.variables.is_enabled : saved.is_enabled}
        onChange={(isOn) => {
          // A second change would be made over the version before the first, and be refused.
          if (save.isPending) return
          save.mutate(
            { ...saved, is_enabled: isOn },
            // The typed level was not sent with it, and the version that it leaves is nothing unseen.
            { onSuccess: ({ data }) => form.settle(data.updated_at, {}) },
          )
        }}
      />
      <TextField
        label={t('lowStock.threshold')}
        unit={t('lowStock.pieces')}
        inputMode="numeric"
        maxLength={6}
        value={values.threshold}
        error={error instanceof ApiError ? (error.fields['threshold'] ?? errorMessage(error)) : undefined}
        onChange={(event) => form.change({ threshold: event.currentTarget.value })}
      />
      {isChanged && (
        <SelectField
          label={t('lowStock.apply')}
          value={apply}
          onChange={(event) => setApply(event.currentTarget.value as Apply)}
        >
          <option value="all">{t('lowStock.applyAll')}</option>
          <option value="new">{t('lowStock.applyNew')}</option>
        </SelectField>
      )}
      {isChanged && (
        <div className={styles['actions']}>
          <Button onClick={form.drop}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={save.isPending}>
            {t('action.save')}
          </Button>
        </div>
      )}
      <ConfirmLeave when={isChanged} isSaving={save.isPending} text={t('lowStock.leaveText')} />
    </form>
  )
}

/** None and what is no number are sent as what the server refuses, in the reader's language. */
function levelIn(typed: string): number {
  return typed.trim() === '' ? Number.NaN : (amountIn(typed) ?? -1)
}
