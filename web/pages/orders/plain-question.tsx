import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorWords } from '../../parts/error-words.ts'
import { count } from '../../parts/figures.ts'
import type { Order } from '../../parts/orders.ts'
import { useOrderWish } from './use-order-wish.ts'

type QuestionProps = {
  order: Order
  kind: 'unsplit' | 'accept_cancel' | 'reject_cancel' | 'cancel_shipment'
  /** Of an order in several parcels, the one that it is about. */
  parcel?: number
  onClose: () => void
}

/** Of what needs no choice. */
export function PlainQuestion({ order, kind, parcel, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const wish = useOrderWish(order, onClose)
  return (
    <ConfirmDialog
      opened
      title={t(`wish.title.${kind}`, {
        code: [order.code, parcel && t('splitOrder.parcel', { figure: count(parcel) })]
          .filter(Boolean)
          .join(' · '),
      })}
      confirm={t(`wish.button.${kind}`)}
      look={kind === 'accept_cancel' || kind === 'cancel_shipment' ? 'danger' : 'primary'}
      busy={wish.isPending}
      error={wish.error && wordsOf(wish.error)}
      onClose={onClose}
      onConfirm={() => wish.mutate({ kind, ...(parcel !== undefined && { parcel }) })}
    >
      <p>{t(`wish.text.${kind}`)}</p>
    </ConfirmDialog>
  )
}
