import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import {
  bulkResultsQuery,
  isOpenBulk,
  templateKeys,
  type BulkOutcome,
  type BulkPublish,
  type BulkResult,
} from '../../../parts/queries/template-queries.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { UploadPill } from '../template-status.tsx'
import { BulkPages, Outcomes } from './bulk-outcomes.tsx'
import { BulkState } from './bulk-state.tsx'
import styles from './templates-list.module.css'

type Props = { bulk: BulkPublish; onClose: () => void }

/** Results of a bulk publish as they stand now: how many there are of each outcome, and a page of them. */
export function BulkResults({ bulk, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { id } = bulk
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  // Cursors of the pages before this one and of this one.
  const [cursors, setCursors] = useState<string[]>([])
  const asked = { outcome, after: cursors.at(-1) ?? null }
  const { data: page, error, refetch, isPlaceholderData } = useQuery(bulkResultsQuery(bulk, asked))
  const cancel = useMutation({
    mutationFn: () => api('POST /product-template/bulk-uploads/{id}/cancel', { params: { id } }),
    onError: (failure) => showToast({ tone: 'error', message: errorMessage(failure) }),
    onSettled: () => queries.invalidateQueries({ queryKey: templateKeys.bulk }),
  })
  const choose = (next: BulkOutcome | null) => {
    setOutcome(next)
    setCursors([])
  }
  return (
    <Dialog opened title={t('templates.bulkTitle')} size={640} onClose={onClose}>
      <p className={styles['bulkHead']}>
        <When at={bulk.requested_at} />
      </p>
      <BulkState bulk={bulk} />
      {error && !page && <LoadError title={t('templates.failed')} error={error} onRetry={refetch} />}
      {!page && !error && <Skeleton width="80%" height={60} />}
      {page && (
        <>
          <Outcomes
            counts={page.meta.outcome_counts}
            all={bulk.templates}
            chosen={outcome}
            onChoose={choose}
          />
          <ul className={styles['results']} aria-busy={isPlaceholderData}>
            {page.data.results.map((result) => (
              <Result key={result.template_id} result={result} />
            ))}
          </ul>
          {page.data.results.length === 0 && <p className={styles['bulkHead']}>{t('templates.bulkNone')}</p>}
          <BulkPages
            before={cursors.length}
            shown={page.data.results.length}
            total={outcome === null ? bulk.templates : page.meta.outcome_counts[outcome]}
            next={page.meta.next_after}
            isBusy={isPlaceholderData}
            onNext={(after) => setCursors([...cursors, after])}
            onPrevious={() => setCursors(cursors.slice(0, -1))}
          />
        </>
      )}
      <div className={styles['end']}>
        {isOpenBulk(bulk) && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('templates.bulkCancel')}
          </Button>
        )}
        <Button variant="primary" onClick={onClose} data-autofocus>
          {t('action.close')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The last name of a path: `skus.0.price` is a price. */
const fieldOf = (path: string) => path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path

function Result({ result }: { result: BulkResult }) {
  const { t } = useTranslation()
  const { template_id: id, name, state, reason, problems, problem_count: problemCount, uploads } = result
  const mode = result.is_draft ? 'create' : 'edit'
  const more = problemCount - problems.length
  const stateText = (one: BulkResult['state']) =>
    one === 'waiting'
      ? t('templates.bulkWaiting')
      : t(one === 'left_out' ? 'templates.bulkLeftOut' : 'templates.bulkCanceledOne')
  const lines = new Map(
    problems.map((problem) => {
      const name = t(`templates.field.${fieldOf(problem.path) as 'name'}`)
      const field = problem.variant === null ? name : `${problem.variant} · ${name}`
      const isCategory = problem.path === 'platform_category_id'
      const text = isCategory ? t('templates.chooseCategory') : problem.message
      return [JSON.stringify([problem.platform_id, field, text]), { problem, field, text }]
    }),
  )
  return (
    <li>
      <span className={styles['resultHead']}>
        <Link to={paths.templateCheckout(id, mode)}>{name || id}</Link>
        {state !== 'published' && <Pill hue={state === 'left_out' ? 'red' : 'grey'}>{stateText(state)}</Pill>}
      </span>
      {reason !== null && <small>{reason}</small>}
      {[...lines].map(([key, { problem, field, text }]) => (
        <small key={key}>
          {problem.platform_id !== null && <ChannelMark platformId={problem.platform_id} />} <b>{field}:</b>{' '}
          {text}
        </small>
      ))}
      {more > 0 && <small>{t('templates.moreErrors', { count: more, figure: count(more) })}</small>}
      {uploads.map((upload) => (
        <span key={upload.shop_id} className={styles['resultShop']}>
          <ChannelMark platformId={upload.platform_id} />
          <span>{upload.shop_name}</span>
          <UploadPill status={upload.upload_status.code} />
          {upload.error !== null && <small>{upload.error}</small>}
        </span>
      ))}
    </li>
  )
}
