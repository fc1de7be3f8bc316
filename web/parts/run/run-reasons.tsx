import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageAccess } from '../../page-access.ts'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../figures.ts'
import type { OrderRun } from './order-run.ts'
import { mayRetry, ordersOf, type Reason } from './run-figures.ts'
import styles from './run-tray.module.css'
import { useRetry } from './use-run.ts'

/** Failures by reason: how many, why, which ones, and the one thing that helps. */
export function RunReasons({ reasons, run }: { reasons: readonly Reason[]; run: OrderRun }) {
  const { t } = useTranslation()
  if (reasons.length === 0) return null
  return (
    <ul className={styles['reasons']} aria-label={t('run.failures')}>
      {reasons.map((reason) => (
        <li key={reason.key}>
          <strong className={styles['amount']}>{count(reason.results.length)}</strong>
          <span className={styles['why']}>
            {reason.shop ? `${reason.shop.system_name}: ${reason.message}` : reason.message}
            {reason.results.length === 1 && <small>{reason.results[0]?.code}</small>}
          </span>
          <Link
            className={styles['show']}
            to={paths.orders()}
            search={(before: Record<string, unknown>) => ({
              ...(before['view'] === 'queue' && { view: 'queue' }),
              ids: ordersOf(reason.results).join(','),
            })}
          >
            {t('run.show', { figure: count(ordersOf(reason.results).length) })}
          </Link>
          <Help reason={reason} run={run} />
        </li>
      ))}
    </ul>
  )
}

function Help({ reason, run }: { reason: Reason; run: OrderRun }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const retry = useRetry(run)
  const { kind } = run
  const [first] = reason.results
  if (reason.shop && pageAccess.channels(me))
    return (
      <Link className={styles['help']} to={paths.channel(reason.shop.id)}>
        {t('run.reconnect')}
      </Link>
    )
  if (reason.code === 'cancel_requested')
    return (
      <Link
        className={styles['help']}
        to={paths.orders()}
        search={{ view: 'queue', step: 'answer', ids: ordersOf(reason.results).join(',') }}
      >
        {t('run.answer')}
      </Link>
    )
  if ((reason.code === 'needs_choice' || reason.code.endsWith('unanswered')) && first && kind === 'confirm')
    return (
      <Link className={styles['help']} to={paths.order(first.order_id)} search={true} resetScroll={false}>
        {t('run.open')}
      </Link>
    )
  if (kind === 'accept_return' || kind === 'reject_return')
    return (
      <Link
        className={styles['help']}
        to={paths.orders()}
        search={{ has_return_request: 1, ids: ordersOf(reason.results).join(',') }}
      >
        {t('run.answer')}
      </Link>
    )
  if (mayRetry(reason))
    return (
      <Button size="small" busy={retry.isPending} onClick={() => retry.mutate(reason)}>
        {t('action.retry')}
      </Button>
    )
  return <span />
}
