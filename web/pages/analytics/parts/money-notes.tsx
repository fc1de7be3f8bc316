import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Money } from '../../../parts/money-amount.tsx'
import { Popover } from '../../../ui/popover.ts'
import styles from '../analytics.module.css'

type Props = { isConverted: boolean; others: { currency: string; total: number }[] }

/** Says that amounts were converted, and what is in no amount because its currency has no rate. */
export function MoneyNotes({ isConverted, others }: Props) {
  const { t } = useTranslation()
  if (!isConverted && others.length === 0) return null
  return (
    <p className={styles['moneyNotes']}>
      {isConverted && <Converted />}
      {others.map(({ currency, total }) => (
        <span key={currency}>
          {t('home.besides')} <Money value={total} currency={currency} /> ({t('analytics.withoutRate')})
        </span>
      ))}
    </p>
  )
}

function Converted() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={280} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles['converted']}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t('analytics.converted')}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={t('analytics.converted')} tabIndex={-1} data-autofocus>
        {t('analytics.convertedMeans')}
      </Popover.Dropdown>
    </Popover>
  )
}
