import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorMessage } from '../error-message.ts'
import { type Printing, printAgentsQuery } from '../queries/print-agent-queries.ts'
import styles from './print-result.module.css'

/** Answers to a job that is open: its papers lie on the table, or are to be printed again. */
export function JobAnswers({ job: { id, state } }: { job: Printing['jobs'][number] }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: (isPrinted: boolean) =>
      api('POST /print-jobs/{id}/answer', { params: { id }, body: { is_printed: isPrinted } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: printAgentsQuery.queryKey }),
  })
  return (
    <div className={styles['actions']}>
      {answer.error && <span role="alert">{errorMessage(answer.error)}</span>}
      <Button size="small" busy={answer.isPending} onClick={() => answer.mutate(true)}>
        {t(state === 'unsure' ? 'run.wasPrinted' : 'run.settled')}
      </Button>
      <Button size="small" busy={answer.isPending} onClick={() => answer.mutate(false)}>
        {t('run.printAgain')}
      </Button>
    </div>
  )
}
