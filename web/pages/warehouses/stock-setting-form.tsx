import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { LoadError } from '../../parts/load-error.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './stock-page.module.css'
import { showToast } from '../../ui/toast.ts'

const stockSettingQuery = queryOptions({
  queryKey: ['stock-setting'] as const,
  queryFn: async ({ signal }) => (await api('GET /settings/stock', { signal })).data,
})

/** Setting that decides whether orders reserve stock before they are paid. */
export function StockSetting() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(stockSettingQuery)
  const save = useMutation({
    // One after the other, so that each is made over the version that the one before it left.
    scope: { id: 'stock-setting' },
    mutationFn: (isReserved: boolean) => {
      const version = queries.getQueryData(stockSettingQuery.queryKey)?.updated_at ?? null
      return api('PUT /settings/stock', { body: { reserve_unpaid: isReserved, updated_at: version } })
    },
    onSuccess: ({ data: saved }) => {
      queries.setQueryData(stockSettingQuery.queryKey, saved)
      showToast({ tone: 'success', message: t('stockSetting.saved') })
    },
    onError: (refusal) => {
      showToast({ tone: 'error', message: errorMessage(refusal) })
      void refetch()
    },
  })
  return (
    <section className={styles['card']} aria-labelledby="stock-setting">
      <h2 id="stock-setting">{t('stockSetting.title')}</h2>
      {data && (
        <div className={styles['form']}>
          <Switch
            label={t('stockSetting.reserve')}
            help={t('stockSetting.reserveHelp')}
            checked={save.isPending ? save.variables : data.reserve_unpaid}
            onChange={(isOn) => save.mutate(isOn)}
          />
        </div>
      )}
      {!data && !error && <Skeleton width="60%" height={48} />}
      {!data && error && <LoadError title={t('stockSetting.failed')} error={error} onRetry={refetch} />}
    </section>
  )
}
