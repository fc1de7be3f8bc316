import { useState } from 'react'
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
  const [isTried, setTried] = useState(false)
  const filled = split.items.filter((items) => items.length > 0)

  function save() {
    setTried(true)
    if (filled.length < 2 || !split.isWhole) return
    action.mutate({ kind: 'split', parcels: filled.map((items) => ({ items })) })
  }

  return (
    <ConfirmDialog
      opened
      title={t('splitOrder.title', { code: order.code })}
      confirm={t('orderAction.button.split')}
      busy={action.isPending}
      error={action.error && errorMessage(action.error)}
      onClose={onClose}
      onConfirm={save}
    >
      <SplitLines split={split} isTried={isTried} />
      {split.isFull && <p>{t('splitOrder.tooMany', { most: count(most) })}</p>}
      {isTried && filled.length < 2 && <p role="alert">{t('splitOrder.one')}</p>}
      <p>{t('splitOrder.text')}</p>
    </ConfirmDialog>
  )
}
