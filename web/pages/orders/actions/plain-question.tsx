import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { useOrderAction } from './use-order-action.ts'

type QuestionProps = {
  order: Order
  kind: 'unsplit' | 'accept_cancel' | 'reject_cancel' | 'cancel_shipment'
  /** The parcel in question, if the order has several. */
  parcel?: number
  onClose: () => void
}

/** Confirmation of an action that needs no choice. */
export function PlainQuestion({ order, kind, parcel, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const action = useOrderAction(order, onClose)
  return (
    <ConfirmDialog
      opened
      title={t(`orderAction.title.${kind}`, {
        code: [order.code, parcel && t('splitOrder.parcel', { figure: count(parcel) })]
          .filter(Boolean)
          .join(' · '),
      })}
      confirm={t(`orderAction.button.${kind}`)}
      dismiss={t('action.back')}
      variant={kind === 'accept_cancel' || kind === 'cancel_shipment' ? 'danger' : 'primary'}
      busy={action.isPending}
      error={action.error && errorMessage(action.error)}
      onClose={onClose}
      onConfirm={() => action.mutate({ kind, ...(parcel !== undefined && { parcel }) })}
    >
      <p>{t(`orderAction.text.${kind}`)}</p>
    </ConfirmDialog>
  )
}
