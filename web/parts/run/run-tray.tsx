import ChevronUp from 'lucide-react/icons/chevron-up'
import Minus from 'lucide-react/icons/minus'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { count } from '../figures.ts'
import { When } from '../when.tsx'
import { changeRun, type OrderRun, showRun } from './order-run.ts'
import { PrintResult } from './print-result.tsx'
import { ordersOf, reasonsOf } from './run-figures.ts'
import { RunReasons } from './run-reasons.tsx'
import { RunSteps, shortFigures, stepsOf } from './run-steps.tsx'
import styles from './run-tray.module.css'
import { useDriveRun, useRunState } from './use-run.ts'

/** Progress and results of the runs, beside the work, on whichever page the reader is. The latest stands below. */
export function RunTrays({ runs }: { runs: readonly OrderRun[] }) {
  const open = runs.filter(({ closedAt }) => !closedAt)
  const main = open.find(({ isSmall }) => !isSmall) ?? open.at(-1) ?? runs.at(-1)
  const trays = useRoomOfTrays()
  useKeys({
    t: () => {
      if (!main) return
      toggle(main)
      // The keyboard goes on in what it opened; a tray stands behind all rows of a list.
      if (main.isSmall || main.closedAt) {
        const body = () => trays.current?.querySelector<HTMLElement>(`[data-run="${main.startedAt}"]`)
        requestAnimationFrame(() => body()?.focus())
      }
    },
  })
  return (
    <div className={styles['trays']} ref={trays}>
      {runs.map((run) => (
        <RunTray key={run.startedAt} run={run} />
      ))}
    </div>
  )
}

function toggle(run: OrderRun): void {
  if (run.isSmall || run.closedAt) showRun(run)
  else changeRun(run, () => ({ isSmall: true }))
}

function RunTray({ run }: { run: OrderRun }) {
  const { t } = useTranslation()
  const state = useRunState(run)
  useDriveRun(run, state)
  const steps = stepsOf(run, state, t)
  const reasons = reasonsOf(state.results)
  const total = ordersOf(state.results).length
  const title = run.kind ? t(`run.title.${run.kind}`) : t('run.title.print')
  const failed = reasons.reduce((sum, { results }) => sum + results.length, 0)
  const label = `${t('run.name')}: ${title}`
  if (run.closedAt) return null
  if (run.isSmall)
    return (
      <section className={styles['tray']} data-small="" aria-label={label}>
        <button type="button" className={styles['line']} aria-expanded="false" onClick={() => toggle(run)}>
          <strong>{title}</strong>
          <span className={styles['muted']}>{shortFigures(steps)}</span>
          {run.fault && <span className={styles['need']}>{t('run.paused')}</span>}
          {failed > 0 && (
            <span className={styles['need']}>{t('run.needYou', { figure: count(failed) })}</span>
          )}
          <ChevronUp size={16} aria-hidden="true" />
        </button>
      </section>
    )
  return (
    <section className={styles['tray']} aria-label={label}>
      <header className={styles['head']}>
        <strong>{title}</strong>
        <span className={styles['muted']}>
          {total > 0 && `${t('run.orders', { count: total, figure: count(total) })} · `}
          {t('run.started')} <When at={run.startedAt} />
          {run.isPaused && ` · ${t('run.paused')}`}
        </span>
        <span className={styles['tools']}>
          {steps.some(
            ({ name, done, failed: notDone, total: all }) => name === 'print' && done + notDone < all,
          ) && (
            <Button
              size="small"
              onClick={() => changeRun(run, ({ isPaused }) => ({ isPaused: !isPaused, fault: undefined }))}
            >
              {t(run.isPaused ? 'run.goOn' : 'run.pause')}
            </Button>
          )}
          <IconButton label={t('run.minimise')} aria-keyshortcuts="T" onClick={() => toggle(run)}>
            <Minus size={16} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('action.close')}
            onClick={() => changeRun(run, () => ({ closedAt: new Date().toISOString() }))}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </span>
      </header>
      <RunSteps steps={steps} />
      {/* In the order of the Tab key, so that the arrow keys scroll what is in it. */}
      <section className={styles['body']} aria-label={t('run.results')} tabIndex={0} data-run={run.startedAt}>
        {run.fault && (
          <p className={styles['need']} role="alert">
            {run.fault}
          </p>
        )}
        <RunReasons reasons={reasons} run={run} />
        {state.prints.map((batch) => (
          <PrintResult key={batch.id} batch={batch} />
        ))}
      </section>
    </section>
  )
}

/** Lists leave as much room at their end as the trays cover. */
function useRoomOfTrays() {
  const trays = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)
      root.style.setProperty('--tray-height', `${height > 0 ? height + 12 : 0}px`)
    })
    if (trays.current) observer.observe(trays.current)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--tray-height')
    }
  }, [])
  return trays
}
