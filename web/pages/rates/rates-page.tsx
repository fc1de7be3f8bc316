import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, shortDay } from '../../parts/dates.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { useClock, useNow } from '../../parts/when.tsx'
import { meQuery } from '../../session.ts'
import list from '../../parts/settings/kept-list.module.css'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { RateForm } from './rate-form.tsx'
import { RateList } from './rate-list.tsx'
import { type Rates, ratesQuery } from './rate-queries.ts'
import { currencyCodes } from './rate-search.ts'
import styles from './rates.module.css'

/** Exchange rates of each day, by which figures convert sales in other currencies. */
export function RatesPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.rates'))
  const { data, error, refetch } = useQuery(ratesQuery)
  return (
    <SettingFrame>
      {data && <RateCards rates={data} />}
      {!data && error && <LoadError title={t('rates.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton width="100%" height={320} />}
      <HelpLink answer="exchange-rates" />
    </SettingFrame>
  )
}

function RateCards({ rates }: { rates: Rates }) {
  const { t } = useTranslation()
  const clock = useClock()
  const now = useNow(60_000)
  const { data: me } = useSuspenseQuery(meQuery)
  const { currency: into, missing } = rates
  const first = currencyCodes.find((code) => code !== into) ?? 'USD'
  const [begun, setBegun] = useState({ currency: first, from: dayOf(now, me.timezone) })
  // A rate is in force until the next one, so that days without any lie before the first.
  const missingText = (currency: string, from: string) => {
    const [rated] = rates.rates.flatMap((rate) => (rate.currency === currency ? rate.from : [])).toSorted()
    const day = shortDay(from, clock)
    return rated === undefined
      ? t('rates.missing', { currency, day })
      : t('rates.missingBefore', { currency, day, rated: shortDay(rated, clock) })
  }
  return (
    <>
      <section className={list['card']} aria-labelledby="new-rate">
        <h2 id="new-rate">{t('rates.new')}</h2>
        <p className={list['muted']}>{t('rates.help', { currency: into })}</p>
        {missing.map(({ currency, from }) => (
          <p key={currency} className={styles['missing']} role="note">
            {missingText(currency, from)}{' '}
            <Button size="small" onClick={() => setBegun({ currency, from })}>
              {t('rates.fill', { currency })}
            </Button>
          </p>
        ))}
        <RateForm key={`${begun.currency}/${begun.from}`} rates={rates} begun={begun} />
      </section>
      <RateList rates={rates} />
    </>
  )
}
