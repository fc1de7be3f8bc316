import { Link, useLocation } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pageAccess, settingPages } from '../../page-access.ts'
import { paths } from '../../paths.ts'
import { type Me, meQuery } from '../../session.ts'
import styles from './setting-frame.module.css'

const tabs = [
  ...settingPages,
  { name: 'report', to: paths.report() },
  { name: 'account', to: paths.account() },
] as const

/** Lists the tabs whose pages the user may open. */
export function tabsFor(me: Me) {
  return tabs.filter((tab) => pageAccess[tab.name](me))
}

/** Title and sub-pages of the settings: a menu at the side where there is room, tabs elsewhere. */
export function SettingFrame({ actions, inert = false, children }: Props) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { data: me } = useSuspenseQuery(meQuery)
  const nav = useRef<HTMLElement>(null)
  // On a phone the tabs are wider than the screen, and wider still once the real letters have come.
  useEffect(() => {
    const reveal = () =>
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    const sizes = new ResizeObserver(reveal)
    for (const tab of nav.current?.children ?? []) sizes.observe(tab)
    return () => sizes.disconnect()
  }, [pathname])
  return (
    <main className={styles['page']} inert={inert}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{t('area.setting')}</h1>
        {actions}
      </div>
      <nav ref={nav} className={styles['tabs']} data-sideways="" aria-label={t('area.setting')}>
        {tabsFor(me).map((tab) => (
          <Link
            key={tab.name}
            to={tab.to}
            className={styles['tab']}
            data-active={pathname.startsWith(tab.to) || undefined}
            aria-current={pathname.startsWith(tab.to) ? 'page' : undefined}
          >
            {t(`setting.${tab.name}`)}
          </Link>
        ))}
      </nav>
      <div className={styles['content']}>{children}</div>
    </main>
  )
}

type Props = { actions?: ReactNode; inert?: boolean; children: ReactNode }
