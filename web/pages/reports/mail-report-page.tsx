import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../contract/endpoints.ts'
import { reportRhythms, type ReportRhythm } from '../../../model/mail-report.ts'
import { api } from '../../api.ts'
import { languageNames, locale } from '../../page-language.ts'
import { shortDay } from '../../parts/dates.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import { useClock, When } from '../../parts/when.tsx'
import { type Me, meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import styles from './mail-report.module.css'

type Setting = Reply<'GET /users/mail-report'>['data']
type Choice = Pick<Setting, 'rhythm' | 'weekday' | 'hour'>

const reportQuery = queryOptions({
  queryKey: ['mail-report'] as const,
  queryFn: async ({ signal }) => (await api('GET /users/mail-report', { signal })).data,
})

/** The user's own report of figures by mail. */
export function MailReportPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.report'))
  const { data, error, refetch } = useQuery(reportQuery)
  return (
    <SettingFrame>
      <section className={styles['card']} aria-labelledby="mail-report">
        <h2 id="mail-report">{t('mailReport.title')}</h2>
        <p className={styles['muted']}>{t('mailReport.help')}</p>
        {data && <ReportForm saved={data} />}
        {!data && error && <LoadError title={t('mailReport.failed')} error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton width="60%" height={220} />}
        <HelpLink answer="sales-report" />
      </section>
    </SettingFrame>
  )
}

function ReportForm({ saved }: { saved: Setting }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const save = useMutation({
    mutationFn: (body: BodyInput<'PUT /users/mail-report'>) => api('PUT /users/mail-report', { body }),
    onSuccess: ({ data }) => {
      queries.setQueryData(reportQuery.queryKey, data)
      showToast({ tone: 'success', message: t('mailReport.saved') })
    },
  })
  const begun: Choice = { rhythm: saved.rhythm, weekday: saved.weekday, hour: saved.hour }
  const { values, isChanged, change, ...form } = useFormDraft(begun, saved.updated_at, save.error)
  const { rhythm, weekday, hour } = values
  const refusal = saved.is_mail_ready ? null : t('mailReport.noMail')

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    save.mutate(
      { ...values, updated_at: form.version },
      { onSuccess: ({ data }) => form.settle(data.updated_at) },
    )
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {refusal !== null && <p role="note">{refusal}</p>}
      <fieldset className={styles['choices']} disabled={refusal !== null && saved.rhythm === 'off'}>
        <legend className="visually-hidden">{t('mailReport.often')}</legend>
        <SelectField
          label={t('mailReport.often')}
          value={rhythm}
          onChange={({ currentTarget }) => change({ rhythm: currentTarget.value as ReportRhythm })}
        >
          {reportRhythms.map((one) => (
            <option key={one} value={one} disabled={one !== 'off' && refusal !== null}>
              {t(`mailReport.rhythm.${one}`)}
            </option>
          ))}
        </SelectField>
        {rhythm === 'weekly' && (
          <SelectField
            label={t('mailReport.weekday')}
            value={weekday}
            onChange={({ currentTarget }) => change({ weekday: Number(currentTarget.value) })}
          >
            {weekdays.map(({ day, name }) => (
              <option key={day} value={day}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {rhythm !== 'off' && (
          <SelectField
            label={t('mailReport.hour')}
            help={t('mailReport.hourHelp', { zone: me.timezone })}
            value={hour}
            onChange={({ currentTarget }) => change({ hour: Number(currentTarget.value) })}
          >
            {hours.map((one) => (
              <option key={one} value={one}>
                {`${String(one).padStart(2, '0')}:00`}
              </option>
            ))}
          </SelectField>
        )}
      </fieldset>
      {save.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(save.error)}
        </p>
      )}
      {isChanged && (
        <div className={styles['actions']}>
          <Button onClick={form.drop}>{t('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={save.isPending}>
            {t('action.save')}
          </Button>
        </div>
      )}
      <ReportState saved={saved} />
      {refusal === null && <SendNow rhythm={rhythm === 'weekly' ? 'weekly' : 'daily'} me={me} />}
      <ConfirmLeave when={isChanged} isSaving={save.isPending} text={t('mailReport.leaveText')} />
    </form>
  )
}

/** When the next one comes, and what became of the last. */
function ReportState({ saved: { next_at: next, last } }: { saved: Setting }) {
  const { t } = useTranslation()
  const clock = useClock()
  if (next === null && last === null) return null
  return (
    <dl className={styles['facts']}>
      {next !== null && (
        <>
          <dt>{t('mailReport.next')}</dt>
          <dd>
            <When at={next} />
          </dd>
        </>
      )}
      {last && (
        <>
          <dt>{t('mailReport.last')}</dt>
          <dd>
            {last.skipped === null ? (
              <When at={last.at} />
            ) : (
              t('mailReport.skippedOn', {
                day: shortDay(last.day, clock),
                reason: t(`mailReport.skipped.${last.skipped}`),
              })
            )}
          </dd>
        </>
      )}
    </dl>
  )
}

function SendNow({ rhythm, me: { email, language } }: { rhythm: 'daily' | 'weekly'; me: Me }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const send = useMutation({
    mutationFn: () => api('POST /users/mail-report/send-now', { body: { rhythm } }),
    onSuccess: ({ message }) => showToast({ tone: 'success', message }),
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })
  return (
    <div className={styles['try']}>
      <Button busy={send.isPending} onClick={() => send.mutate()}>
        {t('mailReport.sendNow')}
      </Button>
      <span className={styles['muted']}>{t(`mailReport.sendHelp.${rhythm}`, { email })}</span>
      <Link to={paths.account()} className={styles['language']}>
        {t('account.mailLanguage')}: {languageNames[language]}
      </Link>
    </div>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** 1 is Monday; 1 January 2024 was one. */
const weekdays = Array.from({ length: 7 }, (_, at) => ({
  day: at + 1,
  name: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, at + 1),
  ),
}))
