import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { count } from '../figures.ts'
import type { OrderRun, RunKind } from './order-run.ts'
import { labelsOf, type RunResult } from './run-figures.ts'
import styles from './run-tray.module.css'
import type { PrintBatch } from './use-print.ts'

export type RunStep = {
  name: RunKind | 'print' | 'scan'
  label: string
  done: number
  total: number
  /** Orders of the total that failed and still need somebody. */
  failed: number
  /** Failures with nothing left to do: canceled, or done elsewhere. */
  solved: number
  note: string
  /** Its file is still being made, although nothing is left to count. */
  isMaking?: boolean
}

type State = { results: readonly RunResult[]; prints: readonly PrintBatch[]; isOver: boolean }

export function stepsOf(run: OrderRun, { results, prints, isOver }: State, t: TFunction): RunStep[] {
  const steps: RunStep[] = []
  const done = results.filter(({ action }) => action.state === 'done').length
  const ended = results.filter(({ action }) => action.state === 'failed')
  const solved = ended.filter((one) => one.is_solved).length
  const failed = ended.length - solved
  if (run.kind && results.length > 0)
    steps.push({
      name: run.kind,
      label: t(`run.step.${run.kind}`),
      done,
      total: results.length,
      failed,
      solved,
      note:
        isOver || done + ended.length === results.length ? endNote(failed, solved, t) : t('run.keepWorking'),
    })
  const made = sum(prints, (one) => one.done - one.failed.length)
  const total = Math.max(
    labelsOf(run, results).length,
    sum(prints, (one) => one.total),
  )
  if (total > 0 || (run.labels === 'all' && !isOver))
    steps.push({
      name: 'print',
      label: prints[0] ? t(`print.kind.${prints[0].kind}`) : t('run.step.print'),
      done: made,
      total,
      failed: sum(prints, (one) => one.failed.length),
      solved: 0,
      note: printNote(prints, isOver, t),
      isMaking: isMakingAny(prints),
    })
  if (run.kind === 'confirm' && done > 0) {
    const checked = results.filter((one) => one.is_checked === 1).length
    steps.push({
      name: 'scan',
      label: t('run.step.scan'),
      done: checked,
      total: done,
      failed: 0,
      solved: 0,
      note: '',
    })
  }
  return steps
}

const sum = <T,>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)

function endNote(failed: number, solved: number, t: TFunction): string {
  if (failed + solved === 0) return t('run.allDone')
  return [
    failed > 0 && t('run.needYou', { figure: count(failed) }),
    solved > 0 && t('run.solved', { figure: count(solved) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

const isMakingAny = (prints: readonly PrintBatch[]) => prints.some(({ state }) => state !== 'done')

function printNote(prints: readonly PrintBatch[], isOver: boolean, t: TFunction): string {
  if (prints.length === 0) return isOver ? t('print.making') : t('run.afterConfirm')
  if (isMakingAny(prints)) return t('print.making')
  return t('print.ready', { count: sum(prints, ({ pages }) => pages ?? 0) })
}

/** "41 of 50 · 32 of 44" */
export function shortFigures(steps: readonly RunStep[]): string {
  return steps
    .filter(({ name }) => name !== 'scan')
    .map(({ label, done, total }) => `${label} ${count(done)}/${count(total)}`)
    .join(' · ')
}

export function RunSteps({ steps }: { steps: readonly RunStep[] }) {
  const { t } = useTranslation()
  return (
    <ol className={styles['steps']}>
      {steps.map(({ name, label, done, total, failed, solved, note, isMaking }, at) => (
        <li key={name} data-step={name}>
          <div className={styles['step']}>
            <StepMark
              number={at + 1}
              isOver={total > 0 && done + failed + solved >= total && !isMaking}
              hasFailed={failed > 0}
            />
            <strong>{label}</strong>
            <output className={styles['figure']}>
              {t('run.of', { done: count(done), total: count(total) })}
            </output>
          </div>
          <ProgressBar percent={(100 * done) / Math.max(1, total)} label={label} />
          <small className={styles['muted']}>
            {note}
            {name === 'scan' && (
              <Link to={paths.scanOrders()} search={true}>
                {t('run.openScan')}
              </Link>
            )}
          </small>
        </li>
      ))}
    </ol>
  )
}

type StepMarkProps = { number: number; isOver: boolean; hasFailed: boolean }

/** A tick says that nothing is left to do. */
function StepMark({ number, isOver, hasFailed }: StepMarkProps) {
  const end = isOver ? (hasFailed ? 'failed' : 'done') : undefined
  return (
    <span className={styles['number']} data-end={end}>
      {end === undefined ? number : end === 'done' ? <Check size={12} aria-hidden="true" /> : '!'}
    </span>
  )
}
