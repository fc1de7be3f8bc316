import { useQuery } from '@tanstack/react-query'
import { notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { LoadError } from '../../parts/load-error.tsx'
import { paths } from '../../paths.ts'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './mail-drawer.module.css'

/** One mail as its reader has it. */
export function MailDrawer() {
  const { t } = useTranslation()
  const { mailId }: { mailId?: string } = useParams({ strict: false })
  const navigate = useNavigate()
  const {
    data: mail,
    error,
    refetch,
  } = useQuery({
    queryKey: ['mails', mailId],
    queryFn: async ({ signal }) =>
      (await api('GET /mails/{id}', { params: { id: Number(mailId) }, signal })).data,
  })
  const close = () => void navigate({ to: paths.mails() })

  if (error instanceof ApiError && error.status === 404) throw notFound({ routeId: rootRouteId })
  return (
    <DrawerFrame
      title={
        <h2>
          {mail ? (mail.subject ?? t(`mails.kind.${mail.kind}`)) : <Skeleton width={200} height={18} />}
        </h2>
      }
      onClose={close}
    >
      <Card>
        {error && <LoadError title={t('mails.failed')} error={error} onRetry={refetch} />}
        {mail && (
          <>
            <p className={styles['to']}>{t('mails.to', { recipient: mail.recipient })}</p>
            {mail.error && (
              <p className={styles['error']} role="note">
                {mail.error}
              </p>
            )}
            {mail.text === null ? (
              <p>{t('mails.notKept')}</p>
            ) : (
              <div className={styles['text']}>
                {mail.text.split(/(https?:\/\/\S+)/).map((part, at) =>
                  at % 2 === 1 ? (
                    <a key={`${at} ${part}`} href={part}>
                      {part}
                    </a>
                  ) : (
                    part
                  ),
                )}
              </div>
            )}
          </>
        )}
      </Card>
    </DrawerFrame>
  )
}
