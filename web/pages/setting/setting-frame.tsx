import { Link, useLocation } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { allowsArea, meQuery } from '../../session.ts'
import styles from './setting-frame.module.css'

const tabs = [
  { name: 'channels', to: paths.channels(), guarded: true },
  { name: 'account', to: paths.account(), guarded: false },
] as const

/** Title and sub-pages of the settings. */
export function SettingFrame({ actions, inert = false, children }: Props) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <main className={styles['page']} inert={inert}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{t('area.setting')}</h1>
        {actions}
      </div>
      <nav className={styles['tabs']} aria-label={t('area.setting')}>
        {tabs
          .filter((tab) => !tab.guarded || allowsArea(me, 'settings'))
          .map((tab) => (
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
      {children}
    </main>
  )
}

type Props = { actions?: ReactNode; inert?: boolean; children: ReactNode }
