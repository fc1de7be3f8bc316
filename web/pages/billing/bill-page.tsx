import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../console-queries.ts'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { dayOf, shortDay } from '../../parts/dates.ts'
import { count } from '../../parts/figures.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { useLive } from '../../parts/live.ts'
import { LoadError } from '../../parts/load-error.tsx'
import { Money } from '../../parts/money-amount.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { useClock } from '../../parts/when.tsx'
import { allows, meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Pill, type PillHue } from '../../ui/pill.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './bill.module.css'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { showToast } from '../../ui/toast.ts'

type Bill = Reply<'GET /bills/current'>['data']
type Invoice = Reply<'GET /bills'>['data'][number]

const billQuery = queryOptions({
  queryKey: ['bill'] as const,
  queryFn: async ({ signal }) => (await api('GET /bills/current', { signal })).data,
})
const invoicesQuery = queryOptions({
  queryKey: ['invoices'] as const,
  queryFn: async ({ signal }) => (await api('GET /bills', { query: { pagination: '0' }, signal })).data,
})

const statusHues: Record<Bill['status'], PillHue> = {
  trial: 'blue',
  active: 'green',
  past_due: 'amber',
  expired: 'red',
  canceled: 'grey',
}
const invoiceHues: Record<Invoice['status'], PillHue> = { paid: 'green', unpaid: 'amber', void: 'grey' }
const figures = ['shops', 'staff', 'orders', 'skus', 'storage'] as const

/** Page with the account's plan, its usage, and the invoices. */
export function BillPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.bill'))
  const bill = useQuery(billQuery)
  const queries = useQueryClient()
  useLive('plan.change', () => void queries.invalidateQueries({ queryKey: billQuery.queryKey }, afterReading))
  return (
    <SettingFrame>
      {bill.data ? (
        <div className={styles['pair']}>
          <Plan bill={bill.data} />
          <Usage bill={bill.data} />
        </div>
      ) : bill.error ? (
        <LoadError title={t('bill.failed')} error={bill.error} onRetry={bill.refetch} />
      ) : (
        <section className={styles['card']}>
          <Skeleton width="60%" height={120} />
        </section>
      )}
      <Invoices isFree={(bill.data?.plan.price ?? 0) === 0} />
      <HelpLink answer="plan" />
    </SettingFrame>
  )
}

function Plan({ bill }: { bill: Bill }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const day = useDay()
  const { plan, status, expired_at: end, upgrade_url: upgradeUrl, support_email: support } = bill
  return (
    <section className={styles['card']} aria-labelledby="plan">
      <h2 id="plan">{t('bill.plan')}</h2>
      <p className={styles['plan']}>
        <strong>{plan.name}</strong>
        <Pill hue={statusHues[status]}>{t(`bill.status.${status}`)}</Pill>
      </p>
      <p>
        {plan.price === 0 ? t('bill.free') : <Money value={plan.price} currency={plan.currency} strong />}
        {plan.price > 0 && plan.period && ` ${t(`bill.per.${plan.period}`)}`}
      </p>
      <p className={styles['muted']}>
        {t('bill.since', { day: day(bill.started_at) })}{' '}
        {end ? t(status === 'expired' ? 'bill.ended' : 'bill.until', { day: day(end) }) : t('bill.endless')}
      </p>
      {support && (
        <p>
          <a href={`mailto:${support}`}>{t('bill.support', { email: support })}</a>
        </p>
      )}
      {upgradeUrl && allows(me, 'plans.buy') && <Upgrade isOver={status === 'expired'} />}
    </section>
  )
}

/** To the central billing, where plans are chosen and paid. */
function Upgrade({ isOver }: { isOver: boolean }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => (await api('POST /bills/upgrade', { body: {} })).data,
    onSuccess: ({ redirect_url: to }) => window.location.assign(to),
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })
  return (
    <Button variant="primary" disabled={isPending || isSuccess} onClick={() => mutate()}>
      {t(isOver ? 'bill.renew' : 'bill.upgrade')}
    </Button>
  )
}

function Usage({ bill: { plan, usage } }: { bill: Bill }) {
  const { t } = useTranslation()
  const shown = (figure: (typeof figures)[number], value: number) =>
    figure === 'storage' ? megabytes(value) : count(value)
  return (
    <section className={styles['card']} aria-labelledby="usage">
      <h2 id="usage">{t('bill.usage')}</h2>
      <dl className={styles['usage']}>
        {figures.map((figure) => {
          const [used, limit] = [usage[figure], plan.limits[figure]]
          return (
            <div key={figure}>
              <dt>{t(`bill.of.${figure}`)}</dt>
              <dd data-over={(limit !== null && used > limit) || undefined}>
                {limit === null
                  ? t('bill.noLimit', { used: shown(figure, used) })
                  : t(used > limit ? 'bill.over' : 'bill.ofLimit', {
                      used: shown(figure, used),
                      limit: shown(figure, limit),
                    })}
              </dd>
              {limit !== null && (
                <dd className={styles['part']}>
                  <ProgressBar
                    percent={limit === 0 ? 100 : Math.min(100, (used / limit) * 100)}
                    label={t(`bill.of.${figure}`)}
                  />
                </dd>
              )}
            </div>
          )
        })}
      </dl>
    </section>
  )
}

function Invoices({ isFree }: { isFree: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(invoicesQuery)
  return (
    <section className={styles['card']} aria-labelledby="invoices">
      <h2 id="invoices">{t('bill.invoices')}</h2>
      {data?.length === 0 && (
        <>
          <p>{t('bill.none')}</p>
          <p className={styles['muted']}>{t(isFree ? 'bill.noneText' : 'bill.noneElsewhere')}</p>
        </>
      )}
      {data && data.length > 0 && (
        <ul>
          {data.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
      {!data && !error && <Skeleton width="60%" height={72} />}
      {!data && error && <LoadError title={t('bill.invoicesFailed')} error={error} onRetry={refetch} />}
    </section>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const day = useDay()
  return (
    <li className={styles['invoice']}>
      <a href={invoice.pdf_url}>{invoice.number}</a>
      <span className={styles['muted']}>{day(invoice.issued_at)}</span>
      <Money value={invoice.amount} currency={invoice.currency} />
      <Pill hue={invoiceHues[invoice.status]}>{t(`bill.invoice.${invoice.status}`)}</Pill>
    </li>
  )
}

/** The day of a moment, in words. */
function useDay(): (at: string) => string {
  const clock = useClock()
  return (at) => shortDay(dayOf(new Date(at), clock.timeZone), clock)
}

function megabytes(bytes: number): string {
  return `${count(Math.ceil(bytes / 1_000_000))} MB`
}
