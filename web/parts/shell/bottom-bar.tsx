import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isActive, useAreas } from './areas.ts'
import styles from './bottom-bar.module.css'

/** The menu of narrow screens. */
export function BottomBar() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const areas = useAreas()
  const isOn = (name: string) =>
    areas.some((area) => (area.name === name || area.isWithin === name) && isActive(area, pathname))
  return (
    <nav className={styles['bar']} aria-label={t('shell.menu')}>
      {areas
        .filter(({ isWithin }) => !isWithin)
        .map((area) => (
          <Link
            key={area.name}
            to={area.to}
            disabled={area.disabled}
            className={styles['entry']}
            data-active={isOn(area.name) || undefined}
            aria-current={isOn(area.name) ? 'page' : undefined}
          >
            <area.icon size={19} strokeWidth={1.8} aria-hidden="true" />
            {t(area.name === 'faq' ? 'area.faqShort' : `area.${area.name}`)}
          </Link>
        ))}
    </nav>
  )
}
