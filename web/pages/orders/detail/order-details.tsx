import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import MessageSquare from 'lucide-react/icons/message-square'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BuyerMailKind } from '../../../../model/buyer-mail.ts'
import { pageAccess } from '../../../page-access.ts'
import { locale } from '../../../page-language.ts'
import { addressLine, isMask, phoneText } from '../../../parts/address-line.ts'
import { minuteTime, relativeTime } from '../../../parts/dates.ts'
import { count } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import { type Order, orderHistoryQuery } from '../../../parts/queries/order-queries.ts'
import { useClock, useNow, When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import { SpentAmount } from '../../../parts/spent-amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './order-details.module.css'
import { OrderAddress } from './order-address-card.tsx'
import { OrderPayment } from './order-payment.tsx'
import { OrderReturns } from '../returns/order-returns.tsx'
import { DeliveryCard, shipmentsQuery } from '../booking/delivery-card.tsx'
import { contentOf } from '../order-labels.ts'
import { ParcelBack } from '../returns/parcel-back.tsx'

export function OrderDetails({ order }: { order: Order }) {
  return (
    <>
      <Flags order={order} />
      <OrderReturns order={order} />
      <ParcelBack key={`back-${order.id}`} order={order} />
      <Items order={order} />
      <DeliveryCard key={order.id} order={order} />
      <Packages order={order} />
      <div className={styles['pair']}>
        <DeliverTo order={order} />
        <Customer order={order} />
      </div>
      {order.payment && <OrderPayment order={order} payment={order.payment} />}
      <History order={order} />
    </>
  )
}

/** Warnings about the order, most urgent first, and the buyer's message. */
function Flags({ order }: { order: Order }) {
  const { t } = useTranslation()
  const clock = useClock()
  const now = useNow(30_000)
  const open = waitsForUs(order)
  const until = (at: string) => ({
    at: minuteTime(new Date(at), clock),
    when: relativeTime(new Date(at), now, locale),
  })
  const flags: { tone: 'danger' | 'warning' | 'muted'; icon: ReactNode; text: string }[] = []
  const alarm = <CircleAlert size={15} aria-hidden="true" />
  if (open && order.cancel_requested_at) {
    const asked = order.cancel_reason
      ? t('order.cancelAskedFor', { reason: order.cancel_reason })
      : t('order.cancelAsked')
    const answer = order.cancel_deadline_at && t('order.answerBy', until(order.cancel_deadline_at))
    flags.push({ tone: 'danger', icon: alarm, text: [asked, answer].filter(Boolean).join(' · ') })
  }
  if (open && order.pickup_failed) flags.push({ tone: 'danger', icon: alarm, text: t('order.pickupFailed') })
  if (open && order.ship_by_at) {
    const late = new Date(order.ship_by_at) <= now
    flags.push({
      tone: late ? 'danger' : 'warning',
      icon: <Clock size={15} aria-hidden="true" />,
      text: t(late ? 'order.shipByPassed' : 'order.shipBy', until(order.ship_by_at)),
    })
  }
  const missing = open ? order.missing_stock : []
  for (const { code, pieces, warehouse_id: id } of missing) {
    const warehouse = order.warehouses.find((one) => one.id === id)?.name
    const values = { count: pieces, figure: count(pieces), code, warehouse }
    const text = warehouse ? t('order.missingStockIn', values) : t('order.missingStock', values)
    flags.push({ tone: 'danger', icon: alarm, text })
  }
  if (order.status.code === 'canceled' && order.cancel_reason) {
    const { cancel_reason: label, cancel_text: words } = order
    const reason = words ? `${label} (${words})` : label
    const text = order.cancel_initiator
      ? t('order.canceledBy', { who: initiator(order.cancel_initiator), reason })
      : reason
    flags.push({ tone: 'muted', icon: alarm, text })
  }
  if (order.buyer_message) {
    flags.push({
      tone: 'muted',
      icon: <MessageSquare size={15} aria-hidden="true" />,
      text: order.buyer_message,
    })
  }
  if (flags.length === 0) return null
  return (
    <ul className={styles['flags']}>
      {flags.map(({ tone, icon, text }) => (
        <li key={text} data-tone={tone}>
          {icon}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )

  function initiator(who: string): string {
    switch (who) {
      case 'buyer':
        return t('order.by.buyer')
      case 'seller':
        return t('order.by.seller')
      default:
        return t('order.by.platform')
    }
  }
}

const waitsForUs = ({ status }: Order): boolean =>
  ['pending', 'confirmed', 'ready_to_ship'].includes(status.code)

/** Lines shown unfolded; with more, the address would be out of sight. */
const mostLines = 6

function Items({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [unfolded, setUnfolded] = useState<number | null>(null)
  const lines = order.order_product_skus.data
  const folded = lines.length > mostLines && unfolded !== order.id
  const shown = folded ? lines.slice(0, mostLines - 1) : lines
  return (
    <Card title={t('orders.itemCount', { count: order.total_quantity })}>
      <ul className={styles['items']}>
        {shown.map((line) => {
          const sku = line.product_sku.data
          const context = [line.seller_sku ?? line.shop_sku, sku.variant_label].filter(Boolean).join(' · ')
          return (
            <li key={line.id} className={styles['item']}>
              <Picture source={sku.image} seed={line.shop_sku} />
              <span className={styles['name']}>
                <span>
                  {sku.product_id !== null && pageAccess.products(me) ? (
                    <Link to={paths.product(sku.product_id)}>{sku.name}</Link>
                  ) : (
                    sku.name
                  )}{' '}
                  {line.is_gift && <em className={styles['gift']}>{t('order.gift')}</em>}
                </span>
                <small>{context}</small>
                {sku.id !== null && sku.sku_id === null && waitsForUs(order) && (
                  <small data-tone="warning">{t('order.noSku')}</small>
                )}
              </span>
              <span className={styles['quantity']}>{count(line.quantity)} ×</span>
              <span className={styles['amount']}>
                <Money value={line.total_item_price} currency={order.currency} strong />
                {line.quantity > 1 && !line.is_gift && (
                  <small>
                    <Money value={line.unit_price} currency={order.currency} />
                  </small>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {folded && (
        <Button
          variant="quiet"
          size="small"
          className={styles['more'] ?? ''}
          onClick={() => setUnfolded(order.id)}
        >
          {t('order.showMore', { count: lines.length - shown.length })}
        </Button>
      )}
    </Card>
  )
}

function DeliverTo({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { address } = order
  const place = address && addressLine(address)
  return (
    <Card title={t('order.deliverTo')}>
      <OrderAddress key={order.id} order={order} />
      {address ? (
        <div className={styles['lines']}>
          <strong>{address.name ?? '–'}</strong>
          {address.phone && !isMask(address.phone) && (
            <span className={styles['figures']}>{phoneText(address.phone)}</span>
          )}
          {place && <span className={styles['muted']}>{place}</span>}
          {address.is_masked && (
            <span className={styles['muted']}>{t(order.is_erased ? 'order.erased' : 'order.masked')}</span>
          )}
        </div>
      ) : (
        <p className={styles['muted']}>{t(order.is_digital ? 'order.digital' : 'order.noAddress')}</p>
      )}
      {order.warehouses.length > 0 && (
        <p className={styles['muted']}>
          {t('order.takenFrom', { warehouse: order.warehouses.map(({ name }) => name).join(', ') })}
        </p>
      )}
    </Card>
  )
}

function Customer({ order }: { order: Order }) {
  const { t } = useTranslation()
  const known = order.customer_summary
  return (
    <Card title={t('orders.customer')}>
      {known ? (
        <div className={styles['lines']}>
          <strong>
            {known.name} ·{' '}
            {t('order.customerOrders', { count: known.total_order, figure: count(known.total_order) })}
          </strong>
          <span className={styles['muted']}>
            {known.level.data.name} ·{' '}
            {t('order.customerDelivered', {
              count: known.total_order_success,
              figure: count(known.total_order_success),
            })}
          </span>
          <span className={styles['muted']}>
            <SpentAmount of={known} /> {t('order.spent')}
            {known.latest_order_date && (
              <>
                {' · '}
                {t('order.lastOrder')} <When at={known.latest_order_date} relative />
              </>
            )}
          </span>
          {known.delivered_rate !== null && (
            <span className={styles['muted']}>
              {t('order.accepted')}{' '}
              <span className="visually-hidden">
                {t('order.acceptedRate', { rate: known.delivered_rate })}
              </span>
              <span aria-hidden="true">
                {'●'.repeat(known.delivered_rate)}
                <span className={styles['faint']}>{'●'.repeat(3 - known.delivered_rate)}</span>
              </span>
            </span>
          )}
        </div>
      ) : (
        <p className={styles['muted']}>{order.customer.data?.name ?? t('order.noCustomer')}</p>
      )}
    </Card>
  )
}

function Packages({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { data: shipments = [] } = useQuery(shipmentsQuery(order))
  // Own couriers' parcels stand under their delivery, with all that is known of them.
  const known = new Set(shipments.map((one) => one.tracking_number))
  const packages = order.packages.data.filter(
    ({ tracking_number: numbers }) => !numbers?.split(', ').every((number) => known.has(number)),
  )
  if (packages.length === 0) return null
  return (
    <Card title={t('order.packages', { count: packages.length })}>
      <ul className={styles['packages']}>
        {packages.map((one) => (
          // The channel's own word for where it is helps its support, not the reader.
          <li key={one.id} title={one.status ?? undefined}>
            <span className={styles['lines']}>
              <strong>{one.provider ?? t('order.noCourier')}</strong>
              {one.tracking_number ? (
                <span className={styles['code']}>{one.tracking_number}</span>
              ) : (
                <span className={styles['muted']}>{t('order.noTracking')}</span>
              )}
              {one.lines && <span className={styles['muted']}>{contentOf(order, one.lines)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const events = {
  placed: 'history.placed',
  paid: 'history.paid',
  confirmed: 'history.confirmed',
  courier_booked: 'history.courier_booked',
  handed_over: 'history.handed_over',
  delivered: 'history.delivered',
  delivery_failed: 'history.delivery_failed',
  redelivery: 'history.redelivery',
  returned: 'history.returned',
  canceled: 'history.canceled',
  reopened: 'history.reopened',
  cancel_requested: 'history.cancel_requested',
  cancel_request_withdrawn: 'history.cancel_request_withdrawn',
  corrected: 'history.corrected',
  asked_confirm: 'history.asked_confirm',
  asked_pack: 'history.asked_pack',
  asked_split: 'history.asked_split',
  asked_unsplit: 'history.asked_unsplit',
  asked_cancel: 'history.asked_cancel',
  asked_accept_cancel: 'history.asked_accept_cancel',
  asked_reject_cancel: 'history.asked_reject_cancel',
  asked_edit: 'history.asked_edit',
  failed_edit: 'history.failed_edit',
  asked_cancel_shipment: 'history.asked_cancel_shipment',
  failed_cancel_shipment: 'history.failed_cancel_shipment',
  failed_confirm: 'history.failed_confirm',
  failed_pack: 'history.failed_pack',
  failed_split: 'history.failed_split',
  failed_unsplit: 'history.failed_unsplit',
  failed_cancel: 'history.failed_cancel',
  failed_accept_cancel: 'history.failed_accept_cancel',
  failed_reject_cancel: 'history.failed_reject_cancel',
  waybill_printed: 'history.waybill_printed',
  waybill_reprinted: 'history.waybill_reprinted',
  scan_checked: 'history.scan_checked',
  asked_accept_return: 'history.asked_accept_return',
  asked_reject_return: 'history.asked_reject_return',
  asked_receive_return: 'history.asked_receive_return',
  failed_accept_return: 'history.failed_accept_return',
  failed_reject_return: 'history.failed_reject_return',
  failed_receive_return: 'history.failed_receive_return',
  goods_received: 'history.goods_received',
  return_requested: 'history.return_requested',
  return_accepted: 'history.return_accepted',
  return_rejected: 'history.return_rejected',
  return_disputed: 'history.return_disputed',
  return_in_transit: 'history.return_in_transit',
  return_received: 'history.return_received',
  return_refunded: 'history.return_refunded',
  return_closed: 'history.return_closed',
  settled: 'history.settled',
  buyer_mail_waiting: 'history.buyer_mail_waiting',
  buyer_mail_sending: 'history.buyer_mail_waiting',
  buyer_mail_sent: 'history.buyer_mail_sent',
  buyer_mail_failed: 'history.buyer_mail_failed',
  buyer_mail_unsure: 'history.buyer_mail_unsure',
  buyer_mail_kept: 'history.buyer_mail_kept',
} as const

function History({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { data: entries } = useQuery(orderHistoryQuery(order.id))
  if (!entries || entries.length === 0) return null
  return (
    <Card title={t('order.history')}>
      <ol className={styles['history']}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>
              {entry.event === 'paid' && order.payment_method.code === 'cod'
                ? t('history.cod')
                : entry.event in events
                  ? t(events[entry.event as keyof typeof events])
                  : entry.event}
              {entry.actor.type === 'user' && entry.actor.name && (
                <span className={styles['muted']}> · {entry.actor.name}</span>
              )}
              {entry.event.startsWith('buyer_mail_') && (
                <span className={styles['muted']}>
                  {' '}
                  · {t(`buyerMail.kind.${entry.note as BuyerMailKind}`)}
                </span>
              )}
              {entry.note && /^(asked|failed)_|^(goods_received|return_requested)$/.test(entry.event) && (
                <span className={styles['muted']}> · {entry.note}</span>
              )}
            </span>
            <span className={styles['muted']}>
              <When at={entry.created_at} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
