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
import { AskBackup } from './ask-backup.tsx'
import { ChangePassword } from './change-password.tsx'
import { NewsChoice } from './news-choice.tsx'
import { OwnPicture } from './own-picture.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SettingFrame } from './setting-frame.tsx'

/** What everybody settles for himself, and what is settled for the whole account. */
export function AccountPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.account'))
  const { data: me } = useSuspenseQuery(meQuery)
  const company = me.shop_owner?.data.company_name ?? me.shop_owner?.data.name
  const facts = [
    { words: t('account.role'), value: t(`role.${roleOf(me)}`) },
    { words: t('account.company'), value: company },
    { words: t('account.timezone'), value: me.timezone },
  ]
  const parts: { anchor: string; title: string; isShown?: boolean; content: ReactNode }[] = [
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
              ({ words, value }) =>
                value && (
                  <div key={words}>
                    <dt>{words}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </>
      ),
    },
    {
      anchor: 'account',
      title: t('accountSetting.title'),
      isShown: allows(me, 'settings.account'),
      content: <AccountSetting />,
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
    { anchor: 'news', title: t('bell.title'), content: <NewsChoice /> },
    // Whoever signs in at the central home has neither here.
    {
      anchor: 'password',
      title: t('signIn.password'),
      isShown: !me.is_owner_sso,
      content: <ChangePassword />,
    },
    { anchor: 'factor', title: t('factor.title'), isShown: !me.is_owner_sso, content: <SecondFactor /> },
    { anchor: 'sessions', title: t('sessions.title'), content: <OwnSessions /> },
    {
      anchor: 'backup',
      title: t('backup.title'),
      isShown: allows(me, 'data.export_all'),
      content: <AskBackup />,
    },
  ]
  const shown = parts.filter(({ isShown = true }) => isShown)
  return (
    <SettingFrame>
      <nav aria-label={t('account.parts')}>
        <ul className={styles['parts']}>
          {shown.map(({ anchor, title }) => (
            <li key={anchor}>
              <Link to={paths.account()} hash={anchor}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {shown.map(({ anchor, title, content }) => (
        <section key={anchor} className={styles['card']} id={anchor} aria-labelledby={`${anchor}-title`}>
          <h2 id={`${anchor}-title`}>{title}</h2>
          {content}
        </section>
      ))}
    </SettingFrame>
  )
}
