import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Money } from '../../../parts/money-amount.tsx'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import styles from './order-payment.module.css'
import { useFeeLabels } from '../../../parts/fee-labels.ts'
import { methodOf } from '../order-labels.ts'
import { type BuyerLine, type Payment, towardsOrder, towardsSeller } from './payment-lines.ts'

type Props = { order: Order; payment: Payment }

function labelOfEnd(payment: Payment) {
  if (payment.is_settled) return 'amount.received'
  return payment.is_before_fees ? 'amount.beforeFees' : 'amount.receive'
}

/** From what the goods cost to what the seller receives. Lines of nothing are left out. */
export function OrderPayment({ order, payment }: Props) {
  const { t } = useTranslation()
  const feeLabels = useFeeLabels()
  const { currency } = order
  const state = payment.is_settled ? t('order.settled') : t('order.notSettled')
  const buyerLabels = {
    sub_total: t('amount.subTotal'),
    seller: t('amount.sellerDiscount'),
    platform: t('amount.platformDiscount'),
    coins: t('amount.coins'),
    shipping: t('amount.shippingFee'),
    tax: t('amount.tax'),
  } satisfies Record<BuyerLine, string>
  const sellerLabels = {
    paidBack: t('amount.paidBack'),
    platformFee: t('amount.platformFee'),
    shippingCost: t('amount.shippingCost'),
    refund: t('amount.refund'),
    adjustment: t('amount.adjustment'),
  }
  const isCalledOff = order.status.code === 'canceled' && payment.settled_at === null

  return (
    <Card title={`${t('orders.payment')} · ${t(`payment.${methodOf(order.payment_method)}`)} · ${state}`}>
      <dl className={styles['sums']}>
        {towardsOrder(payment).map(({ key, value }) => (
          <div key={key}>
            <dt>{buyerLabels[key]}</dt>
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
        {towardsSeller(payment, isCalledOff).map((line) => (
          <div key={line.key === 'fee' ? `fee ${line.code}` : line.key} className={styles['muted']}>
            <dt>{line.key === 'fee' ? feeLabels(line.code) : sellerLabels[line.key]}</dt>
            <dd>
              <Money value={line.value} currency={currency} />
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
