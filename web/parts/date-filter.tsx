import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { ChoiceList, FilterChip } from '../ui/filter-chip.tsx'
import styles from './date-filter.module.css'
import { type Preset, presets, shortDay } from './dates.ts'
import { useClock } from './when.tsx'

type Days = { range: Preset | undefined; from: string | undefined; to: string | undefined }
type Props = {
  range?: Preset | undefined
  from?: string | undefined
  to?: string | undefined
  /** Name of the filtered date, where it is not the usual one. */
  prefix?: string | undefined
  /** Choices above the days. */
  children?: ReactNode
  onChange: (days: Days) => void
}

/** When it was: a preset or days of one's own, in the account's time zone. */
export function DateFilter({ range, from, to, prefix, children, onChange }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const custom = [from, to].map((day) => (day ? shortDay(day, clock) : '')).join(' – ')
  const days = range ? t(`range.${range}`) : from || to ? custom : null
  const value = days && [prefix, days].filter(Boolean).join(': ')

  return (
    <FilterChip
      label={t('orders.date')}
      value={value}
      clearLabel={t('list.removeFilter', { filter: t('orders.date') })}
      onClear={() => onChange({ range: undefined, from: undefined, to: undefined })}
    >
      {(close) => (
        <div className={styles['choices']}>
          {children}
          <ChoiceList
            options={presets.map((preset) => ({ value: preset, label: t(`range.${preset}`) }))}
            chosen={range}
            onChoose={(preset) => {
              onChange({ range: preset, from: undefined, to: undefined })
              close()
            }}
          />
          <form
            className={styles['custom']}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              const form = new FormData(event.currentTarget)
              const days = [form.get('from'), form.get('to')].map(String)
              const [first = '', last = ''] = days.every(Boolean) ? days.toSorted() : days
              onChange({ range: undefined, from: first || undefined, to: last || undefined })
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
