import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortDay } from '../../../parts/dates.ts'
import { decimal } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import { RatesLink } from '../../../parts/unlike-days.tsx'
import { useClock } from '../../../parts/when.tsx'
import { Popover } from '../../../ui/popover.tsx'
import styles from '../analytics.module.css'

type Rate = { currency: string; from: string; rate: string; source: string }
type InMoney = {
  currency: string
  is_converted: boolean
  others: { currency: string; total: number; refunds?: number | undefined }[]
  rates: Rate[]
}

/** Says that amounts were converted, and what is in no amount because its currency has no rate. `isAlone`: there is no amount beside it. */
export function MoneyNotes({ money, isAlone = false }: { money: InMoney; isAlone?: boolean }) {
  const { is_converted: isConverted, others } = money
  const { t } = useTranslation()
  if (!isConverted && others.length === 0) return null
  return (
    <p className={styles['moneyNotes']}>
      {isConverted && <Converted money={money} />}
      {others.map(({ currency, total, refunds }, at) => (
        <span key={currency}>
          {!(isAlone && at === 0) && t('home.besides')} <Money value={total} currency={currency} />
          {refunds !== undefined && (
            <>
              {' '}
              − <Money value={refunds} currency={currency} />
            </>
          )}{' '}
          ({t('analytics.withoutRate')})
        </span>
      ))}
      {others.length > 0 && <RatesLink />}
    </p>
  )
}

function Converted({ money: { currency: into, rates } }: { money: InMoney }) {
  const { t } = useTranslation()
  const clock = useClock()
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={280}
      padding={12}
      label={t('analytics.converted')}
      focus="text"
      button={
        <button type="button" className={styles['converted']}>
          {t('analytics.converted')}
        </button>
      }
    >
      {t('analytics.convertedMeans')}
      <ul className={styles['rates']}>
        {rates.map(({ currency, from, rate, source }) => (
          <li key={`${currency}/${from}`}>
            {t('analytics.rateOf', {
              currency,
              into,
              rate: decimal(Number(rate), 12),
              day: shortDay(from, clock),
              source: source === 'hand' ? t('analytics.rateByHand') : source,
            })}
          </li>
        ))}
      </ul>
      <RatesLink label={t('analytics.openRates')} />
    </Popover>
  )
}
