import { useTranslation } from 'react-i18next'
import { presets, shortDay } from '../../parts/dates.ts'
import { useClock } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import styles from './date-filter.module.css'
import { useOrdersSearch } from './use-orders.ts'

/** When the order was placed: a preset or days of one's own, in the account's time zone. */
export function DateFilter() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const clock = useClock()
  const { range, from, to } = search
  const custom = [from, to].map((day) => (day ? shortDay(day, clock) : '')).join(' – ')
  const value = range ? t(`range.${range}`) : from || to ? custom : null

  return (
    <FilterChip
      label={t('orders.date')}
      value={value}
      clearLabel={t('orders.removeFilter', { filter: t('orders.date') })}
      onClear={() => change({ range: undefined, from: undefined, to: undefined })}
    >
      {(close) => (
        <div className={styles['choices']}>
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className={styles['preset']}
              aria-pressed={range === preset}
              onClick={() => {
                change({ range: preset, from: undefined, to: undefined })
                close()
              }}
            >
              {t(`range.${preset}`)}
            </button>
          ))}
          <form
            className={styles['custom']}
            onSubmit={(event) => {
              event.preventDefault()
              const form = new FormData(event.currentTarget)
              const days = [form.get('from'), form.get('to')].map(String)
              const [first = '', last = ''] = days.every(Boolean) ? days.toSorted() : days
              change({ range: undefined, from: first || undefined, to: last || undefined })
              close()
            }}
          >
            <label>
              {t('range.from')}
              <input type="date" name="from" defaultValue={from} />
            </label>
            <label>
              {t('range.to')}
              <input type="date" name="to" defaultValue={to} />
            </label>
            <Button type="submit" size="small">
              {t('range.apply')}
            </Button>
          </form>
        </div>
      )}
    </FilterChip>
  )
}
