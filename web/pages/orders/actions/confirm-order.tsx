import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { firstChoice, missingOf, needsOf, type OpenParcel } from './handover-choice.ts'
import { HandoverFields } from './handover-fields.tsx'
import styles from './order-actions.module.css'
import { contentOf } from '../order-labels.ts'
import { type Choice, useOrderAction } from './use-order-action.ts'

/** Dialog to choose how the parcel is handed over, from the modes that the channel offers at this moment. */
export function ConfirmOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const action = useOrderAction(order, onClose)
  const [changed, setChanged] = useState<Choice>()
  const [isTried, setTried] = useState(false)
  const {
    data: info,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['confirm-info', order.id],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/{id}/confirm-info', { params: { id: order.id }, query: {}, signal })).data,
    // Times to be picked up at pass.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const parcels = openParcels(order)
  const choice = changed ?? (info && firstChoice(info))
  const missing = info && choice ? missingOf(info, choice, parcels) : []
  const isOwn = info && choice && needsOf(info, choice).includes('tracking_number')
  const failure = action.error ?? error

  function confirm() {
    setTried(true)
    if (choice && missing.length === 0) action.mutate({ kind: 'confirm', choice })
  }

  return (
    <ConfirmDialog
      opened
      title={t('confirmOrder.title', { code: order.code })}
      confirm={t('orderAction.button.confirm')}
      dismiss={t('action.back')}
      busy={action.isPending || (!info && isFetching)}
      disabled={!info || info.modes.length === 0}
      error={failure && errorMessage(failure)}
      onRetry={action.error || !error ? undefined : refetch}
      onClose={onClose}
      onConfirm={confirm}
    >
      {info && choice ? (
        <div className={styles['fields']}>
          <HandoverFields
            info={info}
            choice={choice}
            parcels={parcels}
            missing={isTried ? missing : []}
            onChange={setChanged}
          />
        </div>
      ) : (
        !error && <Skeleton width="100%" height={40} />
      )}
      {info?.modes.length === 0 && <p>{t('confirmOrder.nothing')}</p>}
      <p>{t(isOwn ? 'confirmOrder.finalOwn' : 'confirmOrder.final')}</p>
    </ConfirmDialog>
  )
}

/** Lists the packages without a tracking number; those with one are on their way. */
function openParcels(order: Order): OpenParcel[] {
  return order.packages.data.flatMap((one) =>
    one.tracking_number ? [] : [{ id: one.id, name: contentOf(order, one.lines) ?? one.id }],
  )
}
