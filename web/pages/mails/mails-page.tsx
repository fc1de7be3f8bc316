import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import Mail from 'lucide-react/icons/mail'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import type { MailState } from '../../../model/mail.ts'
import { api } from '../../api.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { Pill, type PillHue } from '../../ui/pill.tsx'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { SettingList } from '../../parts/settings/setting-list.tsx'
import styles from '../../parts/settings/setting-row.module.css'

type Sent = Reply<'GET /mails'>['data'][number]

const mailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: ({ signal }) => api('GET /mails', { query: { limit: 100 }, signal }),
})

const hues: Record<MailState, PillHue> = {
  waiting: 'amber',
  sending: 'blue',
  sent: 'green',
  failed: 'red',
  kept: 'grey',
  unsure: 'orange',
}

/** Page with the sent emails; without a mail server, they are read here. */
export function MailsPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.mails'))
  const { pathname } = useLocation()
  const mails = useQuery(mailsQuery)
  const rows = { ...mails, data: mails.data?.data } as UseQueryResult<Sent[]>
  return (
    <>
      <SettingFrame inert={pathname !== paths.mails()}>
        <p className={styles['muted']}>
          {t(mails.data?.meta.is_shown === false ? 'mails.sentHelp' : 'mails.keptHelp')}
        </p>
        <SettingList
          rows={rows}
          help="forgot-password"
          labels={{ failed: t('mails.failed'), none: t('mails.none'), noneText: t('mails.noneText') }}
        >
          {(mail) => (
            <div className={styles['person']}>
              <Mail size={20} strokeWidth={1.6} aria-hidden="true" />
              <div className={styles['lines']}>
                <span className={styles['head']}>
                  <Link to={paths.mail(mail.id)} className={styles['name']}>
                    {t(`mails.kind.${mail.kind}`)}
                  </Link>
                  <Pill hue={hues[mail.state]}>{t(`mails.state.${mail.state}`)}</Pill>
                </span>
                <span className={styles['muted']}>{mail.recipient}</span>
              </div>
              <span className={styles['muted']}>
                <When at={mail.created_at} />
              </span>
            </div>
          )}
        </SettingList>
      </SettingFrame>
      <Outlet />
    </>
  )
}
