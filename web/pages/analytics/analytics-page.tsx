import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OrderLiveMark } from '../../parts/live-mark.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { isConnected, lostShops, shopsQuery } from '../../parts/queries/shop-queries.ts'
import { RequiredChannel } from '../../parts/required-channel.tsx'
import type { AnalyticsPage } from '../../paths.ts'
import styles from './analytics.module.css'
import { ControlRow } from './controls/control-row.tsx'
import { useLiveFigures } from './use-figures.ts'

type Props = {
  page: AnalyticsPage
  /** Button that requests the page's tables as files. */
  exports?: ReactNode
  children: ReactNode
}

/** The frame of a page of analytics. Without a connected shop there is nothing but the way to connect one. */
export function AnalyticsFrame({ page, exports, children }: Props) {
  const { t } = useTranslation()
  const title = t(`analytics.page.${page}`)
  usePageTitle(t(`analytics.title.${page}`))
  useLiveFigures()
  const { data: shops } = useQuery(shopsQuery)
  if (shops !== undefined && !shops.some(isConnected))
    return (
      <main className={styles['page']}>
        <h1 className="visually-hidden">{title}</h1>
        <RequiredChannel lost={lostShops(shops)} />
      </main>
    )
  return (
    <main className={styles['page']}>
      <div className={styles['top']}>
        <div className={styles['title']}>
          <h1>{title}</h1>
          <OrderLiveMark />
        </div>
        <ControlRow page={page} end={exports} />
      </div>
      {children}
    </main>
  )
}
