import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../parts/avatar.tsx'
import { LanguageSelect } from '../../parts/language-select.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { SchemeChoice } from '../../parts/scheme-choice.tsx'
import { meQuery } from '../../session.ts'
import styles from './account-page.module.css'
import { SettingFrame } from './setting-frame.tsx'

export function AccountPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.account'))
  const { data: me } = useSuspenseQuery(meQuery)
  const company = me.shop_owner?.data.company_name ?? me.shop_owner?.data.name
  const facts = [
    { words: t('account.name'), value: me.name },
    { words: t('account.email'), value: me.email },
    { words: t('account.role'), value: me.roles.map((role) => t(`role.${role}`)).join(', ') },
    { words: t('account.company'), value: company },
    { words: t('account.timezone'), value: me.timezone },
  ]
  return (
    <SettingFrame>
      <section className={styles['card']} aria-label={t('account.profile')}>
        <div className={styles['who']}>
          <Avatar name={me.name} picture={me.profile_picture} size={56} />
          <div>
            <h2>{me.name}</h2>
            <p className={styles['muted']}>{me.email}</p>
          </div>
        </div>
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
      <section className={styles['card']} aria-labelledby="account-display">
        <h2 id="account-display">{t('account.display')}</h2>
        <div className={styles['choices']}>
          <span>{t('shell.language')}</span>
          <span className={styles['language']}>
            <LanguageSelect />
          </span>
          <span>{t('theme.label')}</span>
          <SchemeChoice wordy />
        </div>
      </section>
    </SettingFrame>
  )
}
