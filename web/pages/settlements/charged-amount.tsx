import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Money } from '../../parts/money-amount.tsx'
import type { Settlement } from './settlement-queries.ts'
import { Popover } from '../../ui/popover.tsx'
import { useFeeLabels } from '../../parts/fee-labels.ts'
import styles from './settlements.module.css'

/** Fees and taxes of a payout together; pressed, each of them. */
export function ChargedAmount({ of }: { of: Settlement }) {
  const { t } = useTranslation()
  const feeLabels = useFeeLabels()
  const [opened, setOpened] = useState(false)
  const { currency, order_code: code } = of
  const charges = [...of.fees, ...of.taxes]
  const whole = <Money value={of.fee_value + of.tax_value} currency={currency} />
  if (charges.length === 0) return whole
  const label = t('settlements.keptOf', { code })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={260}
      padding={12}
      label={label}
      focus="text"
      button={
        <button type="button" className={styles['charged']} title={t('settlements.kept')}>
          <span className="visually-hidden">{label}: </span>
          {whole}
        </button>
      }
    >
      <dl className={styles['facts']}>
        {charges.map(({ code: charge, amount }) => (
          <div key={charge}>
            <dt>{feeLabels(charge)}</dt>
            <dd>
              <Money value={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </Popover>
  )
}
