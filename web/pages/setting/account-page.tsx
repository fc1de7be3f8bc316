import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { roleOf } from '../../../model/staff-rights.ts'
import { LanguageSelect } from '../../parts/language-select.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { SchemeChoice } from '../../parts/scheme-choice.tsx'
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
  return (
    <SettingFrame>
      <section className={styles['card']} aria-label={t('account.profile')}>
        <OwnPicture me={me} />
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
      </section>
      <Part title={t('account.display')}>
        <div className={styles['choices']}>
          <span>{t('shell.language')}</span>
          <span className={styles['language']}>
            <LanguageSelect />
          </span>
          <span>{t('theme.label')}</span>
          <SchemeChoice wordy />
        </div>
      </Part>
      <Part title={t('bell.title')} anchor="news">
        <NewsChoice />
      </Part>
      {/* Whoever signs in at the central home has neither here. */}
      {!me.is_owner_sso && (
        <>
          <Part title={t('signIn.password')}>
            <ChangePassword />
          </Part>
          <Part title={t('factor.title')}>
            <SecondFactor />
          </Part>
        </>
      )}
      <Part title={t('sessions.title')}>
        <OwnSessions />
      </Part>
      {allows(me, 'settings.account') && (
        <Part title={t('accountSetting.title')} anchor="account">
          <AccountSetting />
        </Part>
      )}
      {allows(me, 'data.export_all') && (
        <Part title={t('backup.title')}>
          <AskBackup />
        </Part>
      )}
    </SettingFrame>
  )
}

/** `anchor`: what an address ends in that leads here. */
function Part({ title, anchor, children }: { title: string; anchor?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles['card']} id={anchor} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
