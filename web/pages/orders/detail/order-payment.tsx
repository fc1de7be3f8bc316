import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Money } from '../../../parts/money-amount.tsx'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import styles from './order-payment.module.css'
import { useFeeLabels } from '../../../parts/fee-labels.ts'
import { methodOf } from '../order-labels.ts'

type Props = { order: Order; payment: NonNullable<Order['payment']> }

function labelOfEnd(payment: Props['payment']) {
  if (payment.is_settled) return 'amount.received'
  return payment.is_before_fees ? 'amount.beforeFees' : 'amount.receive'
}

/** From what the goods cost to what the seller receives. Lines of nothing are left out. */
export function OrderPayment({ order, payment }: Props) {
  const { t } = useTranslation()
  const feeLabels = useFeeLabels()
  const { currency } = order
  const state = payment.is_settled ? t('order.settled') : t('order.notSettled')
  const parts = [
    { key: 'sub_total', label: t('amount.subTotal'), value: payment.sub_total },
    { key: 'seller', label: t('amount.sellerDiscount'), value: -payment.seller_discount },
    { key: 'platform', label: t('amount.platformDiscount'), value: -payment.platform_discount },
    { key: 'coins', label: t('amount.coins'), value: -payment.shopee_coins },
    { key: 'shipping', label: t('amount.shippingFee'), value: payment.shipping_fee },
    { key: 'tax', label: t('amount.tax'), value: payment.tax },
  ].filter(({ key, value }) => key === 'sub_total' || value !== 0)
  const paidBack = payment.platform_discount + payment.shopee_coins
  const lines = [
    { key: 'paid-back', label: t('amount.paidBack'), value: paidBack },
    ...(payment.fees.length > 0
      ? payment.fees.map((fee) => ({
          key: `fee ${fee.code}`,
          label: feeLabels(fee.code),
          value: -fee.amount,
        }))
      : [{ key: 'fee', label: t('amount.platformFee'), value: -payment.platform_fee }]),
    { key: 'courier', label: t('amount.shippingCost'), value: -payment.shipping_cost },
    { key: 'refund', label: t('amount.refund'), value: -payment.refund_value },
  ]
  // The settled amount may differ from the rule; the difference gets a line, so that the column adds up.
  const known = lines.reduce((sum, { value }) => sum + value, payment.order_value)
  const adjustment = Math.round((payment.actual_receive_value - known) * 100) / 100
  // Fees and shipping of a canceled order are what it would have cost; nobody is charged them unless its payout says so.
  const isCalledOff = order.status.code === 'canceled' && payment.settled_at === null
  const towardsSeller = (
    isCalledOff
      ? lines.filter(({ key }) => key === 'refund')
      : [...lines, { key: 'adjustment', label: t('amount.adjustment'), value: adjustment }]
  ).filter(({ value }) => value !== 0)

  return (
    <Card title={`${t('orders.payment')} · ${t(`payment.${methodOf(order.payment_method)}`)} · ${state}`}>
      <dl className={styles['sums']}>
        {parts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <Money value={value} currency={currency} />
            </dd>
          </div>
        ))}
        <div className={styles['total']}>
          <dt>{t('amount.orderValue')}</dt>
          <dd>
            <Money value={payment.order_value} currency={currency} strong />
          </dd>
        </div>
        {towardsSeller.map(({ key, label, value }) => (
          <div key={key} className={styles['muted']}>
            <dt>{label}</dt>
            <dd>
              <Money value={value} currency={currency} />
            </dd>
          </div>
        ))}
        {(!isCalledOff || payment.is_settled) && (
          <div className={styles['total']}>
            <dt>{t(labelOfEnd(payment))}</dt>
            <dd>
              <Money value={payment.actual_receive_value} currency={currency} strong />
            </dd>
          </div>
        )}
        {payment.open_refund_value > 0 && (
          <div>
            <dt>{t('amount.openRefund')}</dt>
            <dd>
              <Money value={-payment.open_refund_value} currency={currency} />
            </dd>
          </div>
        )}
        {payment.settled_at !== null && !!payment.settlement_difference && (
          <div className={styles['muted']}>
            <dt>{t('amount.expected')}</dt>
            <dd>
              <Money value={payment.expected_receive_value} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      <p className={styles['all']}>
        <Link to={paths.settlements(order.shop.data.id)}>{t('settlements.ofShop')}</Link>
      </p>
    </Card>
  )
}
