import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import { useAfterPage } from '../after-page.ts'
import { isLockedOut, shopsQuery } from '../shops.ts'

// Hardly ever wanted, so not part of what everybody loads.
const ExpiredShops = lazy(async () => ({ default: (await import('./expired-shops.tsx')).ExpiredShops }))

const hiddenKey = 'hide_token_expired'

/**
 * Says once per page load that channels have locked us out, to those who can link them again, and not where they do that.
 * Closing hides it until the next load; with the box ticked, until the browser is closed.
 */
export function ExpiredNotice() {
  const { pathname } = useLocation()
  const { data: me } = useSuspenseQuery(meQuery)
  const canLink = allows(me, 'settings.channels')
  const { data: shops } = useQuery({ ...shopsQuery, enabled: useAfterPage() && canLink })
  const [isClosed, setClosed] = useState(() => sessionStorage.getItem(hiddenKey) === '1')
  const expired = shops?.filter(isLockedOut) ?? []
  if (isClosed || !canLink || expired.length === 0 || pathname.startsWith(paths.channels())) return null
  return (
    <Suspense>
      <ExpiredShops
        shops={expired}
        onClose={(hide) => {
          if (hide) sessionStorage.setItem(hiddenKey, '1')
          setClosed(true)
        }}
      />
    </Suspense>
  )
}
