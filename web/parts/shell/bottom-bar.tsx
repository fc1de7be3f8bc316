import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isActive, useAreas } from './areas.ts'
import styles from './bottom-bar.module.css'

/** The menu of narrow screens. */
export function BottomBar() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav className={styles['bar']} aria-label={t('shell.menu')}>
      {useAreas()
        .filter(({ isWithin }) => !isWithin)
        .map((area) => (
          <Link
            key={area.name}
            to={area.to}
            disabled={area.disabled}
            className={styles['entry']}
            data-active={isActive(area, pathname) || undefined}
            aria-current={isActive(area, pathname) ? 'page' : undefined}
          >
            <area.icon size={19} strokeWidth={1.8} aria-hidden="true" />
            {t(`area.${area.name}`)}
          </Link>
        ))}
    </nav>
  )
}
