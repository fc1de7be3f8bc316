import { useSuspenseQuery } from '@tanstack/react-query'
import { notFound, rootRouteId, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { roleOf } from '../../../model/staff-rights.ts'
import { ForbiddenPage } from '../../parts/forbidden-page.tsx'
import { LanguageSelect } from '../../parts/language-select.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { SchemeChoice } from '../../parts/scheme-choice.tsx'
import { type AccountPartName, accountParts } from '../../parts/settings/account-parts.ts'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { meQuery } from '../../session.ts'
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

const contents: Record<AccountPartName, () => ReactNode> = {
  profile: Profile,
  display: Display,
  password: ChangePassword,
  'two-factor': SecondFactor,
  sessions: OwnSessions,
  notifications: NotificationChoice,
  region: AccountSetting,
  backup: RequestBackup,
  deletion: DeleteAccount,
}

/** A page of the user's own settings, or of those of the whole account. */
export function AccountPage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { pathname } = useLocation()
  const part = accountParts.find(({ to }) => to === pathname)
  if (!part) throw notFound({ routeId: rootRouteId })
  const title = t(part.title)
  usePageTitle(title)
  if (!part.isShown(me)) return <ForbiddenPage />
  const Content = contents[part.name]
  return (
    <SettingFrame>
      <section key={part.name} className={styles['card']} aria-label={title}>
        <Content />
      </section>
    </SettingFrame>
  )
}

function Profile() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const company = me.shop_owner?.data.company_name ?? me.shop_owner?.data.name
  const facts = [
    { label: t('account.role'), value: t(`role.${roleOf(me)}`) },
    { label: t('account.company'), value: company },
    { label: t('account.timezone'), value: me.timezone },
  ]
  return (
    <>
      <OwnPicture me={me} />
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
  )
}

function Display() {
  const { t } = useTranslation()
  return (
    <div className={styles['choices']}>
      <span>{t('shell.language')}</span>
      <span className={styles['language']}>
        <LanguageSelect />
      </span>
      <span>{t('theme.label')}</span>
      <SchemeChoice wordy />
    </div>
  )
}
