import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorMessage } from '../error-message.ts'
import { printAgentsQuery } from '../queries/print-agent-queries.ts'
import { JobAnswers } from './job-answers.tsx'
import styles from './print-result.module.css'

/** Sends a file to the printer of its size, and says what became of it in the printer's words. */
export function PrinterJobs({ batchId }: { batchId: number }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data } = useQuery(printAgentsQuery)
  const send = useMutation({
    mutationFn: () => api('POST /print-jobs', { once: true, body: { batch_id: batchId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: printAgentsQuery.queryKey }),
  })
  const isSet = data?.settings.rules.label ?? data?.settings.rules.office
  if (!data || !isSet) return null
  const [job] = data.jobs.filter((one) => one.batch_id === batchId)
  const agent = data.agents.find(({ id }) => id === job?.agent_id)
  const state = job?.state === 'waiting' && !agent?.is_online ? 'offline' : job?.state
  return (
    <div className={styles['line']}>
      {job && state && (
        <output>
          {job.printer}: {t(`run.job.${state}`)}
          {job.message && ` · ${job.message}`}
        </output>
      )}
      {send.error && <span role="alert">{errorMessage(send.error)}</span>}
      <div className={styles['actions']}>
        {job?.is_open && <JobAnswers job={job} />}
        {!job && (
          <Button size="small" busy={send.isPending} onClick={() => send.mutate()}>
            {t('run.sendToPrinter')}
          </Button>
        )}
      </div>
    </div>
  )
}
