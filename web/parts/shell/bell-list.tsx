import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Settings2 from 'lucide-react/icons/settings-2'
import { useState, type UIEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { DownloadLink } from '../download-link.tsx'
import { useErrorMessage } from '../error-message.ts'
import {
  notificationsKey,
  notificationsQuery,
  unreadQuery,
  type Notification,
} from '../queries/notification-queries.ts'
import { type OrderRun, showRun, useStoredRuns } from '../run/order-run.ts'
import { meQuery } from '../../session.ts'
import { When } from '../when.tsx'
import { LoadError } from '../load-error.tsx'
import styles from './bell.module.css'
import { showToast } from '../../ui/toast.ts'

const step = 10
const nearEndPx = 80

export function BellList({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [isUnreadOnly, setUnreadOnly] = useState(false)
  const [shown, setShown] = useState(step)
  const all = useInfiniteQuery(notificationsQuery)
  const onlyUnread = useQuery({ ...unreadQuery, enabled: isUnreadOnly })
  const { data, error, isPending, refetch } = isUnreadOnly ? onlyUnread : all
  const rows = isUnreadOnly
    ? onlyUnread.data?.data.slice(0, shown)
    : all.data?.pages.flatMap((page) => page.data)

  const read = useMutation({
    mutationFn: (ids: number[] | 'all') => api('PUT /users/notifications', { body: { ids, status: 1 } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: notificationsKey }),
    // Marking all is a convenience: where it fails, nothing is lost and nothing is said.
    onError: (failure, ids) =>
      ids !== 'all' && showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(failure) }),
  })

  function onScroll({ currentTarget: list }: UIEvent<HTMLElement>) {
    if (list.scrollHeight - list.scrollTop - list.clientHeight > nearEndPx) return
    if (isUnreadOnly) setShown((count) => Math.min(count + step, onlyUnread.data?.data.length ?? count))
    else if (all.hasNextPage && !all.isFetchingNextPage) void all.fetchNextPage()
  }

  function choose(unreadOnly: boolean) {
    setUnreadOnly(unreadOnly)
    setShown(step)
  }

  return (
    <>
      <div className={styles['head']}>
        <strong>{t('bell.title')}</strong>
        <fieldset className={styles['tabs']} aria-label={t('bell.show')}>
          {[false, true].map((unreadOnly) => (
            <button
              key={String(unreadOnly)}
              type="button"
              aria-pressed={isUnreadOnly === unreadOnly}
              onClick={() => choose(unreadOnly)}
            >
              {t(unreadOnly ? 'bell.unread' : 'bell.all')}
            </button>
          ))}
        </fieldset>
        <Button
          size="small"
          busy={read.isPending && read.variables === 'all'}
          disabled={unread === 0}
          onClick={() => read.mutate('all')}
        >
          {t('bell.readAll')}
        </Button>
        <Link
          to={paths.account('notifications')}
          className={styles['choose']}
          aria-label={t('bell.choose')}
          onClick={onLeave}
        >
          <Settings2 size={16} aria-hidden="true" />
        </Link>
      </div>
      <RunEntries onLeave={onLeave} />
      <div className={styles['list']} onScroll={onScroll}>
        {isPending && <Loading />}
        {error && !data && <LoadError title={t('error.failed')} error={error} onRetry={refetch} />}
        {rows?.length === 0 && (
          <EmptyState
            title={t(isUnreadOnly ? 'bell.allRead' : 'bell.nothing')}
            text={t(isUnreadOnly ? 'bell.allReadText' : 'bell.nothingText')}
          />
        )}
        {rows && rows.length > 0 && (
          <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <Row
                  row={row}
                  onOpen={() => {
                    if (row.read_at === null) read.mutate([row.id])
                    if (row.data.url) onLeave()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        {all.isFetchingNextPage && !isUnreadOnly && <Loading />}
      </div>
    </>
  )
}

/** The reader's runs, whose trays may have been closed. The latest first. */
function RunEntries({ onLeave }: { onLeave: () => void }) {
  const { data: me } = useSuspenseQuery(meQuery)
  return useStoredRuns(me.id)
    .toReversed()
    .map((run) => <RunEntry key={run.startedAt} run={run} onLeave={onLeave} />)
}

function RunEntry({ run, onLeave }: { run: OrderRun; onLeave: () => void }) {
  const { t } = useTranslation()
  function show() {
    showRun(run)
    onLeave()
  }
  return (
    <div className={styles['run']}>
      <span>
        {t('bell.run')} · <When at={run.startedAt} />
      </span>
      <Button size="small" onClick={show}>
        {t('bell.showRun')}
      </Button>
    </div>
  )
}

function Row({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const { t } = useTranslation()
  const {
    notify_type: type,
    notify_date: at,
    url,
    count,
    shop_name,
    product_name,
    staff_name,
    file_name,
  } = row.data
  // Failed publishing leads to the check of its template, a refused stock to its shop.
  const isOfTemplate = type === 'product_upload_failed' && url?.startsWith('/products/template')
  const text = (
    <>
      <span className={styles['dot']} data-unread={row.read_at === null || undefined} aria-hidden="true" />
      <span className={styles['words']}>
        {row.read_at === null && <span className={styles['hidden']}>{t('bell.isUnread')}</span>}
        {t(`notification.${isOfTemplate ? 'template_upload_failed' : type}`, {
          count,
          shop: shop_name ?? '',
          product: product_name ?? '',
          staff: staff_name ?? '',
          file: file_name ?? '',
        })}
        <small>
          <When at={at} relative />
        </small>
      </span>
    </>
  )
  // A file, not a page.
  if (url?.startsWith('/api/'))
    return (
      <DownloadLink href={url} download={file_name ?? ''} className={styles['row']} onClick={onOpen}>
        {text}
      </DownloadLink>
    )
  return url ? (
    <Link to={url} target="_blank" rel="noopener" className={styles['row']} onClick={onOpen}>
      {text}
    </Link>
  ) : (
    <button type="button" className={styles['row']} onClick={onOpen}>
      {text}
    </button>
  )
}

function Loading() {
  return (
    <div className={styles['loading']}>
      {[82, 64, 74].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
