import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorWords } from '../../parts/error-words.ts'
import type { Order } from '../../parts/orders.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './order-actions.module.css'
import { useOrderWish } from './use-order-wish.ts'

/** Calls an order off, for one of the reasons that its channel takes now. */
export function CancelOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const wish = useOrderWish(order, onClose)
  const [reasonId, setReasonId] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const { data: reasons, error } = useQuery({
    queryKey: ['cancel-reasons', order.id],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/cancel-reasons', { query: { order_id: order.id }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const reason = reasons?.find(({ id }) => id === reasonId)
  const failure = wish.error ?? error

  function cancel() {
    setTried(true)
    if (reason) wish.mutate({ kind: 'cancel', reason_code: reason.code, reason_id: reason.id, note })
  }

  return (
    <ConfirmDialog
      opened
      title={t('cancelOrder.title', { code: order.code })}
      confirm={t('wish.button.cancel')}
      dismiss={t('cancelOrder.keep')}
      look="danger"
      busy={wish.isPending || (!reasons && !error)}
      disabled={!reasons || reasons.length === 0}
      error={failure && wordsOf(failure)}
      onClose={onClose}
      onConfirm={cancel}
    >
      {!reasons && !error && <Skeleton width="100%" height={40} />}
      {reasons?.length === 0 && <p>{t('cancelOrder.late')}</p>}
      {reasons && reasons.length > 0 && (
        <div className={styles['fields']}>
          <SelectField
            label={t('cancelOrder.reason')}
            value={reasonId}
            error={isTried && !reason ? t('cancelOrder.chooseReason') : undefined}
            onChange={(event) => setReasonId(event.currentTarget.value)}
          >
            <option value="">{t('confirmOrder.choose')}</option>
            {reasons.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('cancelOrder.note')}
            value={note}
            optional
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
      )}
      <p>{t('cancelOrder.final')}</p>
    </ConfirmDialog>
  )
}
