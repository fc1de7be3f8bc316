import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { allows, type Me, meQuery } from '../../session.ts'
import { keep } from '../../ui/local-storage.ts'
import { useAfterPage } from '../after-page.ts'
import { firstSteps, stepsOverKey, useStepsDone } from '../first-steps.ts'
import { isLockedOut, type Shop, shopsQuery } from '../queries/shop-queries.ts'
import styles from './popup.module.css'
import { later } from '../../later.tsx'

// Hardly ever wanted, so not part of what everybody loads.
const ExpiredShops = later(async () => ({ default: (await import('./expired-shops.tsx')).ExpiredShops }), {
  isSilent: true,
})
const PlanEnding = later(async () => ({ default: (await import('./plan-ending.tsx')).PlanEnding }), {
  isSilent: true,
})
const SetUpDone = later(async () => ({ default: (await import('./set-up-done.tsx')).SetUpDone }), {
  isSilent: true,
})

/**
 * Pop-ups over the page, one at a time: channels that have locked us out, then a plan that ends, then that the first
 * steps are done. A refused page shows none of them.
 */
export function Popups({ isRefused }: { isRefused: boolean }) {
  const expired = useExpiredShops()
  const plan = usePlanEnding()
  const setUp = useSetUpDone()
  if (isRefused) return null
  if (expired.shops.length > 0 && !expired.mayOpen) return <LockedOutLine shops={expired.shops} />
  if (expired.shops.length > 0)
    return (
      <Suspense>
        <ExpiredShops shops={expired.shops} onClose={expired.close} />
      </Suspense>
    )
  if (plan.isDue)
    return (
      <Suspense>
        <PlanEnding onClose={plan.close} />
      </Suspense>
    )
  if (!setUp.isDue) return null
  return (
    <Suspense>
      <SetUpDone onClose={setUp.close} />
    </Suspense>
  )
}

/** In place of the pop-up where it would cover what the reader is doing. */
function LockedOutLine({ shops }: { shops: Shop[] }) {
  const { t } = useTranslation()
  return (
    <output className={styles['line']}>
      <CircleAlert size={16} aria-hidden="true" />
      <span>{t('expired.title', { count: shops.length })}</span>
      <Link to={paths.channels()}>{t('expired.go')}</Link>
    </output>
  )
}

const expiredKey = 'hide_token_expired'

/**
 * Once per page load, to those who can link them again, and not where they do that. Closing hides it until the next load;
 * with the box ticked, until the browser is closed.
 */
function useExpiredShops(): { shops: Shop[]; mayOpen: boolean; close: (hide: boolean) => void } {
  const { pathname } = useLocation()
  const { data: me } = useSuspenseQuery(meQuery)
  const canLink = allows(me, 'settings.channels')
  const { data: shops } = useQuery({ ...shopsQuery, enabled: useAfterPage() && canLink })
  const [isClosed, setClosed] = useState(() => sessionStorage.getItem(expiredKey) === '1')
  const isQuiet = isClosed || !canLink || pathname.startsWith(paths.channels())
  const lockedOut = isQuiet ? [] : (shops?.filter(isLockedOut) ?? [])
  const isDue = lockedOut.length > 0
  const [mayOpen, setMayOpen] = useState(false)
  useEffect(() => {
    if (!isDue) return undefined
    const frame = requestAnimationFrame(() => {
      // An open drawer, dialog or field has the reader. Once open, the pop-up is itself such a dialog.
      const busy = document.querySelector('dialog[open], [role=dialog], input:focus, textarea:focus')
      setMayOpen((was) => was || !busy)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDue, pathname])
  return {
    shops: lockedOut,
    mayOpen,
    close(hide) {
      if (hide) sessionStorage.setItem(expiredKey, '1')
      setClosed(true)
    },
  }
}

const planDays = 1

/** To the owner, once a day. */
function usePlanEnding(): { isDue: boolean; close: () => void } {
  const { data: me } = useSuspenseQuery(meQuery)
  const afterPage = useAfterPage()
  const cookie = `hide_near_expiry_${me.id}`
  const [isClosed, setClosed] = useState(() =>
    document.cookie.split('; ').some((one) => one.startsWith(`${cookie}=`)),
  )
  return {
    isDue: afterPage && !isClosed && me.scope === 'owner' && me.is_nearly_expired,
    close() {
      document.cookie = `${cookie}=1; path=/; max-age=${planDays * 86_400}; samesite=lax`
      setClosed(true)
    },
  }
}

/** To the owner, once: when the last of the first steps is done. The server remembers that it was said. */
function useSetUpDone(): { isDue: boolean; close: () => void } {
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const isNew = me.scope === 'owner' && me.is_first_login
  const done = useStepsDone(useAfterPage() && isNew)
  return {
    isDue: isNew && done?.size === firstSteps.length,
    close() {
      queries.setQueryData<Me>(meQuery.queryKey, (known) => known && { ...known, is_first_login: false })
      keep(stepsOverKey(me), true)
      // Should it fail, it is said again at the next load.
      void api('PUT /users/{id}/end-first-login', { params: { id: me.id } }).catch(() => undefined)
    },
  }
}
