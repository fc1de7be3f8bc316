import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleX from 'lucide-react/icons/circle-x'
import { publishingOrder } from '../../../../model/product-template.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { useMedia, useNarrow } from '../../../ui/use-media.ts'
import { withoutRepeats } from '../form/field-path.ts'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { useDraft } from '../form/use-draft.ts'
import { useGoToProblem } from '../form/use-next-error.ts'
import { type StepProblem, useProblems } from '../form/use-problems.ts'
import styles from './doctor.module.css'
import { type Tip, useTips } from './use-tips.ts'

/** Errors and tips of each channel, each leading to its field: beside the form, above it, or at the foot of a phone's screen. */
export function DoctorPanel() {
  const { t } = useTranslation()
  const isWide = useMedia('(min-width: 1200px)')
  const isNarrow = useNarrow()
  const platformIds = useDraft(({ content }) => content.platform_ids)
  const problems = useProblems()
  const different = withoutRepeats(problems).length
  const tips = useTips()
  const [open, setOpen] = useState<number | null>(null)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const channels = publishingOrder
    .filter((id) => platformIds.includes(id))
    .map((id) => ({
      id,
      errors: withoutRepeats(problems.filter(({ platform_id: of }) => of === null || of === id)),
      tips: tips.get(id)?.tips ?? [],
      score: tips.get(id)?.score ?? 0,
    }))
  const list = (
    <ul className={styles['channels']}>
      {channels.map((channel) => (
        <ChannelChecks
          key={channel.id}
          {...channel}
          isOpen={open === channel.id}
          onToggle={() => setOpen(open === channel.id ? null : channel.id)}
          onGo={() => setSheetOpen(false)}
        />
      ))}
    </ul>
  )
  if (isNarrow)
    return (
      <aside className={styles['sheet']} aria-label={t('templates.ready')}>
        <button
          type="button"
          className={styles['handle']}
          aria-expanded={isSheetOpen}
          onClick={() => setSheetOpen(!isSheetOpen)}
        >
          {different > 0 ? t('templates.errors', { count: different }) : t('templates.noErrors')}
          <ChevronDown size={16} aria-hidden="true" data-up={!isSheetOpen || undefined} />
        </button>
        {isSheetOpen && list}
      </aside>
    )
  return (
    <aside className={styles['panel']} data-strip={!isWide || undefined} aria-label={t('templates.ready')}>
      {isWide && (
        <header className={styles['head']}>
          <h2>{t('templates.ready')}</h2>
          <span>{t('templates.checked')}</span>
        </header>
      )}
      {list}
      {isWide && <p className={styles['foot']}>{t('templates.nothingSent')}</p>}
    </aside>
  )
}

type ChecksProps = {
  id: number
  errors: StepProblem[]
  tips: Tip[]
  score: number
  isOpen: boolean
  onToggle: () => void
  onGo: () => void
}

function ChannelChecks({ id, errors, tips, score, isOpen, onToggle, onGo }: ChecksProps) {
  const { t } = useTranslation()
  const names = useChannelNames()
  const go = useGoToProblem()
  const lead = (problem: StepProblem) => {
    onGo()
    go(problem)
  }
  return (
    <li data-open={isOpen || undefined}>
      <button type="button" className={styles['channel']} aria-expanded={isOpen} onClick={onToggle}>
        <Ring score={score} />
        <span className={styles['lines']}>
          <span>
            <ChannelMark platformId={id} /> {names(id)}
          </span>
          <small data-failing={errors.length > 0 || undefined}>
            {errors.length === 0 && tips.length === 0
              ? t('templates.isReady')
              : [
                  errors.length > 0 && t('templates.errors', { count: errors.length }),
                  tips.length > 0 && t('templates.tips', { count: tips.length }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
          </small>
        </span>
        <ChevronDown size={16} aria-hidden="true" data-up={isOpen || undefined} />
      </button>
      {isOpen && (
        <div className={styles['details']}>
          <ul>
            {errors.map((problem) => (
              <li key={`${problem.path} ${problem.shop_id} ${problem.message}`}>
                <button type="button" className={styles['problem']} onClick={() => lead(problem)}>
                  <CircleX size={15} aria-hidden="true" />
                  <span className={styles['lines']}>
                    <b>{problem.field}</b>
                    <small>{problem.message}</small>
                  </span>
                  <ArrowRight size={14} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
          {tips.length > 0 && (
            <>
              <h3>{t('templates.tipsTitle')}</h3>
              <ul>
                {tips.map(({ path, text, points }) => (
                  <li key={path + text}>
                    <button
                      type="button"
                      className={styles['tip']}
                      onClick={() =>
                        lead({ path, field: text, message: '', platform_id: null, shop_id: null })
                      }
                    >
                      <span className={styles['points']}>+{count(points)}</span>
                      <span>{text}</span>
                      <ArrowRight size={14} aria-hidden="true" />
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </li>
  )
}

const radius = 15
const around = 2 * Math.PI * radius
const full = 100

function Ring({ score }: { score: number }) {
  const { t } = useTranslation()
  return (
    <span className={styles['ring']} data-full={score >= full || undefined}>
      <svg width="36" height="36" viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r={radius} />
        <circle cx="18" cy="18" r={radius} strokeDasharray={`${(score / full) * around} ${around}`} />
      </svg>
      <span aria-hidden="true">{count(score)}</span>
      <span className="visually-hidden">{t('products.scoreOf', { figure: count(score) })}</span>
    </span>
  )
}
