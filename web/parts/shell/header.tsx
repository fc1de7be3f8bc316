import { Link, useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { LiveDot } from '../live-mark.tsx'
import { Mark } from '../mark.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { Bell } from './bell.tsx'
import styles from './header.module.css'
import { PaletteButton } from './palette-button.tsx'
import { ProductSwitcher } from './product-switcher.tsx'
import { SyncPill } from './sync-pill.tsx'

export function Header() {
  const { t } = useTranslation()
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  return (
    <header className={styles['header']}>
      <ProductSwitcher />
      <Link to={paths.home()} className={styles['logo']} aria-label={t('shell.logo')}>
        <Mark />
        <span className={styles['product']}>Seller Console</span>
      </Link>
      <span className={styles['title']} aria-hidden="true">
        {title && t(`area.${title}`)}
        {title === 'orders' && <LiveDot />}
      </span>
      <SyncPill />
      <span className={styles['space']} />
      <PaletteButton />
      <Bell />
      <AvatarMenu />
    </header>
  )
}
