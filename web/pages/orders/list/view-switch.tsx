import { useTranslation } from 'react-i18next'
import styles from '../queue/queue.module.css'
import { ordersSearch } from './orders-search.ts'
import { useOrdersSearch } from './use-orders.ts'

/** The work queue or all orders; the last choice is kept. */
export function ViewSwitch() {
  const { t } = useTranslation()
  const { search, change } = useOrdersSearch()
  const isQueue = search.view === 'queue'
  return (
    <fieldset className={styles['views']} aria-label={t('queue.view')}>
      <button
        type="button"
        aria-pressed={isQueue}
        onClick={() => change({ ...ordersSearch.none, shop_id: search.shop_id, view: 'queue' })}
      >
        {t('queue.queue')}
      </button>
      <button
        type="button"
        aria-pressed={!isQueue}
        onClick={() => change({ ...ordersSearch.none, shop_id: search.shop_id })}
      >
        {t('queue.all')}
      </button>
    </fieldset>
  )
}
