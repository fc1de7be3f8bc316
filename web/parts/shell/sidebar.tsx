import LogOut from 'lucide-react/icons/log-out'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { count } from '../figures.ts'
import { LanguageSelect } from '../language-select.tsx'
import { isActive, useAreas } from './areas.ts'
import styles from './sidebar.module.css'
import { useLogOut } from './use-log-out.ts'

export function Sidebar({ narrow, onToggle }: { narrow: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const logOut = useLogOut()
  return (
    <nav className={styles['sidebar']} data-narrow={narrow || undefined} aria-label={t('shell.menu')}>
      <ul className={styles['areas']}>
        {useAreas().map((area) => (
          <li key={area.name}>
            <Link
              to={area.to}
              disabled={area.disabled}
              className={styles['entry']}
              data-within={area.isWithin}
              data-active={isActive(area, pathname) || undefined}
              aria-current={isActive(area, pathname) ? 'page' : undefined}
              title={area.disabled ? t('shell.noAccess') : narrow ? t(`area.${area.name}`) : undefined}
            >
              <area.icon size={17} strokeWidth={1.8} aria-hidden="true" />
              <span className={styles['name']}>{t(`area.${area.name}`)}</span>
              {area.waiting > 0 && (
                <span className={styles['count']}>
                  <span aria-hidden="true">{count(area.waiting)}</span>
                  <span className="visually-hidden">{t('shell.pendingCount', { count: area.waiting })}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
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
