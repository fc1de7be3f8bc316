import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { useStartRun } from '../../../parts/run/use-run.ts'
import type { ChosenOrder } from '../list/chosen-order.ts'
import styles from './order-actions.module.css'

export type Answer = 'accept_cancel' | 'reject_cancel' | 'accept_return'

const calls = {
  accept_cancel: 'POST /orders/bulk-accept-cancel',
  reject_cancel: 'POST /orders/bulk-reject-cancel',
  accept_return: 'POST /orders/bulk-accept-return',
} as const satisfies Record<Answer, string>

type Props = {
  kind: Answer
  chosen: ReadonlyMap<number, ChosenOrder>
  /** `hasBegun`: the run is in the tray. */
  onClose: (hasBegun: boolean) => void
}

/** Answers the requests of the buyers of all chosen orders at once, with their reasons before the eyes. */
export function AnswerRequests({ kind, chosen, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const run = useStartRun()
  const request = kind === 'accept_return' ? 'return' : 'cancel'
  const asked = [...chosen].filter(([, order]) => order.request === request)
  const ids = asked.map(([id]) => id)
  const others = chosen.size - ids.length

  function start() {
    run.mutate(
      { kind, ids, labels: 'none', toPrint: [], send: (some) => api(calls[kind], { body: { ids: some } }) },
      { onSuccess: () => onClose(true) },
    )
  }

  return (
    <ConfirmDialog
      opened
      title={t(`bulkAction.title.${kind}`, { count: ids.length, figure: count(ids.length) })}
      confirm={t(`bulkAction.${kind}`)}
      dismiss={t('action.back')}
      variant={kind === 'accept_cancel' ? 'danger' : 'primary'}
      busy={run.isPending}
      error={run.error && errorMessage(run.error)}
      onClose={() => onClose(false)}
      onConfirm={start}
    >
      {kind !== 'accept_return' && <Reasons orders={asked.map(([, order]) => order)} />}
      {others > 0 && <p>{t(`bulkAction.notAsked.${request}`, { count: others, figure: count(others) })}</p>}
      <p>{t(`bulkAction.text.${kind}`)}</p>
    </ConfirmDialog>
  )
}

function Reasons({ orders }: { orders: readonly ChosenOrder[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles['reasons']} aria-label={t('bulkAction.buyersReasons')}>
      {reasonsOf(orders).map(([reason, figure]) => (
        <li key={reason}>
          <strong>{count(figure)}</strong> {reason || t('bulkAction.noReason')}
        </li>
      ))}
    </ul>
  )
}

/** The most frequent first. */
function reasonsOf(orders: readonly ChosenOrder[]): [reason: string, figure: number][] {
  return [...Map.groupBy(orders, ({ reason }) => reason ?? '')]
    .map(([reason, same]): [string, number] => [reason, same.length])
    .toSorted(([, a], [, b]) => b - a)
}
