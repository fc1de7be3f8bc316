import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { bulkOutcomes } from '../../../../model/bulk-publish.ts'
import { count } from '../../../parts/figures.ts'
import type { BulkOutcome } from '../../../parts/queries/template-queries.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import styles from './templates-list.module.css'

type OutcomesProps = {
  counts: Record<BulkOutcome, number>
  all: number
  chosen: BulkOutcome | null
  onChoose: (outcome: BulkOutcome | null) => void
}

/** Figures of the outcomes; pressed, one is a filter. */
export function Outcomes({ counts, all, chosen, onChoose }: OutcomesProps) {
  const { t } = useTranslation()
  const shown = bulkOutcomes.filter((one) => counts[one] > 0 || one === chosen)
  return (
    <fieldset className={styles['outcomes']} aria-label={t('templates.bulkFilter')}>
      <Button size="small" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t('list.all')} {count(all)}
      </Button>
      {shown.map((one) => (
        <Button key={one} size="small" aria-pressed={one === chosen} onClick={() => onChoose(one)}>
          {t(`templates.bulkOutcome.${one}`)} {count(counts[one])}
        </Button>
      ))}
    </fieldset>
  )
}

/** Results of one page, as many as the API gives by itself. */
const perPage = 20

type PagesProps = {
  /** Pages before this one. */
  before: number
  shown: number
  total: number
  next: string | null
  isBusy: boolean
  onNext: (after: string) => void
  onPrevious: () => void
}

export function BulkPages({ before, shown, total, next, isBusy, onNext, onPrevious }: PagesProps) {
  const { t } = useTranslation()
  if (before === 0 && next === null) return null
  const first = before * perPage
  const figures = { from: count(first + 1), to: count(first + shown), total: count(total) }
  return (
    <nav className={styles['bulkPages']} aria-label={t('pager.label')}>
      <span>{shown > 0 && t('pager.summary', figures)}</span>
      <IconButton label={t('pager.previous')} disabled={before === 0 || isBusy} onClick={onPrevious}>
        <ChevronLeft size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('pager.next')}
        disabled={next === null || isBusy}
        onClick={() => next !== null && onNext(next)}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </IconButton>
    </nav>
  )
}
