import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type PointerEvent as ReactPointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import styles from '../analytics.module.css'
import { OrdersLink } from './orders-link.tsx'
import type { Step, StepSeries } from './chart-step.ts'

type Props = {
  label: string
  describedBy: string
  steps: Step[]
  series: StepSeries[]
  /** Where the plot lies in its frame. */
  inset: { left: number; right: number }
  format: (value: number) => string
}

/** Over the plot: the pointer or the arrow keys choose a step, a click or Enter opens its orders. */
export function StepCursor({ label, describedBy, steps, series, inset, format }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const [chosen, setChosen] = useState<number | null>(null)
  const at = chosen === null ? null : Math.min(chosen, steps.length - 1)
  const step = at === null ? undefined : steps[at]

  function open() {
    if (step?.orders && allows(me, 'orders.view')) void navigate({ to: paths.orders(), search: step.orders })
  }

  function indexAt({ currentTarget, clientX }: ReactPointerEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(steps.length - 1, Math.floor(((clientX - left) / width) * steps.length)))
  }

  if (steps.length === 0) return null
  const width = 100 / steps.length
  return (
    <div className={styles['cursor']} style={inset} data-unprinted="">
      {at !== null && (
        <span className={styles['band']} style={{ left: `${at * width}%`, width: `${width}%` }} />
      )}
      <input
        type="range"
        className={styles['track']}
        min={0}
        max={steps.length - 1}
        value={at ?? steps.length - 1}
        aria-label={t('analytics.chartOf', { figure: label })}
        aria-describedby={describedBy}
        aria-valuetext={valueText(steps[at ?? steps.length - 1], series, format)}
        data-opens={step?.orders ? '' : undefined}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        onKeyDown={({ key }) => {
          if (key === 'Enter') open()
          if (key === 'Escape') setChosen(null)
        }}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setChosen(at ?? steps.length - 1)
        }}
        onBlur={() => setChosen(null)}
        onPointerMove={(event) => setChosen(indexAt(event))}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
        onClick={({ nativeEvent }) => {
          // A finger chooses first, and then opens what the card says.
          if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse') open()
        }}
      />
      {step && at !== null && (
        <div
          className={styles['tip']}
          style={{ left: `clamp(0px, calc(${(at + 0.5) * width}% - 125px), calc(100% - 250px))` }}
        >
          <strong>{step.title}</strong>
          {series.map(({ key, label: name, color }) => (
            <p key={key}>
              <i style={{ background: color }} aria-hidden="true" />
              <span>{name}</span>
              <b>{format(step.values[key] ?? 0)}</b>
            </p>
          ))}
          {step.before !== null && (
            <p>
              <i data-line="" aria-hidden="true" />
              <span>{step.beforeTitle}</span>
              <b>{format(step.before)}</b>
            </p>
          )}
          {step.orders && (
            <p className={styles['tipOpen']}>
              <OrdersLink orders={step.orders} label={step.title}>
                {step.orderCount === null
                  ? t('analytics.openThem')
                  : t('analytics.openOrders', { count: step.orderCount, figure: count(step.orderCount) })}
              </OrdersLink>
            </p>
          )}
        </div>
      )}
    </div>
  )
}

function valueText(
  step: Step | undefined,
  series: StepSeries[],
  format: (value: number) => string,
): string | undefined {
  if (!step) return undefined
  const values = series.map(({ key, label }) => `${label} ${format(step.values[key] ?? 0)}`)
  const before = step.before === null ? [] : [`${step.beforeTitle} ${format(step.before)}`]
  return [step.title, ...values, ...before].join(', ')
}
