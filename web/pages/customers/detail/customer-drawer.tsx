import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Merge from 'lucide-react/icons/merge'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '../../../../model/order-status.ts'
import { api, ApiError } from '../../../api.ts'
import { later } from '../../../later.tsx'
import { addressLine } from '../../../parts/address-line.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { Money } from '../../../parts/money-amount.tsx'
import { OrderLink } from '../../../parts/order-link.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import {
  customerListQuery,
  customerOrdersQuery,
  customerQuery,
  customersKey,
  orderStatisticQuery,
  type Customer,
  type CustomerRow,
  type OrderStatistic,
} from '../../../parts/queries/customer-queries.ts'
import { ConfirmLeave } from '../../../parts/settings/confirm-leave.tsx'
import { useFormDraft } from '../../../parts/settings/use-form-draft.ts'
import { StatusPill } from '../../../parts/status-pill.tsx'
import { Moment } from '../../../parts/when.tsx'
import type { MeaningKey } from '../../../parts/meanings/meaning-keys.ts'
import { MeaningsMark } from '../../../parts/meanings/meanings-mark.tsx'
import { Amounts, SpentAmount } from '../../../parts/spent-amount.tsx'
import { isChangedByOther } from '../../../parts/use-version.ts'
import { pageAccess } from '../../../page-access.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { Card, DrawerFrame } from '../../../ui/drawer-frame.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { Level, Rate, ChannelMarks } from '../list/customer-columns.tsx'
import { PersonalDataCard } from './personal-data-card.tsx'
import { IdentitiesCard } from '../persons/identities-card.tsx'
import { useCustomerSearch } from '../list/customer-search.ts'
import styles from './customer-drawer.module.css'

const SpendingCard = later(async () => ({
  default: (await import('./spending-card.tsx')).SpendingCard,
}))
const MergeWith = later(async () => ({ default: (await import('../persons/merge-with.tsx')).MergeWith }))

/** One customer: figures, orders, spending by month, addresses and the note. */
export function CustomerDrawer() {
  const { t } = useTranslation()
  const { customerId }: { customerId?: string } = useParams({ strict: false })
  const id = Number(customerId)
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const rows = useQuery(customerListQuery(useCustomerSearch().query)).data?.data ?? []
  const { data: customer, error, refetch } = useQuery(customerQuery(id))
  const known = customer ?? rows.find((row) => row.id === id)
  usePageTitle(known?.name ?? t('customers.customer'))
  const [merges, setMerges] = useState(false)
  const at = rows.findIndex((row) => row.id === id)
  const [previous, next] = [rows[at - 1], at === -1 ? undefined : rows[at + 1]]
  const go = (row: CustomerRow | undefined) =>
    row && void navigate({ to: paths.customer(row.id), search: true, replace: true, resetScroll: false })
  if (error instanceof ApiError && error.status === 404) throw notFound({ routeId: rootRouteId })
  return (
    <DrawerFrame
      title={<h2>{known ? known.name : <Skeleton width={200} height={18} />}</h2>}
      onClose={() => void navigate({ to: paths.customers(), search: true, resetScroll: false })}
      actions={
        <>
          {customer && !customer.is_erased && allows(me, 'customers.edit') && (
            <IconButton label={t('customers.person.mergeWith')} onClick={() => setMerges(true)}>
              <Merge size={17} aria-hidden="true" />
            </IconButton>
          )}
          <IconButton label={t('customers.previous')} disabled={!previous} onClick={() => go(previous)}>
            <ChevronUp size={18} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('customers.next')} disabled={!next} onClick={() => go(next)}>
            <ChevronDown size={18} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      {error && <LoadError title={t('customers.oneFailed')} error={error} onRetry={() => void refetch()} />}
      {customer && (
        <>
          <Figures customer={customer} />
          <IdentitiesCard customer={customer} />
          <Contact customer={customer} />
          {!customer.is_erased && <Note key={id} customer={customer} />}
          <Suspense>
            <SpendingCard id={id} />
          </Suspense>
          <Orders id={id} />
          {!customer.is_erased && allows(me, 'customers.privacy') && <PersonalDataCard customer={customer} />}
          <Suspense>{merges && <MergeWith customer={customer} onClose={() => setMerges(false)} />}</Suspense>
        </>
      )}
    </DrawerFrame>
  )
}

