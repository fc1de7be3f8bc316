import { useQuery } from '@tanstack/react-query'
import Info from 'lucide-react/icons/info'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fewestOrders, forecastDays } from '../../../../model/restock.ts'
import { monthDay } from '../../../parts/dates.ts'
import { amountText, count, decimal } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { Money } from '../../../parts/money-amount.tsx'
import {
  type Forecast,
  forecastsQuery,
  type SalesOverall,
  skuSalesQuery,
} from '../../../parts/sales/sales-queries.ts'
import type { Sku } from '../../../parts/queries/sku-queries.ts'
import { SalesChart, SoldByShop } from '../../../parts/sales/sales-chart.tsx'
import { useClock } from '../../../parts/when.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './restock-card.module.css'

/** Beyond this a date says little. */
const farDays = 365

/** When the SKU runs out by its sales of 30 days, and what was sold on each of them. */
export function RestockCard({ sku, onChangeLevel }: { sku: Sku; onChangeLevel: (() => void) | undefined }) {
  const { t } = useTranslation()
  const sales = useQuery(skuSalesQuery(sku.id))
  const { data: forecasts } = useQuery(forecastsQuery([sku.id]))
  const forecast = forecasts?.get(sku.id)
  const { data } = sales
  return (
    <Card
      title={
        <span className={styles['head']}>
          {t('restock.title')}
          {data && (
            <span className={styles['sold']}>
              {t('restock.sold')} <b>{count(data.overall.total_quantity)}</b>
            </span>
          )}
        </span>
      }
    >
      {sales.error && !data && (
        <LoadError title={t('sales.failed')} error={sales.error} onRetry={() => void sales.refetch()} />
      )}
      {!data && !sales.error && <Skeleton width="100%" height={150} />}
      {data && (
        <>
          <div className={styles['body']}>
            <div className={styles['words']}>
              {forecast ? <Words forecast={forecast} sku={sku} /> : <Skeleton width={120} height={26} />}
              {onChangeLevel && (
                <Button size="small" onClick={onChangeLevel}>
                  {t('restock.changeLevel')}
                </Button>
              )}
            </div>
            {data.overall.total_quantity > 0 && (
              <SalesChart days={data.days} mean={forecast?.per_day ?? null} />
            )}
          </div>
          {data.overall.total_quantity > 0 && (
            <div className={styles['foot']}>
              <SoldByShop overall={data.overall} />
              {/* What was sold for money without a rate is in the pieces alone. */}
              {data.overall.others.length === 0 && (
                <span className={styles['muted']}>
                  <Money
                    value={data.overall.revenue / data.overall.total_quantity}
                    currency={data.overall.currency}
                  />{' '}
                  {t('restock.average')}
                </span>
              )}
              <MoneyNote overall={data.overall} />
            </div>
          )}
        </>
      )}
    </Card>
  )
}

/** Says that amounts were converted, and which are in no amount because their currency has no rate. */
function MoneyNote({ overall: { is_converted: isConverted, others } }: { overall: SalesOverall }) {
  const { t } = useTranslation()
  if (!isConverted && others.length === 0) return null
  const amounts = others.map(({ currency, total }) => amountText(total, currency)).join(', ')
  return (
    <small className={styles['muted']}>
      {isConverted && t('restock.converted')} {amounts && t('restock.withoutRate', { amounts })}
    </small>
  )
}

function Words({ forecast, sku }: { forecast: Forecast; sku: Sku }) {
  const { t } = useTranslation()
  const clock = useClock()
  const { days_left: left, out_on: outOn, per_day: perDay, missing, available } = forecast
  if (perDay === null) return <p className={styles['few']}>{t('restock.tooFew')}</p>
  const mean = decimal(Math.round(perDay * 10) / 10)
  if (left === null || outOn === null || available === null)
    return <p className={styles['few']}>{t('restock.perDay', { mean })}</p>
  return (
    <>
      <strong className={styles['headline']} data-level={sku.stock_level}>
        {left === 0
          ? t('restock.outNow')
          : left > farDays
            ? t('restock.far')
            : t('restock.outIn', { count: left, figure: count(left) })}
      </strong>
      <p className={styles['muted']}>
        {t('restock.formula', { available: count(available), mean })}
        {left > 0 && left <= farDays && ` · ${monthDay(outOn, clock)}`}
        <Formula days={forecast.days} />
      </p>
      {missing !== null && missing > 0 && (
        <p>{t('restock.missing', { count: missing, figure: count(missing), days: count(forecastDays) })}</p>
      )}
    </>
  )
}

function Formula({ days }: { days: number }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      focus="none"
      button={
        <IconButton
          label={t('restock.how')}
          onMouseEnter={() => setOpen(true)}
          onMouseLeave={() => setOpen(false)}
          onClick={() => setOpen(true)}
        >
          <Info size={14} aria-hidden="true" />
        </IconButton>
      }
    >
      {t('restock.howText', {
        count: days,
        figure: count(days),
        days: count(forecastDays),
        least: count(fewestOrders),
      })}
    </Popover>
  )
}
