import { type QueryKey, useIsFetching, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../console-queries.ts'
import { meQuery } from '../../session.ts'
import { loadPanels } from '../../ui/load-panels.ts'
import { LoadingBar } from '../../ui/loading-bar.tsx'
import { useLocalStorage } from '../../ui/use-local-storage.ts'
import { useAfterPage, useWatchFirstPage } from '../after-page.ts'
import { ForbiddenPage } from '../forbidden-page.tsx'
import { changedIds, connectLive, goodsChannels, useLive } from '../live.ts'
import { forgetOrders } from '../queries/order-queries.ts'
import { forgetGoods } from '../queries/product-queries.ts'
import { shopsKey, syncPercentKey } from '../queries/shop-queries.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ExpiringNotice } from './expiring-notice.tsx'
import { ExportNotice } from './export-notice.tsx'
import { Header } from './header.tsx'
import { PlanEnded } from './plan-ended.tsx'
import { Popups } from './popups.tsx'
import { ReloadOffer } from './reload-offer.tsx'
import { RunPlace } from './run-place.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { later } from '../../later.tsx'

// Nothing is said before the page is there.
const Toasts = later(
  async () => {
    const [{ Toasts }] = await Promise.all([import('../../ui/toasts.tsx'), loadPanels()])
    return { default: Toasts }
  },
  { isSilent: true },
)

/** The frame around every page behind the sign-in. */
export function Shell() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [narrow, setNarrow] = useLocalStorage<boolean>('sidebar-narrow', window.innerWidth < 1024)
  const allowed = useMatches({
    select: (matches) => matches.every((match) => match.staticData.allows?.(me) ?? true),
  })
  const isBare = useMatches({ select: (matches) => matches.some((match) => match.staticData.isBare) })
  useWatchFirstPage()
  useServerVersion()
  const afterPage = useAfterPage()

  return (
    <div className={styles['shell']} data-narrow={narrow || undefined} data-bare={isBare || undefined}>
      <a className={styles['skip']} href="#main">
        {t('shell.skip')}
      </a>
      <Progress />
      {!isBare && <Header />}
      {!isBare && <Sidebar narrow={narrow} onToggle={() => setNarrow(!narrow)} />}
      {/* Figures are written anew where their format changes. */}
      <div className={styles['main']} id="main" tabIndex={-1} key={me.number_format}>
        <PlanEnded />
        <Popups isRefused={!allowed} />
        {allowed ? <Outlet /> : <ForbiddenPage />}
      </div>
      {!isBare && <BottomBar />}
      <ExpiringNotice />
      <ExportNotice />
      {/* It goes on, out of sight. */}
      <div hidden={isBare}>
        <RunPlace />
      </div>
      <ReloadOffer />
      {afterPage && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  )
}

/** Page changes, and data that the page has nothing of yet. */
function Progress() {
  const loading = useRouterState({ select: (state) => state.isLoading })
  const fetching = useIsFetching({ predicate: (query) => query.state.data === undefined })
  return <LoadingBar active={loading || fetching > 0} />
}

const newShopMs = 3000

function useServerVersion() {
  const queries = useQueryClient()
  const afterPage = useAfterPage()
  useEffect(() => (afterPage ? connectLive() : undefined), [afterPage])
  const renew = (queryKey: QueryKey) => void queries.invalidateQueries({ queryKey }, afterReading)
  useLive('plan.change', () => renew(meQuery.queryKey))
  useLive('order.change', (values) => forgetOrders(queries, changedIds(values)))
  useLive(goodsChannels, () => forgetGoods(queries))
  const renewShops = () => {
    renew(shopsKey)
    renew(syncPercentKey)
  }
  useLive('shop.sync', renewShops)
  useLive('shop.change', renewShops)
  useLive('order.sync', renewShops)
  useLive('product.sync', renewShops)
  // The first figures of a new shop exist a moment after the shop does.
  useLive('store.add', () => {
    setTimeout(renewShops, newShopMs)
    // The first one may have set the account's time zone and currency.
    renew(meQuery.queryKey)
  })
}
