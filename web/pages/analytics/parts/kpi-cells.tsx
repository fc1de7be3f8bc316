import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { percent } from '../../../parts/figures.ts'
import { Skeleton } from '../../../ui/states.tsx'
import styles from '../analytics.module.css'
import type { Figure } from '../analytics-queries.ts'
import type { CustomersSearch } from '../customers-of-figure.ts'
import type { OrdersSearch } from '../orders-of-figure.ts'
import { CustomersLink } from './customers-link.tsx'
import { Definition } from './definition.tsx'
import { type FigureName, isBetterLow } from './figure-names.ts'
import { Formula, type FormulaPart } from './formula.tsx'
import { ListLink, type KpiList } from './list-link.tsx'
import { OrdersLink } from './orders-link.tsx'

export type Kpi = {
  name: FigureName
  figure: Figure | undefined
  format: (value: number) => ReactNode
  orders: OrdersSearch | null
  /** Shown in place of one list: no list is a ratio or a difference. */
  formula?: FormulaPart[]
  /** Opened in place of the orders. */
  customers?: CustomersSearch
  /** Another list that has exactly these. */
  to?: KpiList | undefined
  /** In place of the comparison. */
  note?: string
  /** The chart can draw it. */
  isDrawn: boolean
}

type Props = { kpis: Kpi[]; drawn: FigureName | null; onDraw: (name: FigureName) => void }

/** Figures of a page beside those of earlier days. A click on a cell draws it. */
export function KpiCells({ kpis, drawn, onDraw }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={styles['kpis']}>
      {kpis.map((kpi) => {
        const label = t(`analytics.figure.${kpi.name}`)
        return (
          <li key={kpi.name} className={styles['kpi']} data-drawn={kpi.name === drawn || undefined}>
            <div className={styles['kpiHead']}>
              {kpi.isDrawn ? (
                <button
                  type="button"
                  className={styles['tab']}
                  aria-pressed={kpi.name === drawn}
                  onClick={() => onDraw(kpi.name)}
                >
                  {label}
                </button>
              ) : (
                <span>{label}</span>
              )}
              <Definition figure={kpi.name}>{kpi.formula && <Formula parts={kpi.formula} />}</Definition>
            </div>
            <KpiFigure kpi={kpi} label={label} />
          </li>
        )
      })}
    </ul>
  )
}

function KpiFigure({ kpi, label }: { kpi: Kpi; label: string }) {
  const { name, figure, format, note } = kpi
  if (figure === undefined)
    return (
      <>
        <div className={styles['figure']}>
          <Skeleton width={90} height={20} />
        </div>
        <div className={styles['change']} />
      </>
    )
  const { value, previous, percent_change: change } = figure
  return (
    <>
      <div className={styles['figure']}>
        <div>{value === null ? '–' : <KpiLink kpi={kpi} label={label} figure={format(value)} />}</div>
      </div>
      <div className={styles['change']}>
        {note ?? (
          <>
            <Change percentChange={change} isLowBetter={isBetterLow[name] === true} />
            {previous !== null && <span className={styles['before']}>{format(previous)}</span>}
          </>
        )}
      </div>
    </>
  )
}

function KpiLink({ kpi, label, figure }: { kpi: Kpi; label: string; figure: ReactNode }) {
  const { t } = useTranslation()
  if (kpi.to)
    return (
      <ListLink to={kpi.to} label={label}>
        {figure}
      </ListLink>
    )
  const orders = (
    <OrdersLink orders={kpi.orders} label={label}>
      {figure}
    </OrdersLink>
  )
  if (!kpi.customers) return orders
  return (
    <CustomersLink
      customers={kpi.customers}
      label={t('analytics.openCustomersOf', { figure: label })}
      otherwise={orders}
    >
      {figure}
    </CustomersLink>
  )
}

/** Green is better and red is worse; the arrow says up or down. */
export function Change({ percentChange, isLowBetter = false }: ChangeProps) {
  const { t } = useTranslation()
  if (percentChange === null) return null
  const isUp = percentChange > 0
  const state = percentChange === 0 ? 'same' : isUp === isLowBetter ? 'worse' : 'better'
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span className={styles['delta']} data-state={state}>
      {percentChange !== 0 && <Arrow size={12} strokeWidth={2.4} aria-hidden="true" />}
      <span className="visually-hidden">
        {t(percentChange === 0 ? 'analytics.same' : isUp ? 'analytics.up' : 'analytics.down')}{' '}
      </span>
      {percent(Math.abs(percentChange))}
    </span>
  )
}

type ChangeProps = { percentChange: number | null; isLowBetter?: boolean }
