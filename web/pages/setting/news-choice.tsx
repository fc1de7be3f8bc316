import { notifications } from '@mantine/notifications'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { notificationWays, type NotificationWay } from '../../../model/notification.ts'
import { api } from '../../api.ts'
import { useErrorWords } from '../../parts/error-words.ts'
import { notificationsKey } from '../../parts/notifications.ts'
import { Skeleton } from '../../ui/states.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import styles from './news-choice.module.css'

type Ways = Reply<'GET /users/notifications/ways'>
type Row = Ways['data'][number]

const waysQuery = queryOptions({
  queryKey: [...notificationsKey, 'ways'] as const,
  queryFn: ({ signal }) => api('GET /users/notifications/ways', { signal }),
})

/** How one hears of what: each choice counts at once. */
export function NewsChoice() {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(waysQuery)
  const choose = useMutation({
    mutationFn: (chosen: { type: Row['type']; way: NotificationWay }) =>
      api('PUT /users/notifications/ways', { body: { ways: [chosen] } }),
    // Shown at once; what the server says about it comes after.
    onMutate: async ({ type, way }) => {
      await queries.cancelQueries({ queryKey: waysQuery.queryKey })
      queries.setQueryData(waysQuery.queryKey, (ways) => ways && withWay(ways, type, way))
    },
    onError: (failure) =>
      notifications.show({ color: 'red', title: t('error.failed'), message: wordsOf(failure) }),
    // What is heard of nowhere is in no list either.
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey }),
  })
  if (error && !data) return <LoadError title={t('newsChoice.failed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton width="100%" height={240} />
  const areas = Map.groupBy(data.data, ({ area }) => area)
  const isMailReady = data.meta.is_mail_ready
  return (
    <>
      <p className={styles['help']}>{t(isMailReady ? 'newsChoice.help' : 'newsChoice.noMail')}</p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('newsChoice.what')}</th>
            {notificationWays.map((way) => (
              <th key={way} scope="col">
                {t(`newsChoice.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...areas].map(([area, rows]) => (
            <Fragment key={area}>
              <tr>
                <th colSpan={notificationWays.length + 1} scope="colgroup" className={styles['area']}>
                  {area === null ? t('newsChoice.own') : t(`group.${area}`)}
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
                        aria-label={`${row.name}: ${t(`newsChoice.${way}`)}`}
                        checked={row.way === way}
                        disabled={way === 'mail' && !isMailReady}
                        onChange={() => choose.mutate({ type: row.type, way })}
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

function withWay(ways: Ways, type: Row['type'], way: NotificationWay): Ways {
  return { ...ways, data: ways.data.map((row) => (row.type === type ? { ...row, way } : row)) }
}