function Figures({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { data: statistic, isPending } = useQuery(orderStatisticQuery(customer.id))
  const { shops, level, total_order_success: delivered, latest_order_date: latest } = customer
  return (
    <Card>
      <p className={styles['from']}>
        <ChannelMarks shops={shops.data} /> {shops.data.map((shop) => shop.system_name).join(', ')}
        <Level value={level.data.level_value} />
      </p>
      <dl className={styles['figures']}>
        {delivered === 0 && isPending ? (
          <div>
            <dt>
              <Skeleton width={60} height={12} />
            </dt>
            <dd>
              <Skeleton width={90} height={20} />
            </dd>
          </div>
        ) : delivered === 0 && statistic && statistic.delivering > 0 ? (
          <OpenOrders statistic={statistic} />
        ) : (
          <Figure name={t('customers.spent')} of="spent">
            <SpentAmount of={customer} strong />
          </Figure>
        )}
        <Figure name={t('customers.orders')} of="customerOrders">
          {count(customer.total_order)}
        </Figure>
        {customer.delivered_rate !== null && (
          <Figure name={t('customers.deliveredRate')} of="deliveredRate">
            <Rate row={customer} />{' '}
            <small className={styles['muted']}>
              {t('customers.rateFormula', {
                delivered: count(delivered),
                ended: count(delivered + customer.total_order_lost),
              })}
            </small>
          </Figure>
        )}
        {latest && (
          <Figure name={t('customers.latestOrder')}>
            <Moment at={latest} />
          </Figure>
        )}
      </dl>
      {statistic && <p className={styles['ended']}>{orderCounts(t, statistic)}</p>}
    </Card>
  )
}

function Figure({ name, of, children }: { name: string; of?: MeaningKey; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt>
        {name}
        {of && <MeaningsMark label={t('customers.meaning', { figure: name })} meanings={[{ name, of }]} />}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Stands in the place of what was spent, which is nothing before the first order is delivered. */
function OpenOrders({ statistic }: { statistic: OrderStatistic }) {
  const { t } = useTranslation()
  const { delivering, unpaid, delivering_price: total, delivering_others: others, currency } = statistic
  return (
    <Figure name={unpaid === delivering ? t('status.unpaid') : t('customers.openOrders')}>
      <Amounts total={total} currency={currency} others={others} strong />
    </Figure>
  )
}

/** Orders of the customer by their state; states without any are left out. */
function orderCounts(t: TFunction, orders: OrderStatistic): string {
  const counts = { ...orders, delivering: orders.delivering - orders.unpaid }
  return (['success', 'unpaid', 'delivering', 'canceled', 'returned', 'failed'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => t(`customers.ended.${state}`, { figure: count(counts[state]) }))
    .join(' · ')
}

function Contact({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { phone, email, addresses, is_masked: isMasked, is_erased: isErased, shortlists } = customer
  const contact = [phone, email].filter(Boolean).join(' · ')
  return (
    <Card title={t('customers.contact')}>
      {contact && <p>{contact}</p>}
      {isErased ? (
        <p className={styles['muted']}>{t('customers.privacy.gone')}</p>
      ) : (
        isMasked && <p className={styles['muted']}>{t('customers.masked')}</p>
      )}
      {!contact && !isMasked && <p>{t('customers.noContact')}</p>}
      {addresses.data.map((address, at) => (
        <p key={at} className={styles['muted']}>
          {addressLine(address)}
        </p>
      ))}
      {shortlists.data.length > 0 && (
        <p>
          {t('customers.segments')}: {shortlists.data.map(({ name }) => name).join(', ')}
        </p>
      )}
    </Card>
  )
}

function Note({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const mayEdit = allows(me, 'customers.edit')
  const save = useMutation({
    mutationFn: (body: { note: string; updated_at: string | null | undefined }) =>
      api('PUT /customers/{id}/note', { params: { id: customer.id }, body }),
    onSuccess: ({ data }) => {
      queries.setQueryData(customerQuery(customer.id).queryKey, data)
      return queries.invalidateQueries({ queryKey: [...customersKey, 'list'] })
    },
    onError: (error) => {
      showToast({ tone: 'error', title: t('customers.noteFailed'), message: messageOf(error) })
      return queries.invalidateQueries({ queryKey: customerQuery(customer.id).queryKey })
    },
  })
  const saved = customer.note ?? ''
  const { values, isChanged, version, change, settle } = useFormDraft(
    { note: saved },
    customer.note_updated_at,
    save.error,
  )
  return (
    <Card {...(!mayEdit && { title: t('customers.note') })}>
      {mayEdit ? (
        <form
          className={styles['note']}
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate(
              { ...values, updated_at: version },
              { onSuccess: ({ data }) => settle(data.note_updated_at) },
            )
          }}
        >
          <ConfirmLeave when={isChanged} text={t('customers.leaveText')} />
          <TextArea
            label={t('customers.note')}
            rows={3}
            maxLength={1000}
            value={values.note}
            onChange={({ target }) => change({ note: target.value })}
          />
          {isChanged && isChangedByOther(save.error) && (
            <p className={styles['muted']}>{t('customers.noteNow', { note: saved || '–' })}</p>
          )}
          <Button type="submit" size="small" busy={save.isPending} disabled={!isChanged}>
            {t('customers.saveNote')}
          </Button>
        </form>
      ) : (
        <p>{customer.note ?? '–'}</p>
      )}
      {customer.note_by && customer.noted_at && (
        <p className={styles['muted']}>
          {customer.note_by} · <Moment at={customer.noted_at} />
        </p>
      )}
    </Card>
  )
}

function Orders({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: page, error, refetch } = useQuery(customerOrdersQuery(id))
  const more = page ? page.meta.pagination.total - page.data.length : 0
  return (
    <Card title={t('area.orders')}>
      {error && (
        <LoadError title={t('customers.ordersFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!page && !error && <Skeleton width="100%" height={60} />}
      {page?.data.length === 0 && <p className={styles['muted']}>{t('customers.noOrders')}</p>}
      <ul className={styles['orders']}>
        {page?.data.map((order) => (
          <li key={order.id}>
            <OrderLink order={order} />
            <StatusPill status={order.status.code as OrderStatus} />
            <Moment at={order.created_at} />
            <Money value={order.total_price} currency={order.currency} strong />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          {pageAccess.orders(me) ? (
            <Link to={paths.orders()} search={{ customer_id: id }}>
              {t('customers.moreOrders', { count: more, figure: count(more) })}
            </Link>
          ) : (
            t('customers.moreOrders', { count: more, figure: count(more) })
          )}
        </p>
      )}
    </Card>
  )
}
