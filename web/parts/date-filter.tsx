import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { ChoiceList, FilterChip } from '../ui/filter-chip.tsx'
import styles from './date-filter.module.css'
import { type Preset, presets, shortDay } from './dates.ts'
import { useClock } from './when.tsx'

type Days = { range: Preset | undefined; from: string | undefined; to: string | undefined }
/** `prefix`: name of the filtered date, where it is not the usual one. */
type Named = Partial<Days> & { prefix?: string | undefined }
type Props = Named & {
  /** Left out: a date, of which the prefix says more. */
  label?: string
  /** Choices above the days. */
  children?: ReactNode
  onChange: (days: Days) => void
}

/** The days in words, behind the prefix; null: none are chosen. */
export function useDaysText({ range, from, to, prefix }: Named) {
  const { t } = useTranslation()
  const clock = useClock()
  const custom = [from, to].map((day) => (day ? shortDay(day, clock) : '')).join(' – ')
  const days = range ? t(`range.${range}`) : from || to ? custom : null
  return days && [prefix, days].filter(Boolean).join(': ')
}

/** When it was: a preset or days of one's own, in the account's time zone. */
export function DateFilter({ label: given, range, from, to, prefix, children, onChange }: Props) {
  const { t } = useTranslation()
  const label = given ?? t('orders.date')
  const value = useDaysText({ range, from, to, prefix })

  return (
    <FilterChip
      label={label}
      value={value}
      clearLabel={t('list.removeFilter', { filter: label })}
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
