import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { count } from '../figures.ts'
import { printAgentsQuery } from '../queries/print-agent-queries.ts'
import { When } from '../when.tsx'
import { JobAnswers } from '../run/job-answers.tsx'
import styles from './open-print-jobs.module.css'

/** Papers that a printer did not print, or nobody is sure of. */
export function OpenPrintJobs() {
  const { t } = useTranslation()
  const { data } = useQuery({ ...printAgentsQuery, refetchInterval: false })
  const jobs = data?.jobs.filter((job) => job.is_open)
  if (!jobs?.length) return null
  return (
    <section className={styles['jobs']} aria-label={t('run.openJobs')}>
      <h2>{t('run.openJobs')}</h2>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <span>
              {[
                job.printer,
                data?.agents.find(({ id }) => id === job.agent_id)?.name,
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
