import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../../later.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/states.tsx'
import tableStyles from '../../ui/figure-table.module.css'
import styles from './sales-chart.module.css'

// Drawing takes a library that nothing else on these pages needs.
const BarPlot = later(async () => ({
  default: (await import('../../ui/bar-plot.tsx')).BarPlot,
}))

type Props = ComponentProps<typeof BarPlot> & {
  title: string
  /** Head and body of a table with the same figures. */
  children: ReactNode
}

/** Figures as bars, or as a table. */
export function BarsOrTable({ title, children, ...plot }: Props) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  return (
    <div className={styles['chart']}>
      {!isTable && (
        <div aria-hidden="true">
          <Suspense fallback={<Skeleton width="100%" height={150} />}>
            <BarPlot {...plot} />
          </Suspense>
        </div>
      )}
      <div
        className={isTable ? tableStyles['table'] : 'visually-hidden'}
        {...(isTable ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
      >
        <table>
          <caption className="visually-hidden">{title}</caption>
          {children}
        </table>
      </div>
      <Button size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
        {t('home.asTable')}
      </Button>
    </div>
  )
}
