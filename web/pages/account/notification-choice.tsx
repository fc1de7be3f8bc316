import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { notificationWays, type NotificationWay } from '../../../model/notification.ts'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { notificationsKey } from '../../parts/queries/notification-queries.ts'
import { Skeleton } from '../../ui/states.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import styles from './notification-choice.module.css'
import { showToast } from '../../ui/toast.ts'

type Row = Reply<'GET /users/notifications/ways'>['data'][number]

const waysQuery = queryOptions({
  queryKey: [...notificationsKey, 'ways'] as const,
  queryFn: ({ signal }) => api('GET /users/notifications/ways', { signal }),
})

/** Choice of the way of each type of notification; each choice is saved at once. */
export function NotificationChoice() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(waysQuery)
  // Shown at once, and until the server has said what it made of it.
  const [chosen, setChosen] = useState<Partial<Record<Row['type'], NotificationWay>>>({})
  const choose = useMutation({
    mutationFn: (choice: { type: Row['type']; way: NotificationWay }) =>
      api('PUT /users/notifications/ways', {
        body: { ways: [choice], updated_at: queries.getQueryData(waysQuery.queryKey)?.meta.updated_at },
      }),
    // One after the other, so that each is made over the version that the one before it left.
    scope: { id: 'notification-ways' },
    onSuccess: (saved) => queries.setQueryData(waysQuery.queryKey, saved),
    onError: (failure) =>
      showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(failure) }),
    onSettled: async (_saved, _failure, { type, way }) => {
      // Notifications without any way are in no list either.
      await queries.invalidateQueries({ queryKey: notificationsKey })
      setChosen((now) => {
        const { [type]: last, ...others } = now
        return last === way ? others : now
      })
    },
  })
  if (error && !data)
    return <LoadError title={t('notificationChoice.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton width="100%" height={240} />
  const areas = Map.groupBy(data.data, ({ area }) => area)
  const isMailReady = data.meta.is_mail_ready
  return (
    <>
      <p className={styles['help']}>
        {t(isMailReady ? 'notificationChoice.help' : 'notificationChoice.noMail')}
      </p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('notificationChoice.what')}</th>
            {notificationWays.map((way) => (
              <th key={way} scope="col">
                {t(`notificationChoice.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...areas].map(([area, rows]) => (
            <Fragment key={area}>
              <tr>
                <th colSpan={notificationWays.length + 1} scope="colgroup" className={styles['area']}>
                  {area === null ? t('notificationChoice.own') : t(`group.${area}`)}
                </th>
              </tr>
              {rows.map((row) => (
                <tr key={row.type}>
                  <th scope="row">{row.name}</th>
                  {notificationWays.map((way) => (
                    <td key={way}>
                      <input
                        type="radio"
                        name={row.type}
                        aria-label={`${row.name}: ${t(`notificationChoice.${way}`)}`}
                        checked={(chosen[row.type] ?? row.way) === way}
                        disabled={way === 'mail' && !isMailReady}
                        onChange={() => {
                          setChosen((now) => ({ ...now, [row.type]: way }))
                          choose.mutate({ type: row.type, way })
                        }}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </>
  )
}
