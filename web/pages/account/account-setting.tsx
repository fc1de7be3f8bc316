import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../contract/endpoints.ts'
import { type NumberFormat, numberFormats } from '../../../model/number-format.ts'
import { api, ApiError } from '../../api.ts'
import { locale } from '../../page-language.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CurrencyField } from '../../parts/currency-field.tsx'
import { shortTime } from '../../parts/dates.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { count } from '../../parts/figures.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import { useClock, useNow } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './account.module.css'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import { TimezoneField } from '../../parts/timezone-field.tsx'
import { showToast } from '../../ui/toast.ts'

type Saved = Reply<'GET /settings/account'>['data']
type Setting = Pick<Saved, 'timezone' | 'currency' | 'number_format'>

const accountQuery = queryOptions({
  queryKey: ['account-setting'] as const,
  queryFn: async ({ signal }) => (await api('GET /settings/account', { signal })).data,
})

/** Settings for everybody of the account. */
export function AccountSetting() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(accountQuery)
  if (data) return <AccountForm saved={data} />
  if (error) return <LoadError title={t('accountSetting.failed')} error={error} onRetry={refetch} />
  return <Skeleton width="60%" height={290} />
}

function AccountForm({ saved }: { saved: Saved }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { timezone, currency, number_format } = saved
  const save = useMutation({
    mutationFn: (body: BodyInput<'PUT /settings/account'>) => api('PUT /settings/account', { body }),
    onSuccess: ({ data }) => {
      queries.setQueryData(accountQuery.queryKey, data)
      setAsking(false)
      showToast({ tone: 'success', message: t('accountSetting.saved') })
      // There is hardly a figure or a time on any page that does not depend on it.
      void queries.invalidateQueries()
    },
  })
  const begun: Setting = { timezone, currency, number_format }
  const form = useFormDraft(begun, saved.updated_at, save.error)
  const { values, isChanged, change } = form
  const isOtherZone = values.timezone !== timezone
  const isOtherCurrency = values.currency !== currency
  const invalid = save.error instanceof ApiError ? save.error.fields : {}
  const failure = save.error && (Object.values(invalid).join('\n') || errorMessage(save.error))

  const send = () =>
    save.mutate(
      { ...values, updated_at: form.version },
      { onSuccess: ({ data }) => form.settle(data.updated_at) },
    )

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    save.reset()
    if (isOtherZone || isOtherCurrency) setAsking(true)
    else send()
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <p className={styles['muted']}>{t('accountSetting.help')}</p>
      {saved.region_shop !== null && (
        <p role="note">{t('accountSetting.regionShop', { shop: saved.region_shop })}</p>
      )}
      <ZoneField
        zones={saved.timezones}
        value={values.timezone}
        onChange={(timezone) => change({ timezone })}
      />
      <CurrencyField
        help={t('accountSetting.currencyHelp')}
        value={values.currency}
        onChange={(currency) => change({ currency })}
      />
      <NumberFormatField
        value={values.number_format}
        onChange={(format) => change({ number_format: format })}
      />
      {failure && !isAsking && (
        <p className={styles['error']} role="alert">
          {failure}
        </p>
      )}
      <HelpLink answer="time-zone-and-currency" />
      {isChanged && (
        <div className={styles['actions']}>
          <Button onClick={form.drop}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={save.isPending}>
            {t('action.save')}
          </Button>
        </div>
      )}
      <ConfirmLeave when={isChanged} isSaving={save.isPending} text={t('accountSetting.leaveText')} />
      <ConfirmDialog
        opened={isAsking}
        title={t(isOtherZone ? 'accountSetting.askZone' : 'accountSetting.askCurrency', values)}
        confirm={t('accountSetting.change')}
        busy={save.isPending}
        error={failure}
        onClose={() => setAsking(false)}
        onConfirm={send}
      >
        {isOtherZone && (
          <>
            <p>{t('accountSetting.recounts', { count: saved.orders, figure: count(saved.orders) })}</p>
            <p>{t('accountSetting.meanwhile')}</p>
          </>
        )}
        {isOtherCurrency && (
          <>
            <p>{t('accountSetting.converts', values)}</p>
            <p>{t('accountSetting.ranks', values)}</p>
            <p>{t('accountSetting.segments', values)}</p>
          </>
        )}
      </ConfirmDialog>
    </form>
  )
}

type FormatProps = { value: NumberFormat; onChange: (format: NumberFormat) => void }

function NumberFormatField({ value, onChange }: FormatProps) {
  const { t } = useTranslation()
  const sample = 1246.5
  const shown = {
    dots: sample.toLocaleString('de-DE', { minimumFractionDigits: 2 }),
    language: sample.toLocaleString(locale, { minimumFractionDigits: 2 }),
  }
  return (
    <SelectField
      label={t('accountSetting.numberFormat')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as NumberFormat)}
    >
      {numberFormats.map((format) => (
        <option key={format} value={format}>
          {t(`accountSetting.numberFormats.${format}`, { sample: shown[format] })}
        </option>
      ))}
    </SelectField>
  )
}

type ZoneProps = { zones: string[]; value: string; onChange: (zone: string) => void }

function ZoneField({ value, ...field }: ZoneProps) {
  const { t } = useTranslation()
  const clock = useClock()
  const now = useNow(60_000)
  const time = shortTime(now, new Date(0), { ...clock, timeZone: value })
  return <TimezoneField {...field} value={value} help={t('accountSetting.timezoneHelp', { time })} />
}
