import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { pageAccess } from '../../../page-access.ts'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session.ts'
import styles from './confirm-panel.module.css'
import type { ConfirmPlan } from './use-confirm-plan.ts'

type Props = { line: ConfirmPlan['left_out'][number]; toPrint: number[]; onLeave: () => void }

/** Orders that a confirmation leaves out, and the one thing that helps. */
export function LeftOutLine({ line: { reason, message, shop, order_ids: ids }, toPrint, onLeave }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const printed = ids.filter((id) => toPrint.includes(id)).length
  return (
    <li className={styles['line']}>
      <strong className={styles['amount']} data-quiet={reason === 'status' || undefined}>
        {count(ids.length)}
      </strong>
      <span className={styles['what']}>
        <span>{shop ? `${shop.system_name}: ${message}` : message}</span>
        {printed > 0 && <small>{t('queue.printedInRun', { count: printed, figure: count(printed) })}</small>}
      </span>
      {shop && pageAccess.channels(me) && (
        <Link className={styles['help']} to={paths.channel(shop.id)}>
          {t('queue.reconnect')}
        </Link>
      )}
      {reason === 'cancel_requested' && (
        <Link
          className={styles['help']}
          to={paths.orders()}
          search={{ view: 'queue', step: 'answer', ids: ids.join(',') }}
          onClick={onLeave}
        >
          {t('orders.nextStep.answer')}
        </Link>
      )}
    </li>
  )
}
