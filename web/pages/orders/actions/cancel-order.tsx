import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { ReasonDialog } from '../../../parts/reason-dialog.tsx'
import { useOrderAction } from './use-order-action.ts'

/** Calls an order off, for one of the reasons that its channel takes now. */
export function CancelOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const action = useOrderAction(order, onClose)
  return (
    <ReasonDialog
      labels={{
        title: t('cancelOrder.title', { code: order.code }),
        confirm: t('orderAction.button.cancel'),
        dismiss: t('cancelOrder.keep'),
        reason: t('cancelOrder.reason'),
        note: t('cancelOrder.note'),
        final: t('cancelOrder.final'),
      }}
      reasons={{
        key: ['cancel-reasons', order.id],
        read: async (signal) =>
          (await api('GET /orders/cancel-reasons', { query: { order_id: order.id }, signal })).data,
      }}
      late={t('cancelOrder.late')}
      busy={action.isPending}
      error={action.error}
      onClose={onClose}
      onConfirm={(reason, note) =>
        reason && action.mutate({ kind: 'cancel', reason_code: reason.code, reason_id: reason.id, note })
      }
    />
  )
}
