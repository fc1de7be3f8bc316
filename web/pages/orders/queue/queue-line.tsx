import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { locale } from '../../../page-language.ts'
import { duration, shortTime } from '../../../parts/dates.ts'
import { count } from '../../../parts/figures.ts'
import { useClock, useNow } from '../../../parts/when.tsx'
import styles from './queue.module.css'
import type { QueueGroup } from './use-queue.ts'

type Props = {
  group: QueueGroup
  /** Orders of the group that are chosen. */
  chosen: number
  isLoading: boolean
  onSelect: () => void
  /** Steps that the reader may run, for all orders of the group that wait for it. */
  onStep: { step: 'confirm' | 'print'; run: () => void }[]
  /** Given for a group that can be folded. */
  onFold: (() => void) | undefined
}

/** The line over the rows of a group: a box for all of them, how many, and the first deadline. */
export function QueueLine({
  group: { due, total, first, isOpen, steps },
  chosen,
  isLoading,
  onSelect,
  onStep,
  onFold,
}: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const now = useNow(60_000)
  const name = t(`queue.due.${due}`)
  const late = first && now.getTime() - Date.parse(first)
  return (
    <div className={styles['line']} data-due={due}>
      <input
        type="checkbox"
        aria-label={t('queue.selectGroup', { group: name })}
        aria-busy={isLoading || undefined}
        checked={total > 0 && chosen >= total}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < total
        }}
        onChange={onSelect}
      />
      <strong>{name}</strong>
      <span className={styles['total']}>{count(total)}</span>
      {first && typeof late === 'number' && (
        <small>
          {late > 0
            ? t('queue.oldest', { left: duration(late, locale) })
            : t('queue.firstBy', { time: shortTime(new Date(first), now, clock) })}
        </small>
      )}
      <span className={styles['groupSteps']}>
        {onStep.map(
          ({ step, run }) =>
            (steps[step] ?? 0) > 0 && (
              <button key={step} type="button" className={styles['groupStep']} onClick={run}>
                {t('queue.stepOf', { step: t(`queue.step.${step}`), figure: count(steps[step] ?? 0) })}
                <span className="visually-hidden"> · {name}</span>
              </button>
            ),
        )}
      </span>
      {onFold && (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'queue.fold' : 'queue.unfold', { group: name })}
          onClick={onFold}
        >
          {isOpen ? (
            <ChevronDown size={16} aria-hidden="true" />
          ) : (
            <ChevronRight size={16} aria-hidden="true" />
          )}
        </button>
      )}
    </div>
  )
}
