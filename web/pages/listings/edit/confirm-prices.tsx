import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { amountText, count } from '../../../parts/figures.ts'
import styles from './confirm-prices.module.css'

export type FarPrice = { id: number; name: string; before: number; after: number; currency: string }

const mostShown = 100

/** Asked before prices are sent that are far off the present ones. Names each listing with both. */
export function ConfirmPrices({
  prices,
  onConfirm,
  onClose,
}: {
  prices: FarPrice[]
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const more = prices.length - mostShown
  return (
    <ConfirmDialog
      opened
      title={t('farPrice.title')}
      confirm={t('farPrice.send')}
      dismiss={t('action.back')}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>{t('farPrice.text', { count: prices.length, figure: count(prices.length) })}</p>
      <ul className={styles['prices']} aria-label={t('farPrice.list')}>
        {prices.slice(0, mostShown).map(({ id, name, before, after, currency }) => (
          <li key={id}>
            <span>{name}</span>
            <b>{`${amountText(before, currency)} → ${amountText(after, currency)}`}</b>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('farPrice.more', { figure: count(more) })}</p>}
    </ConfirmDialog>
  )
}
