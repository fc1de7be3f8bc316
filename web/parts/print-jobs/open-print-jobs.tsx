import { useTranslation } from 'react-i18next'
import { count } from '../figures.ts'
import type { Printing } from '../queries/print-agent-queries.ts'
import { When } from '../when.tsx'
import { JobAnswers } from '../run/job-answers.tsx'
import { usePrint } from '../run/use-print.ts'
import { Button } from '../../ui/button.tsx'
import styles from './open-print-jobs.module.css'

/** Papers that a printer did not print, or nobody is sure of. */
export function OpenPrintJobs({
  jobs,
  agents,
  leftOut,
}: Pick<Printing, 'jobs' | 'agents'> & { leftOut: Printing['left_out'] }) {
  const { t } = useTranslation()
  const print = usePrint()
  const byReason = [...Map.groupBy(leftOut, ({ message }) => message)]
  return (
    <section className={styles['jobs']} aria-label={t('run.openJobs')}>
      <h2>{t('run.openJobs')}</h2>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <span>
              {[
                job.printer,
                agents.find(({ id }) => id === job.agent_id)?.name,
                t('run.orders', { count: job.orders, figure: count(job.orders) }),
                t(`run.job.${job.state}`),
                job.message,
              ]
                .filter(Boolean)
                .join(' · ')}{' '}
              <When at={job.created_at} relative />
            </span>
            <JobAnswers job={job} />
          </li>
        ))}
        {byReason.map(([message, orders]) => (
          <li key={message}>
            <span>
              {t('run.leftOut', { count: orders.length, figure: count(orders.length) })} {message}{' '}
              <small>{orders.map(({ code }) => code).join(', ')}</small>
            </span>
            <Button
              size="small"
              busy={print.isPending}
              onClick={() => print.mutate({ ids: orders.map(({ id }) => id), kind: 'waybill' })}
            >
              {t('run.printLeftOut', { count: orders.length, figure: count(orders.length) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
