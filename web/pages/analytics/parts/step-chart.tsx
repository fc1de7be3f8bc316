import { Suspense, useDeferredValue, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../../../later.tsx'
import { useAfterPage } from '../../../parts/after-page.ts'
import { Skeleton } from '../../../ui/states.tsx'
import styles from '../analytics.module.css'
import { ChartTools, type ChartToolsProps } from './chart-tools.tsx'
import { FiguresTable, type TableColumn } from './figures-table.tsx'
import type { Step, StepSeries } from './chart-step.ts'
import { StepCursor } from './step-cursor.tsx'

// Drawing takes a library that nothing else on the page needs.
const StepPlot = later(async () => ({
  default: (await import('../../../ui/step-plot.tsx')).StepPlot,
}))

type Props = {
  /** Name of the files. */
  file: string
  label: string
  steps: Step[]
  series: StepSeries[]
  /** Days of the comparison; null: none. */
  beforeLabel: string | null
  meaning: string
  format: (value: number) => string
  axisFormat: (value: number) => string
  /** Days of the figures, and amounts without a rate. */
  meta: ChartToolsProps<Step>['meta']
  /** Sign of the currency, if the figure is an amount. */
  sign?: string | undefined
}

export const plotHeight = 240
const axisWidth = 64
const marginRight = 8

/** A figure over the steps of the range: drawn, or as a table, with its legend, its definition and its files. */
export function StepChart({
  file,
  label,
  steps,
  series,
  beforeLabel,
  meaning,
  format,
  axisFormat,
  meta,
  sign,
}: Props) {
  const [isTable, setTable] = useState(false)
  const picture = useRef<HTMLDivElement>(null)
  const description = useId()
  const columns = useStepColumns(series, beforeLabel, format, isTable, sign)
  // Drawing takes as long as all the rest of the page, which is there a moment before it.
  const isDrawn = useDeferredValue(useAfterPage(), false)
  return (
    <div>
      <div ref={picture} className={styles['plot']} hidden={isTable}>
        {isDrawn ? (
          <Suspense fallback={<Skeleton width="100%" height={plotHeight} />}>
            <div aria-hidden="true">
              <StepPlot
                steps={steps}
                series={series}
                height={plotHeight}
                axisWidth={axisWidth}
                marginRight={marginRight}
                format={axisFormat}
              />
            </div>
          </Suspense>
        ) : (
          <div style={{ height: plotHeight }} />
        )}
        <StepCursor
          label={label}
          describedBy={description}
          steps={steps}
          series={series}
          inset={{ left: axisWidth, right: marginRight }}
          format={format}
        />
      </div>
      <div className={isTable ? undefined : 'visually-hidden'}>
        <FiguresTable
          label={label}
          columns={columns}
          rows={steps}
          keyOf={({ key }) => key}
          height={280}
          isSeen={isTable}
        />
      </div>
      <div className={styles['legend']}>
        {series.map((one) => (
          <span key={one.key} className={styles['key']}>
            <i style={{ background: one.color }} aria-hidden="true" />
            {one.label}
          </span>
        ))}
        {beforeLabel && (
          <span className={styles['key']}>
            <i data-line="" aria-hidden="true" />
            {beforeLabel}
          </span>
        )}
        <p id={description} className={styles['meaning']}>
          <strong>{label}:</strong> {meaning}
        </p>
        <ChartTools
          file={file}
          title={label}
          meta={meta}
          keys={
            beforeLabel ? [...series, { label: beforeLabel, color: 'var(--grey-dot)', isLine: true }] : series
          }
          picture={isTable ? null : picture}
          isTable={isTable}
          onTable={() => setTable(!isTable)}
          table={{ columns, rows: steps }}
        />
      </div>
    </div>
  )
}

function useStepColumns(
  series: StepSeries[],
  beforeLabel: string | null,
  format: (value: number) => string,
  isSeen: boolean,
  sign: string | undefined,
): TableColumn<Step>[] {
  const { t } = useTranslation()
  const isWithOrders = series.length === 1 && series[0]?.key !== 'orders'
  return [
    {
      key: 'step',
      title: t('analytics.column.step'),
      cell: ({ title }) => title,
      text: ({ title }) => title,
    },
    ...series.map(({ key, label }): TableColumn<Step> => ({
      key,
      title: label,
      ...(sign !== undefined && { inFile: `${label}, ${sign}` }),
      isRight: true,
      cell: ({ values }) => format(values[key] ?? 0),
      text: ({ values }) => values[key] ?? 0,
      ...(isSeen && !isWithOrders && series.length === 1 && { orders: ({ orders }: Step) => orders }),
    })),
    ...(beforeLabel
      ? [
          {
            key: 'before',
            title: beforeLabel,
            ...(sign !== undefined && { inFile: `${beforeLabel}, ${sign}` }),
            isRight: true,
            cell: ({ before }: Step) => (before === null ? '' : format(before)),
            text: ({ before }: Step) => before,
          },
        ]
      : []),
    ...(isWithOrders
      ? [
          {
            key: 'orders',
            title: t('analytics.figure.orders'),
            isRight: true,
            cell: ({ orderCount }: Step) => orderCount ?? '',
            text: ({ orderCount }: Step) => orderCount,
            ...(isSeen && { orders: ({ orders }: Step) => orders }),
          },
        ]
      : []),
  ]
}
