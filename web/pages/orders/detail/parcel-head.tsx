import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { BookParcel } from '../booking/book-parcel.tsx'
import type { Division } from '../booking/divide-order-dialog.tsx'
import { PlainQuestion } from '../actions/plain-question.tsx'
import styles from '../booking/delivery-card.module.css'

type Parcel = Division['parcels'][number]

/** One parcel of several: what is in it, and what can be done with it alone. */
export function ParcelHead({
  order,
  division: { currency },
  parcel,
  mayCancel,
}: {
  order: Order
  division: Division
  parcel: Parcel
  mayCancel: boolean
}) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<'book' | 'cancel'>()
  const { number, items, cod_amount: cod, shipment_id: shipmentId } = parcel
  const figure = count(number)
  const isOpen = shipmentId === null && order.allowed_actions.includes('confirm')
  return (
    <>
      <h4 className={styles['parcel']}>{t('splitOrder.parcel', { figure })}</h4>
      <ul className={styles['items']} aria-label={t('divide.items', { figure })}>
        {items.map((item) => (
          <li key={item.shop_sku}>
            {count(item.quantity)} × {item.name}
          </li>
        ))}
      </ul>
      {shipmentId === null && (
        <p className={styles['muted']}>
          {t('order.noCourier')}
          {cod > 0 && (
            <>
              {' · '}
              {t('book.cod')} <Money value={cod} currency={currency} />
            </>
          )}
        </p>
      )}
      {(isOpen || mayCancel) && (
        <div className={styles['buttons']}>
          {isOpen && (
            <Button size="small" variant="primary" onClick={() => setAsks('book')}>
              {t('divide.book', { figure })}
            </Button>
          )}
          {mayCancel && (
            <Button size="small" onClick={() => setAsks('cancel')}>
              {t('divide.cancel', { figure })}
            </Button>
          )}
        </div>
      )}
      {asks === 'book' && <BookParcel order={order} parcel={number} onClose={() => setAsks(undefined)} />}
      {asks === 'cancel' && (
        <PlainQuestion
          order={order}
          kind="cancel_shipment"
          parcel={number}
          onClose={() => setAsks(undefined)}
        />
      )}
    </>
  )
}
