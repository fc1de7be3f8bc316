import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { useStartRun } from '../../../parts/run/use-run.ts'
import type { ChosenOrder } from '../list/chosen-order.ts'
import styles from './order-actions.module.css'

type Props = {
  kind: 'accept_cancel' | 'reject_cancel'
  chosen: ReadonlyMap<number, ChosenOrder>
  /** `hasBegun`: the run is in the tray. */
  onClose: (hasBegun: boolean) => void
}

/** Answers the cancellation requests of all chosen orders at once, with the buyers' reasons before the eyes. */
export function AnswerCancellations({ kind, chosen, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const run = useStartRun()
  const asked = [...chosen].filter(([, order]) => order.request === 'cancel')
  const ids = asked.map(([id]) => id)
  const others = chosen.size - ids.length

  function start() {
    const call =
      kind === 'accept_cancel' ? 'POST /orders/bulk-accept-cancel' : 'POST /orders/bulk-reject-cancel'
    run.mutate(
      { kind, ids, labels: 'none', toPrint: [], send: (some) => api(call, { body: { ids: some } }) },
      { onSuccess: () => onClose(true) },
    )
  }

  return (
    <ConfirmDialog
      opened
      title={t(`bulkAction.title.${kind}`, { count: ids.length, figure: count(ids.length) })}
      confirm={t(`bulkAction.${kind}`)}
      variant={kind === 'accept_cancel' ? 'danger' : 'primary'}
      busy={run.isPending}
      error={run.error && errorMessage(run.error)}
      onClose={() => onClose(false)}
      onConfirm={start}
    >
      <ul className={styles['reasons']} aria-label={t('bulkAction.buyersReasons')}>
        {reasonsOf(asked.map(([, order]) => order)).map(([reason, figure]) => (
          <li key={reason}>
            <strong>{count(figure)}</strong> {reason || t('bulkAction.noReason')}
          </li>
        ))}
      </ul>
      {others > 0 && <p>{t('bulkAction.notAsked', { count: others, figure: count(others) })}</p>}
      <p>{t(`bulkAction.text.${kind}`)}</p>
    </ConfirmDialog>
  )
}

/** The most frequent first. */
function reasonsOf(orders: readonly ChosenOrder[]): [reason: string, figure: number][] {
  return [...Map.groupBy(orders, ({ reason }) => reason ?? '')]
    .map(([reason, same]): [string, number] => [reason, same.length])
    .toSorted(([, a], [, b]) => b - a)
}
