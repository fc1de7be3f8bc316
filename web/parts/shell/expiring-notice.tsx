import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import { IconButton } from '../../ui/button.tsx'
import { useLocalStorage } from '../../ui/use-local-storage.ts'
import { useAfterPage } from '../after-page.ts'
import { daysLeft, type Shop, shopsQuery } from '../queries/shop-queries.ts'
import { useNow } from '../when.tsx'
import styles from './expiring-notice.module.css'

/** Days before the end at which it is said, once each. */
const steps = [1, 3, 7]

/**
 * Says which permissions end soon to those who can give them again, and not where they do that. Closed, it is back at the
 * next step.
 */
export function ExpiringNotice() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { data: me } = useSuspenseQuery(meQuery)
  const canLink = allows(me, 'settings.channels')
  const { data: shops } = useQuery({ ...shopsQuery, enabled: useAfterPage() && canLink })
  const now = useNow(60_000)
  const [closed, setClosed] = useLocalStorage<string[]>('expiring-closed', [])
  const ending = (shops ?? []).flatMap((shop) => {
    const left = daysLeft(shop, now)
    return left === undefined ? [] : [{ shop, left, key: keyOf(shop, left) }]
  })
  const isNew = ending.some(({ key }) => !closed.includes(key))
  if (!canLink || !isNew || pathname.startsWith(paths.channels())) return null
  return (
    <output className={styles['notice']}>
      <CalendarClock size={18} aria-hidden="true" />
      <span className={styles['words']}>
        {ending.map(({ shop, left }) => (
          <span key={shop.id}>
            <Link to={paths.channel(shop.id)}>{shop.system_name}</Link> ·{' '}
            {t('expiring.days', { count: left })}
          </span>
        ))}
        <span className={styles['muted']}>{t('expiring.text')}</span>
      </span>
      <IconButton label={t('action.close')} onClick={() => setClosed(ending.map(({ key }) => key))}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </output>
  )
}

function keyOf(shop: Shop, left: number): string {
  return `${shop.id}/${steps.find((step) => left <= step) ?? left}/${shop.token_expired_at ?? ''}`
}
