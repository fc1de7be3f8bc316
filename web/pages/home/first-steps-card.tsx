import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Store from 'lucide-react/icons/store'
import Truck from 'lucide-react/icons/truck'
import UserPlus from 'lucide-react/icons/user-plus'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { instructionFlag } from '../../parts/begin-here.tsx'
import {
  canSetUp,
  type FirstStep,
  firstSteps,
  pageOfStep,
  stepsOverKey,
  useStepsDone,
} from '../../parts/first-steps.ts'
import { meQuery } from '../../session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { keep } from '../../ui/local-storage.ts'
import { useLocalStorage } from '../../ui/use-local-storage.ts'
import styles from './first-steps.module.css'

const icons = { shop: Store, courier: Truck, staff: UserPlus }

/**
 * Steps still to do, until all are done or the reader closes the card. They are known before home is drawn. Once all are done,
 * this browser remembers that and sends no request at the next visit.
 */
export function FirstStepsCard() {
  const { data: me } = useSuspenseQuery(meQuery)
  const overKey = stepsOverKey(me)
  const [isOver, setOver] = useLocalStorage<boolean>(overKey, false)
  const isWanted = !isOver && canSetUp(me)
  const done = useStepsDone(isWanted)
  const isDone = done?.size === firstSteps.length
  useEffect(() => {
    if (isWanted && isDone) keep(overKey, true)
  })
  if (!isWanted || !done || isDone) return null
  return <Steps done={done} storeKey={`first-steps-folded-${me.id}`} onClose={() => setOver(true)} />
}

type Props = { done: Set<FirstStep>; storeKey: string; onClose: () => void }

function Steps({ done, storeKey, onClose }: Props) {
  const { t } = useTranslation()
  const [isFolded, setFolded] = useLocalStorage<boolean>(storeKey, false)
  const figure = `${done.size}/${firstSteps.length}`
  // A third each, and exactly a hundred for all three.
  const percent = Math.floor((done.size * 100) / firstSteps.length)
  const Chevron = isFolded ? ChevronDown : ChevronUp
  return (
    <section className={styles['card']} aria-labelledby="first-steps">
      <div className={styles['head']}>
        <h2 id="first-steps">{t('setup.title')}</h2>
        <span className={styles['progress']}>
          <ProgressBar percent={percent} label={t('setup.progress')} />
          <span className={styles['figure']}>{figure}</span>
        </span>
        <IconButton
          label={isFolded ? t('setup.expand') : t('setup.collapse')}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          <Chevron size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('action.close')} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {!isFolded && (
        <ol className={styles['steps']}>
          {firstSteps.map((step) => (
            <Step key={step} step={step} isDone={done.has(step)} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Step({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const Icon = isDone ? Check : icons[step]
  return (
    <li data-done={isDone || undefined}>
      <span className={styles['icon']}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <span className={styles['words']}>
        <strong>{t(`setup.${step}`)}</strong>
        <span className={styles['muted']}>{t(`setupText.${step}`)}</span>
      </span>
      <Button
        disabled={isDone}
        onClick={() =>
          void navigate({
            to: pageOfStep[step],
            search: (before: Record<string, unknown>) => ({ ...before, [instructionFlag]: 'true' }),
          })
        }
      >
        {t(
          step === 'staff'
            ? isDone
              ? 'setup.added'
              : 'setup.addNow'
            : isDone
              ? 'setup.linked'
              : 'setup.linkNow',
        )}
      </Button>
    </li>
  )
}
