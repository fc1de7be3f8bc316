import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { SplitLines, useSplitLines } from './split-lines.tsx'
import { useOrderAction } from './use-order-action.ts'

/** Divides an order into the parcels of its channel. */
export function SplitOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const action = useOrderAction(order, onClose)
  const { most_parcels: most = 2, divides_lines: divides = false } = order.splitting ?? {}
  const split = useSplitLines(order, { most, divides })
  const filled = split.items.filter((items) => items.length > 0)

  return (
    <ConfirmDialog
      opened
      title={t('splitOrder.title', { code: order.code })}
      confirm={t('orderAction.button.split')}
      dismiss={t('action.back')}
      busy={action.isPending}
      error={action.error && errorMessage(action.error)}
      onClose={onClose}
      size={720}
      {...(filled.length < 2 && { refusal: t('splitOrder.one') })}
      onConfirm={() => action.mutate({ kind: 'split', parcels: filled.map((items) => ({ items })) })}
    >
      <SplitLines split={split} />
      {split.isFull && <p>{t('splitOrder.tooMany', { most: count(most) })}</p>}
      <p>{t('splitOrder.text')}</p>
    </ConfirmDialog>
  )
}
