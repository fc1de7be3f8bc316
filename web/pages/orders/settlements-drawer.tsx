import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { requestIdOf, useErrorWords } from '../../parts/error-words.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { Money } from '../../parts/money.tsx'
import { type Settlement, settlementsQuery } from '../../parts/settlements.ts'
import { isCrm, shopsQuery } from '../../parts/shops.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useFeeWords } from './fee-words.ts'
import sums from './order-payment.module.css'
import styles from './order-returns.module.css'

/** What channels paid out, the latest first, over the list of orders. */
export function SettlementsDrawer() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const params: { shopId?: string } = useParams({ strict: false })
  const { data: shops = [] } = useQuery(shopsQuery)
  const close = () => void navigate({ to: paths.orders(), search: true, resetScroll: false })
  useKeys({ Escape: close })
  return (
    <DrawerFrame
      title={<h2>{t('settlements.title')}</h2>}
      onClose={close}
      actions={
        <IconButton label={t('action.close')} onClick={close}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      }
    >
      <SelectField
        label={t('settlements.shop')}
        value={params.shopId ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const to = paths.settlements(value === '' ? undefined : Number(value))
          void navigate({ to, search: true, replace: true, resetScroll: false })
        }}
      >
        <option value="">{t('settlements.allShops')}</option>
        {shops
          .filter((shop) => !isCrm(shop))
          .map((shop) => (
            <option key={shop.id} value={shop.id}>
              {shop.system_name}
            </option>
          ))}
      </SelectField>
      <List shopId={params.shopId === undefined ? undefined : Number(params.shopId)} />
    </DrawerFrame>
  )
}

function List({ shopId }: { shopId: number | undefined }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    settlementsQuery(shopId),
  )
  const id = requestIdOf(error)
  if (error && !data)
    return (
      <ErrorState
        title={t('settlements.loadFailed')}
        text={wordsOf(error)}
        note={id && t('error.requestId', { id })}
      >
        <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </ErrorState>
    )
  if (!data) return <Skeleton width="60%" height={36} />
  const all = data.pages.flatMap((page) => page.data)
  if (all.length === 0)
    return (
      <EmptyState title={t('settlements.none')} text={t('settlements.noneText')}>
        <HelpLink answer="payouts" />
      </EmptyState>
    )
  return (
    <>
      <ul className={styles['list']}>
        {all.map((one) => (
          <li key={`${one.shop.data.id} ${one.order_code}`}>
            <Card>
              <Entry one={one} />
            </Card>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('settlements.more')}
        </Button>
      )}
    </>
  )
}

function Entry({ one }: { one: Settlement }) {
  const { t } = useTranslation()
  const feeWords = useFeeWords()
  const { currency } = one
  const parts = [
    { key: 'goods', words: t('settlements.goods'), value: one.goods_value },
    { key: 'shipping', words: t('settlements.shipping'), value: one.shipping_value },
    { key: 'refund', words: t('amount.refund'), value: -one.refund_value },
    { key: 'adjustment', words: t('amount.adjustment'), value: one.adjustment_value },
  ].filter(({ key, value }) => key === 'goods' || value !== 0)
  const kept = [...one.fees, ...one.taxes]
  return (
    <>
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
        <span className={styles['muted']}>
          {one.shop.data.system_name} · <When at={one.settled_at} />
        </span>
        <Money value={one.settled_value} currency={currency} strong />
      </div>
      <dl className={sums['sums']}>
        {parts.map(({ key, words, value }) => (
          <div key={key} className={sums['muted']}>
            <dt>{words}</dt>
            <dd>
              <Money value={value} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      {kept.length > 0 && (
        <details>
          <summary className={sums['kept']}>
            <span>{t('settlements.kept')}</span>
            <Money value={-one.fee_value - one.tax_value} currency={currency} />
          </summary>
          <dl className={sums['sums']}>
            {kept.map(({ code, amount }) => (
              <div key={code} className={sums['muted']}>
                <dt>{feeWords(code)}</dt>
                <dd>
                  <Money value={-amount} currency={currency} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
