import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import type { Order } from '../../parts/orders.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useOrderWish } from './use-order-wish.ts'

/** Calls an order off, for one of the reasons that its channel takes now. */
export function CancelOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const wish = useOrderWish(order, onClose)
  return (
    <ReasonDialog
      words={{
        title: t('cancelOrder.title', { code: order.code }),
        confirm: t('wish.button.cancel'),
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
      busy={wish.isPending}
      error={wish.error}
      onClose={onClose}
      onConfirm={(reason, note) =>
        reason && wish.mutate({ kind: 'cancel', reason_code: reason.code, reason_id: reason.id, note })
      }
    />
  )
}
