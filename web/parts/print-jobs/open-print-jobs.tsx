import { useTranslation } from 'react-i18next'
import { count } from '../figures.ts'
import type { Printing } from '../queries/print-agent-queries.ts'
import { When } from '../when.tsx'
import { JobAnswers } from '../run/job-answers.tsx'
import styles from './open-print-jobs.module.css'

/** Papers that a printer did not print, or nobody is sure of. */
export function OpenPrintJobs({ jobs, agents }: Pick<Printing, 'jobs' | 'agents'>) {
  const { t } = useTranslation()
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
      </ul>
    </section>
  )
}
