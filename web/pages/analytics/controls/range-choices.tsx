import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { presetDays, presets } from '../../../parts/dates.ts'
import type { AnalyticsPage } from '../../../paths.ts'
import { useNow } from '../../../parts/when.tsx'
import { meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceList } from '../../../ui/filter-chip.tsx'
import { rangeOf } from '../analytics-search.ts'
import { useFigures } from '../use-figures.ts'
import styles from './controls.module.css'

/** Presets, and days of one's own: a year of them at most. */
export function RangeChoices({ page, onChosen }: { page: AnalyticsPage; onChosen: () => void }) {
  const { t } = useTranslation()
  const { search, change } = useFigures(page)
  const { data: me } = useSuspenseQuery(meQuery)
  const now = useNow(60_000)
  const range = rangeOf(search)
  const days = range ? presetDays(range, now, me.timezone) : search
  return (
    <>
      <ChoiceList
        options={presets.map((value) => ({ value, label: t(`range.${value}`) }))}
        chosen={range}
        onChoose={(preset) => {
          change({ range: preset, from: undefined, to: undefined })
          onChosen()
        }}
      />
      <form
        key={`${days.from}/${days.to}`}
        className={styles['days']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const [from, to] = [form.get('from'), form.get('to')].map((day) =>
            typeof day === 'string' && day !== '' ? day : undefined,
          )
          change({ range: undefined, from: from ?? to, to: to ?? from })
          onChosen()
        }}
      >
        <label>
          {t('range.from')}
          <input type="date" name="from" defaultValue={days.from} />
        </label>
        <label>
          {t('range.to')}
          <input type="date" name="to" defaultValue={days.to} />
        </label>
        <p>{t('analytics.control.mostDays')}</p>
        <Button type="submit" size="small">
          {t('range.apply')}
        </Button>
      </form>
    </>
  )
}
