import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { roleOf } from '../../../model/staff-rights.ts'
import { LanguageSelect } from '../../parts/language-select.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { SchemeChoice } from '../../parts/scheme-choice.tsx'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import styles from './account.module.css'
import { AccountSetting } from './account-setting.tsx'
import { DeleteAccount } from './end-of-account.tsx'
import { RequestBackup } from './request-backup.tsx'
import { ChangePassword } from './change-password.tsx'
import { NotificationChoice } from './notification-choice.tsx'
import { OwnPicture } from './own-picture.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactor } from './second-factor-card.tsx'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'

type Part = { anchor: string; title: string; isShown?: boolean; content: ReactNode }

/** Page with the user's own settings and those of the whole account. */
export function AccountPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.account'))
  const { data: me } = useSuspenseQuery(meQuery)
  const company = me.shop_owner?.data.company_name ?? me.shop_owner?.data.name
  const facts = [
    { label: t('account.role'), value: t(`role.${roleOf(me)}`) },
    { label: t('account.company'), value: company },
    { label: t('account.timezone'), value: me.timezone },
  ]
  // Profile and sign-in; then settings of the account and the notifications.
  const left: Part[] = [
    {
      anchor: 'profile',
      title: t('account.profile'),
      content: (
        <>
          <div className={styles['profile']}>
            <OwnPicture me={me} />
          </div>
          <ProfileForm me={me} />
          <dl className={styles['facts']}>
            {facts.map(
              ({ label, value }) =>
                value && (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </>
      ),
    },
    {
      anchor: 'display',
      title: t('account.display'),
      content: (
        <div className={styles['choices']}>
          <span>{t('shell.language')}</span>
          <span className={styles['language']}>
            <LanguageSelect />
          </span>
          <span>{t('theme.label')}</span>
          <SchemeChoice wordy />
        </div>
      ),
    },
    // Users who sign in at the central home have neither of these two parts here.
    {
      anchor: 'password',
      title: t('signIn.password'),
      isShown: !me.is_owner_sso,
      content: <ChangePassword />,
    },
    { anchor: 'factor', title: t('factor.title'), isShown: !me.is_owner_sso, content: <SecondFactor /> },
    { anchor: 'sessions', title: t('sessions.title'), content: <OwnSessions /> },
  ]
  const right: Part[] = [
    {
      anchor: 'account',
      title: t('accountSetting.title'),
      isShown: allows(me, 'settings.account'),
      content: <AccountSetting />,
    },
    { anchor: 'news', title: t('bell.title'), content: <NotificationChoice /> },
    {
      anchor: 'backup',
      title: t('backup.title'),
      isShown: allows(me, 'data.export_all'),
      content: <RequestBackup />,
    },
    {
      anchor: 'deletion',
      title: t('deletion.title'),
      isShown: allows(me, 'data.delete_account'),
      content: <DeleteAccount />,
    },
  ]
  const columns = [left, right].map((parts) => parts.filter(({ isShown = true }) => isShown))
  return (
    <SettingFrame>
      <nav className={styles['partsBar']} data-sideways="" aria-label={t('account.parts')}>
        <ul className={styles['parts']}>
          {columns.flat().map(({ anchor, title }) => (
            <li key={anchor}>
              <Link to={paths.account()} hash={anchor}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['columns']}>
        {columns.map((column) => (
          <div key={column[0]?.anchor} className={styles['column']}>
            {column.map(({ anchor, title, content }) => (
              <section
                key={anchor}
                className={styles['card']}
                id={anchor}
                aria-labelledby={`${anchor}-title`}
              >
                <h2 id={`${anchor}-title`}>{title}</h2>
                {content}
              </section>
            ))}
          </div>
        ))}
      </div>
    </SettingFrame>
  )
}
