import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { count } from '../../../parts/figures.ts'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import { When } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { FoundPieces } from './found-pieces.tsx'
import styles from './order-returns.module.css'
import { ReceiveGoods, type TakenIn } from './receive-goods.tsx'

/** A parcel that comes back by itself: asks once what becomes of its goods, and says afterwards what did. */
export function ParcelBack({ order }: { order: Order }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const receive = useMutation({
    mutationFn: (body: TakenIn) => api('POST /orders/{id}/take-back', { params: { id: order.id }, body }),
    onSuccess: () => setAsking(false),
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => queries.invalidateQueries({ queryKey: [...orderKeys.details, order.id] }),
  })
  const { parcel_back: parcel } = order
  if (parcel === null || (parcel.received === null && !parcel.may_receive)) return null
  const { received } = parcel
  const isBack = order.status.code === 'returned'
  const state = parcel.is_refund_only ? 'refunded' : isBack ? 'back' : 'expected'
  return (
    <Card title={t(received ? 'parcelBack.taken' : `parcelBack.title.${state}`)}>
      <div className={styles['return']}>
        {!received && <p>{t(`parcelBack.question.${state}`)}</p>}
        <ul className={styles['lines']}>
          {parcel.lines.map((line) => (
            <li key={line.position}>
              <span>
                {count(line.quantity)} × {line.name}
                {line.variant_label && <small> · {line.variant_label}</small>}
              </span>
              <FoundPieces line={line} />
            </li>
          ))}
        </ul>
        {received ? (
          <p className={styles['muted']}>
            {received.by} · <When at={received.at} />
            {received.note && ` · ${received.note}`}
          </p>
        ) : (
          <div>
            <Button
              variant={state === 'back' ? 'primary' : 'default'}
              onClick={() => {
                receive.reset()
                setAsking(true)
              }}
            >
              {t('returns.button.receive')}
            </Button>
          </div>
        )}
      </div>
      {isAsking && (
        <ReceiveGoods
          code={order.code}
          lines={parcel.lines}
          text={t('returns.receive.once')}
          busy={receive.isPending}
          error={receive.error}
          onReceive={(taken) => receive.mutate(taken)}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}
