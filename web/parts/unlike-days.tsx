import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageAccess } from '../page-access.ts'
import { paths } from '../paths.ts'
import { meQuery } from '../session.ts'
import { shortDay } from './dates.ts'
import { useClock } from './when.tsx'

type Props = {
  /** Currencies without a rate on some of the days. */
  partly?: { currency: string; rated_from: string }[]
  /** Shops whose orders are not known of all days, latest first. */
  since?: { shop: { system_name: string }; since: string }[]
  className?: string | undefined
}

const namedShops = 3

/** Says why figures have no percentage beside them, and leads to where that can be put right. */
export function UnlikeDays({ partly = [], since = [], className }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  if (partly.length === 0 && since.length === 0) return null
  const days = [...Map.groupBy(since, (one) => one.since)]
  return (
    <p className={className}>
      {days.map(([day, shops]) => (
        <span key={day}>{t('home.dataSince', { day: shortDay(day, clock), shops: namesOf(shops) })} </span>
      ))}
      {partly.map(({ currency, rated_from: from }) => (
        <span key={currency}>{t('home.partlyConverted', { currency, day: shortDay(from, clock) })} </span>
      ))}
      {partly.length > 0 && <RatesLink />}
    </p>
  )
}

function namesOf(shops: NonNullable<Props['since']>): string {
  const names = shops.slice(0, namedShops).map(({ shop }) => shop.system_name)
  return [...names, ...(shops.length > namedShops ? ['…'] : [])].join(', ')
}

/** For those who may write rates. */
export function RatesLink({ label }: { label?: string }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  return pageAccess.rates(me) && <Link to={paths.rates()}>{label ?? t('home.addRates')}</Link>
}
