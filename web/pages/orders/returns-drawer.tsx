import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { returnStatuses, type ReturnStatus } from '../../../model/return-case.ts'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { requestIdOf, useErrorWords } from '../../parts/error-words.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { Money } from '../../parts/money.tsx'
import { type Return, returnsQuery } from '../../parts/returns.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import styles from './order-returns.module.css'

/** Everything that buyers give back, the latest first, over the list of orders. */
export function ReturnsDrawer() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [status, setStatus] = useState<ReturnStatus | ''>('')
  const close = () => void navigate({ to: paths.orders(), search: true, resetScroll: false })
  useKeys({ Escape: close })
  return (
    <DrawerFrame
      title={<h2>{t('returns.all')}</h2>}
      onClose={close}
      actions={
        <IconButton label={t('action.close')} onClick={close}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      }
    >
      <SelectField
        label={t('returns.state')}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value as ReturnStatus | '')}
      >
        <option value="">{t('returns.anyState')}</option>
        {returnStatuses.map((one) => (
          <option key={one} value={one}>
            {t(`returns.status.${one}`)}
          </option>
        ))}
      </SelectField>
      <ReturnList status={status || undefined} />
    </DrawerFrame>
  )
}

function ReturnList({ status }: { status: ReturnStatus | undefined }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    returnsQuery(status),
  )
  const requestId = requestIdOf(error)
  if (error && !data)
    return (
      <ErrorState
        title={t('returns.loadFailed')}
        text={wordsOf(error)}
        note={requestId && t('error.requestId', { id: requestId })}
      >
        <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </ErrorState>
    )
  if (!data) return <Skeleton width="60%" height={36} />
  const all = data.pages.flatMap((page) => page.data)
  if (all.length === 0)
    return (
      <EmptyState title={t('returns.none')} text={t('returns.noneText')}>
        <HelpLink answer="returns" />
      </EmptyState>
    )
  return (
    <>
      <ul className={styles['list']}>
        {all.map((one) => (
          <li key={one.id}>
            <Card>
              <Entry one={one} />
            </Card>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('returns.more')}
        </Button>
      )}
    </>
  )
}

function Entry({ one }: { one: Return }) {
  const { t } = useTranslation()
  return (
    <div className={styles['entry']}>
      <span>
        <ChannelMark platformId={one.shop.data.platform_id} />{' '}
        {one.order_id === null ? (
          one.order_code
        ) : (
          <Link to={paths.order(one.order_id)} search={true} resetScroll={false}>
            {one.order_code}
          </Link>
        )}
      </span>
      <strong>{t(`returns.status.${one.status.code}`)}</strong>
      <span className={styles['muted']}>
        {t(`returns.kind.${one.kind}`)} · <When at={one.requested_at} />
      </span>
      <Money value={one.refund_value} currency={one.currency} />
    </div>
  )
}
