import Clock from 'lucide-react/icons/clock'
import { useTranslation } from 'react-i18next'
import { locale } from '../../../page-language.ts'
import { minuteTime, relativeTime } from '../../../parts/dates.ts'
import type { Return } from '../../../parts/queries/return-queries.ts'
import { useClock, useNow } from '../../../parts/when.tsx'
import styles from './order-returns.module.css'

/** Deadline of an answer to the buyer; nothing once it is given, or where the channel decides. */
export function AnswerDeadline({ one: { status, answer_by: answerBy } }: { one: Return }) {
  const { t } = useTranslation()
  const clock = useClock()
  const now = useNow(30_000)
  if (status.code !== 'requested' || answerBy === null) return null
  const deadline = new Date(answerBy)
  if (deadline < now) return null
  const text = t('returns.answerBy', {
    at: minuteTime(deadline, clock),
    when: relativeTime(deadline, now, locale),
  })
  return (
    <p className={styles['deadline']}>
      <Clock size={15} aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}
