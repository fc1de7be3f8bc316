import LogOut from 'lucide-react/icons/log-out'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { count } from '../figures.ts'
import { LanguageSelect } from '../language-select.tsx'
import { type Area, isActive, useAreas } from './areas.ts'
import styles from './sidebar.module.css'
import { useLogOut } from './use-log-out.ts'

export function Sidebar({ narrow, onToggle }: { narrow: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const logOut = useLogOut()
  return (
    <nav className={styles['sidebar']} data-narrow={narrow || undefined} aria-label={t('shell.menu')}>
      <ul className={styles['areas']}>
        {useAreas().map((area) => {
          const isOpen = area.pages !== undefined && isActive(area, pathname)
          return (
            <li key={area.name}>
              <Link
                to={area.to}
                disabled={area.disabled}
                className={styles['entry']}
                data-within={area.isWithin}
                data-open={(isOpen && !narrow) || undefined}
                data-active={(isActive(area, pathname) && (narrow || !isOpen)) || undefined}
                aria-current={isActive(area, pathname) && !isOpen ? 'page' : undefined}
                title={area.disabled ? t('shell.noAccess') : narrow ? t(`area.${area.name}`) : undefined}
              >
                <area.icon size={17} strokeWidth={1.8} aria-hidden="true" />
                <span className={styles['name']}>{t(`area.${area.name}`)}</span>
                {area.waiting > 0 && (
                  <span className={styles['count']}>
                    <span aria-hidden="true">{count(area.waiting)}</span>
                    <span className="visually-hidden">
                      {t('shell.pendingCount', { count: area.waiting })}
                    </span>
                  </span>
                )}
              </Link>
              {isOpen && !narrow && <Pages pages={area.pages ?? []} />}
            </li>
          )
        })}
      </ul>
      <div className={styles['foot']}>
        <LanguageSelect compact={narrow} />
        <button
          type="button"
          className={styles['tool']}
          title={narrow ? t('shell.logout') : undefined}
          onClick={() => void logOut()}
        >
          <LogOut size={17} aria-hidden="true" />
          <span className={styles['name']}>{t('shell.logout')}</span>
        </button>
        <button type="button" className={styles['tool']} aria-expanded={!narrow} onClick={onToggle}>
          {narrow ? (
            <PanelLeftOpen size={17} aria-hidden="true" />
          ) : (
            <PanelLeftClose size={17} aria-hidden="true" />
          )}
          <span className={styles['name']}>{t(narrow ? 'shell.expand' : 'shell.collapse')}</span>
        </button>
      </div>
    </nav>
  )
}

function Pages({ pages }: { pages: NonNullable<Area['pages']> }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <ul>
      {pages.map(({ name, to }) => (
        <li key={name}>
          <Link
            to={to}
            className={styles['entry']}
            data-within=""
            data-active={pathname === to || undefined}
            aria-current={pathname === to ? 'page' : undefined}
          >
            <span className={styles['name']}>{t(`analytics.page.${name}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
