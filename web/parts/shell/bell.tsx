import BellIcon from 'lucide-react/icons/bell'
import { afterReading } from '../../console-queries.ts'
import { Popover } from '../../ui/popover.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAfterPage } from '../after-page.ts'
import { useLive } from '../live.ts'
import { notificationsKey, notificationsQuery } from '../queries/notification-queries.ts'
import styles from './bell.module.css'
import { later } from '../../later.tsx'

const loadList = () => import('./bell-list.tsx')
const BellList = later(async () => ({ default: (await loadList()).BellList }))

const mostShown = 99
const restMs = 2000

/** Bell with the number of unread notifications; opens their list. */
export function Bell() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const isPageThere = useAfterPage()
  const { data } = useInfiniteQuery({ ...notificationsQuery, enabled: isPageThere })
  // By the time of a click it is there, and the focus finds it.
  useEffect(() => {
    if (isPageThere) loadList().catch(() => undefined)
  }, [isPageThere])
  const nextAt = useRef(0)
  const [renew] = useState(() => () => {
    const now = Date.now()
    // In a rush of orders the count keeps up without a request for each of them.
    if (now < nextAt.current - restMs) return
    const wait = Math.max(0, nextAt.current - now)
    nextAt.current = now + wait + restMs
    setTimeout(() => void queries.invalidateQueries({ queryKey: notificationsKey }, afterReading), wait)
  })
  useLive('notification.change', renew)
  const unread = data?.pages[0]?.meta.total_unread ?? 0
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={380}
      padding={0}
      label={t('bell.title')}
      returnsFocus={false}
      button={
        <button type="button" className={styles['bell']} aria-label={t('bell.open', { count: unread })}>
          <BellIcon size={18} aria-hidden="true" />
          {unread > 0 && (
            <span className={styles['count']} aria-hidden="true">
              {unread > mostShown ? `${mostShown}+` : unread}
            </span>
          )}
        </button>
      }
    >
      <Suspense>{isOpen && <BellList unread={unread} onLeave={() => setOpen(false)} />}</Suspense>
    </Popover>
  )
}
