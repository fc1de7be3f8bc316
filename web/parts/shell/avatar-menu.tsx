import LogOut from 'lucide-react/icons/log-out'
import FlaskConical from 'lucide-react/icons/flask-conical'
import UserRound from 'lucide-react/icons/user-round'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session.ts'
import { demoQuery } from '../queries/demo-query.ts'
import { Avatar } from '../avatar.tsx'
import { DensityChoice } from '../density-choice.tsx'
import { SchemeChoice } from '../scheme-choice.tsx'
import styles from './avatar-menu.module.css'
import { useLogOut } from './use-log-out.ts'

export function AvatarMenu() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const navigate = useNavigate()
  const logOut = useLogOut()

  return (
    <Menu
      position="bottom-end"
      width={240}
      button={
        <button type="button" className={styles['button']}>
          <span className="visually-hidden">{t('shell.userMenu', { name: me.name })}</span>
          <span className={styles['name']} aria-hidden="true">
            {me.name}
          </span>
          <Avatar name={me.name} picture={me.profile_picture} />
        </button>
      }
    >
      <div className={styles['who']}>
        <strong>{me.name}</strong>
        <span>{me.email}</span>
      </div>
      <MenuDivider />
      <MenuItem
        leftSection={<UserRound size={16} aria-hidden="true" />}
        onClick={() => void navigate({ to: paths.account() })}
      >
        {t('shell.editUser')}
      </MenuItem>
      <DemoItem />
      <div className={styles['scheme']}>
        <SchemeChoice />
        <DensityChoice />
      </div>
      <MenuDivider />
      <MenuItem leftSection={<LogOut size={16} aria-hidden="true" />} onClick={() => void logOut()}>
        {t('shell.logout')}
      </MenuItem>
    </Menu>
  )
}

/** Leads to the page on which one plays the channels; in the demo alone. Asked for when the menu opens. */
function DemoItem() {
  const { t } = useTranslation()
  const { data } = useQuery(demoQuery)
  if (!data?.page_url) return null
  return (
    <MenuItem
      component="a"
      href={data.page_url}
      target="sandbox"
      leftSection={<FlaskConical size={16} aria-hidden="true" />}
    >
      {t('shell.demoControls')}
    </MenuItem>
  )
}
