import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CancelReasonCode, cancelReasonCodes } from '../../../../model/cancel-reason.ts'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { useStartRun } from '../../../parts/run/use-run.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import styles from './order-actions.module.css'

type Props = {
  ids: number[]
  /** `hasBegun`: the run is in the tray. */
  onClose: (hasBegun: boolean) => void
}

/** Asks for the reason for which orders are canceled. What becomes of each is said by the tray. */
export function CancelOrders({ ids, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [reason, setReason] = useState<CancelReasonCode>('out_of_stock')
  const run = useStartRun()

  function start() {
    run.mutate(
      {
        kind: 'cancel',
        ids,
        labels: 'none',
        toPrint: [],
        send: (some) => api('POST /orders/bulk-cancel', { body: { ids: some, reason_code: reason } }),
      },
      { onSuccess: () => onClose(true) },
    )
  }

  return (
    <ConfirmDialog
      opened
      title={t('bulkAction.title.cancel', { count: ids.length, figure: count(ids.length) })}
      confirm={t('bulkAction.cancel')}
      dismiss={t('bulkAction.keep')}
      variant="danger"
      busy={run.isPending}
      error={run.error && errorMessage(run.error)}
      onClose={() => onClose(false)}
      onConfirm={start}
    >
      <div className={styles['fields']}>
        <SelectField
          label={t('cancelOrder.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as CancelReasonCode)}
        >
          {cancelReasonCodes.map((code) => (
            <option key={code} value={code}>
              {t(`cancelReason.${code}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <p>{t('bulkAction.text.cancel')}</p>
    </ConfirmDialog>
  )
}
