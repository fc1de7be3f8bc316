import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Monitor from 'lucide-react/icons/monitor'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { When } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './account.module.css'
import { deviceOf } from '../../parts/device-of.ts'
import { showToast } from '../../ui/toast.ts'

export const sessionsKey = ['sessions'] as const

/** Sessions of the signed-in user, with buttons to end them. */
export function OwnSessions() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data: sessions, error } = useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await api('GET /users/sessions', { signal })).data,
  })
  const end = useMutation({
    mutationFn: (id: number | 'others') =>
      id === 'others'
        ? api('DELETE /users/sessions')
        : api('DELETE /users/sessions/{id}', { params: { id } }),
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', message })
      await queries.invalidateQueries({ queryKey: sessionsKey })
    },
    onError: (failure) =>
      showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(failure) }),
  })
  if (error) return <p role="alert">{errorMessage(error)}</p>
  return (
    <>
      <ul className={styles['sessions']}>
        {sessions?.map((session) => (
          <li key={session.id} className={styles['session']}>
            <Monitor size={20} strokeWidth={1.6} aria-hidden="true" />
            <div className={styles['lines']}>
              <span className={styles['device']}>
                {deviceOf(session.user_agent) ?? t('sessions.unknown')}
                {session.is_current && <Pill hue="green">{t('sessions.current')}</Pill>}
              </span>
              <span className={styles['muted']}>
                {session.address} · <When at={session.last_used_at} />
              </span>
            </div>
            {!session.is_current && (
              <Button
                size="small"
                busy={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        )) ?? (
          <li>
            <Skeleton width="60%" height={36} />
          </li>
        )}
      </ul>
      {sessions && sessions.length > 1 && (
        <div className={styles['actions']}>
          <Button busy={end.isPending && end.variables === 'others'} onClick={() => end.mutate('others')}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      )}
    </>
  )
}
