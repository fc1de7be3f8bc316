import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { BulkPublish } from '../../../parts/queries/template-queries.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import styles from './templates-list.module.css'

/** Progress of a bulk publish: its templates are checked first, then their listings are sent. */
export function BulkState({ bulk }: { bulk: BulkPublish }) {
  const { t } = useTranslation()
  const { state, templates, waiting, left_out: leftOut, uploads } = bulk
  const { open, uploaded, failed, canceled } = uploads
  const all = open + uploaded + failed + canceled
  const ended = { uploaded: count(uploaded), failed: count(failed), leftOut: count(leftOut) }
  if (state === 'open') {
    const checked = templates - waiting
    const text = t('templates.bulkChecking', { checked: count(checked), all: count(templates) })
    return <Progress text={text} percent={(100 * checked) / Math.max(templates, 1)} />
  }
  if (open > 0) {
    const text = t('templates.bulkSending', { sent: count(all - open), all: count(all) })
    return <Progress text={text} percent={(100 * (all - open)) / all} />
  }
  return <output>{t(state === 'done' ? 'templates.bulkEnded' : 'templates.bulkCanceled', ended)}</output>
}

function Progress({ text, percent }: { text: string; percent: number }) {
  return (
    <span className={styles['bulkProgress']}>
      <output>{text}</output>
      <ProgressBar percent={percent} label={text} />
    </span>
  )
}
