import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageAccess, settingPages } from '../../page-access.ts'
import { paths } from '../../paths.ts'
import { type Me, meQuery } from '../../session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { accountParts } from './account-parts.ts'
import styles from './setting-frame.module.css'

const tabs = [
  ...settingPages,
  { name: 'report', to: paths.report() },
  { name: 'account', to: paths.account() },
] as const

/** Lists the pages of the settings that the user may open; those of the account are one of them. */
export function tabsFor(me: Me) {
  return tabs.filter((tab) => pageAccess[tab.name](me))
}

/** A page of the settings under its name, beside the menu of all of them, which is a list to choose from where there is less room. */
export function SettingFrame({ actions, inert = false, children }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const groups = useGroups()
  const active = useActive(groups.flatMap(({ pages }) => pages))
  return (
    <main className={styles['page']} inert={inert}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{active?.label}</h1>
        {actions}
      </div>
      <div className={styles['choice']}>
        <SelectField
          label={t('area.setting')}
          isLabelHidden
          value={active?.to}
          onChange={(event) => void navigate({ to: event.currentTarget.value })}
        >
          {groups.map(({ name, pages }) => (
            <optgroup key={name} label={name}>
              {pages.map(({ to, label }) => (
                <option key={to} value={to}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      </div>
      <nav className={styles['menu']} aria-label={t('area.setting')}>
        {groups.map(({ name, pages }, at) => (
          <fieldset key={name} className={styles['part']} aria-label={name}>
            {at > 0 && (
              <p className={styles['group']} aria-hidden="true">
                {name}
              </p>
            )}
            {pages.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className={styles['entry']}
                data-active={to === active?.to || undefined}
                aria-current={to === active?.to ? 'page' : undefined}
              >
                {label}
              </Link>
            ))}
          </fieldset>
        ))}
      </nav>
      <div className={styles['content']}>{children}</div>
    </main>
  )
}

type Page = { to: string; label: string }

function useGroups(): { name: string; pages: Page[] }[] {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const pages = tabsFor(me).flatMap(({ name, to }) =>
    name === 'account' ? [] : [{ to, label: t(`setting.${name}`) }],
  )
  const own = accountParts
    .filter(({ isShown }) => isShown(me))
    .map(({ to, title }) => ({ to, label: t(title) }))
  return [
    { name: t('area.setting'), pages },
    { name: t('setting.account'), pages: own },
  ].filter((group) => group.pages.length > 0)
}

/** The page that the address is, or lies below; the profile lies above the others of the account. */
function useActive(pages: Page[]): Page | undefined {
  const { pathname } = useLocation()
  return (
    pages.find(({ to }) => to === pathname) ??
    pages.find(({ to }) => to !== paths.account() && pathname.startsWith(to))
  )
}

type Props = { actions?: ReactNode; inert?: boolean; children: ReactNode }
