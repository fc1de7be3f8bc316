import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { count } from '../../../parts/figures.ts'
import { UnlikeDays } from '../../../parts/unlike-days.tsx'
import { useClock } from '../../../parts/when.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { figuresQuery } from '../analytics-queries.ts'
import { type CustomersSearch, narrowedTo } from '../customers-of-figure.ts'
import { stepTitle } from '../parts/axis-texts.ts'
import { Card } from '../parts/card.tsx'
import { ChartTools } from '../parts/chart-tools.tsx'
import { CustomersLink } from '../parts/customers-link.tsx'
import type { TableColumn } from '../parts/figures-table.tsx'
import { percentText } from '../parts/formats-of.ts'
import { useFigures } from '../use-figures.ts'
import styles from '../analytics.module.css'
import own from './cohort.module.css'

type Cohort = Reply<'GET /analytics/customers/cohorts'>['data'][number]
type Cell = Cohort['returned'][number]

/** First-time buyers by month, and the part of them that came back in each month after. */
export function CohortCard() {
  const { t } = useTranslation()
  const clock = useClock()
  const picture = useRef<HTMLDivElement>(null)
  const { plain } = useFigures('customers')
  const { from: _from, ...asked } = { from: undefined, ...plain }
  const result = useQuery(figuresQuery('GET /analytics/customers/cohorts', asked))
  const searchOf = (cohort: Cohort, cell?: Cell): CustomersSearch => ({
    first_sold_from: cohort.from,
    first_sold_to: cohort.to,
    ...(cell && { sold_from: cell.from, sold_to: cell.to }),
    ...narrowedTo(plain),
  })
  const title = t('cohorts.title')
  const monthName = ({ from }: { from: string }) => stepTitle(from, 'month', from, clock)
  const all = result.data?.data ?? []
  // Months before the first buyer are only zeros, or not known.
  const rows = all.slice(
    Math.max(
      0,
      all.findIndex(({ customers }) => (customers ?? 0) > 0),
    ),
  )
  const laters = rows[0]?.returned.map(({ later }) => later) ?? []
  const columns: TableColumn<Cohort>[] = [
    { key: 'month', title: t('cohorts.month'), cell: monthName, text: monthName },
    {
      key: 'customers',
      title: t('cohorts.customers'),
      means: 'cohortNew',
      cell: ({ customers }) => customers,
      text: ({ customers }) => customers,
    },
    ...laters.map((later): TableColumn<Cohort> => {
      const of = ({ returned }: Cohort) => returned[later - 1]?.customers ?? null
      return {
        key: String(later),
        title: `+${later}`,
        ...(later === 1 && { means: { name: '+1, +2, …', of: 'cohortBack' } as const }),
        cell: of,
        text: of,
      }
    }),
  ]
  const isEmpty = rows.every(({ customers }) => !customers)
  return (
    <Card
      title={title}
      note={t('cohorts.note')}
      columns={columns}
      result={result}
      height={540}
      tools={<ChartTools file="cohorts" picture={picture} table={{ columns, rows: isEmpty ? [] : rows }} />}
    >
      {({ meta }) =>
        isEmpty ? (
          <EmptyState title={t('cohorts.none')} />
        ) : (
          <>
            <div
              ref={picture}
              className={`${styles['table']} ${own['cohorts']}`}
              {...{ tabIndex: 0, role: 'group', 'aria-label': title }}
            >
              <table>
                <caption className="visually-hidden">{title}</caption>
                <thead>
                  <tr>
                    {columns.map(({ key, title: head }) => (
                      <th key={key} scope="col">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((cohort) => (
                    <tr key={cohort.month}>
                      <th scope="row">{monthName(cohort)}</th>
                      <td>
                        <CohortLink
                          search={searchOf(cohort)}
                          customers={cohort.customers}
                          label={t('cohorts.newIn', { month: monthName(cohort) })}
                        />
                      </td>
                      {laters.map((later) => {
                        const cell = cohort.returned[later - 1]
                        return cell ? (
                          <td key={later} style={{ background: tintOf(cell.percent) }}>
                            <CohortLink
                              search={searchOf(cohort, cell)}
                              customers={cell.customers}
                              label={t('cohorts.backIn', {
                                month: monthName(cohort),
                                later: monthName(cell),
                              })}
                            />
                            <small>{cohort.customers ? percentText(cell.percent) : ''}</small>
                          </td>
                        ) : (
                          <td key={later}>&nbsp;</td>
                        )
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <UnlikeDays since={meta.data_since} className={own['meaning']} />
            <p className={own['meaning']}>
              <strong>{title}:</strong> {t('cohorts.means')}
            </p>
          </>
        )
      }
    </Card>
  )
}

/** The more come back, the fuller; half of a cohort is as full as it gets, so that the text stays readable. */
function tintOf(percent: number | null): string | undefined {
  if (percent === null || percent === 0) return undefined
  const part = Math.round(Math.min(50, 6 + percent))
  return `color-mix(in srgb, var(--accent) ${part}%, var(--surface))`
}

type LinkProps = { search: CustomersSearch; customers: number | null; label: string }

function CohortLink({ search, customers, label }: LinkProps): ReactNode {
  if (customers === null) return null
  const figure = count(customers)
  if (customers === 0) return figure
  return (
    <CustomersLink customers={search} label={label} otherwise={figure}>
      {figure}
    </CustomersLink>
  )
}
