import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Hourglass from 'lucide-react/icons/hourglass'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { hasEnded, syncsEnd } from '../../../model/plan.ts'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import { dayOf, shortDay } from '../dates.ts'
import { useClock } from '../when.tsx'
import styles from './plan-ended.module.css'

/** Over every page while the account's plan has ended: what goes on, what does not, and whose turn it is. */
export function PlanEnded() {
  const { t } = useTranslation()
  const clock = useClock()
  const { data: me } = useSuspenseQuery(meQuery)
  const { is_expired: isExpired, expired_at: at } = me.plan
  const isShown = isExpired && at !== null
  const banner = useRef<HTMLOutputElement>(null)
  // A page that is as high as the window leaves room for it.
  useLayoutEffect(() => {
    const { current } = banner
    if (!isShown || !current) return undefined
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => style.setProperty('--banner-height', `${current.offsetHeight}px`))
    sizes.observe(current)
    return () => {
      sizes.disconnect()
      style.removeProperty('--banner-height')
    }
  }, [isShown])
  if (!isShown) return null
  const end = new Date(at)
  const day = (of: Date) => shortDay(dayOf(of, clock.timeZone), clock)
  return (
    <output ref={banner} className={styles['banner']}>
      <Hourglass size={18} aria-hidden="true" />
      <span>
        <strong>{t('planEnded.title', { day: day(end) })}</strong> {t('planEnded.text')}{' '}
        {hasEnded(syncsEnd(end)) ? t('planEnded.rests') : t('planEnded.syncs', { day: day(syncsEnd(end)) })}{' '}
        {me.scope !== 'owner' && t('planEnded.askOwner')}{' '}
        {allows(me, 'settings.bill') && <Link to={paths.bill()}>{t('planEnded.see')}</Link>}
      </span>
    </output>
  )
}
