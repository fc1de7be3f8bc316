import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { monthDay } from '../../../parts/dates.ts'
import { count } from '../../../parts/figures.ts'
import { useClock } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './confirm-panel.module.css'
import { HandoverWays } from './handover-ways.tsx'
import type { ConfirmPlan } from './use-confirm-plan.ts'
import type { Choice } from './use-order-action.ts'

type Line = ConfirmPlan['handovers'][number]
type Props = { line: Line; choice: Choice | undefined; onChange: (choice: Choice | undefined) => void }

/** Hand-over of the parcels of one shop and courier. The channel's other ways are asked for only when somebody wants one. */
export function HandoverLine({ line, choice, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const fields = useId()
  const text = useHandoverText(line)
  const { shop, courier, handover, order_ids: ids } = line
  const way = choice ? t(`confirmOrder.modes.${choice.mode}`) : text
  return (
    <li>
      <div className={styles['line']}>
        <strong className={styles['amount']}>{count(ids.length)}</strong>
        <span className={styles['what']}>
          <span>{[courier, way].filter(Boolean).join(' · ')}</span>
          <small>{[shop.system_name, choice ? null : handover?.place].filter(Boolean).join(' · ')}</small>
        </span>
        {!line.own_courier && handover?.mode !== 'self' && (
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={fields}
            aria-label={t(isOpen ? 'bulkAction.asRecommendedFor' : 'bulkAction.changeFor', {
              shop: [shop.system_name, courier].filter(Boolean).join(' · '),
            })}
            onClick={() => {
              if (isOpen) onChange(undefined)
              setOpen(!isOpen)
            }}
          >
            {t(isOpen ? 'bulkAction.asRecommended' : 'bulkAction.change')}
          </Button>
        )}
      </div>
      <div id={fields}>
        {isOpen && ids[0] !== undefined && (
          <HandoverWays orderId={ids[0]} choice={choice} onChange={onChange} />
        )}
      </div>
    </li>
  )
}

/** "Pick-up tomorrow 15:00 – 18:00"; why it is not known, where it is not. */
function useHandoverText({ handover, message }: Line): string {
  const { t } = useTranslation()
  const clock = useClock()
  if (!handover) return message ?? ''
  const mode = t(`confirmOrder.modes.${handover.mode}`)
  if (!handover.date || !handover.from) return mode
  const day = monthDay(handover.date, clock)
  if (!handover.to) return `${mode} ${day}`
  const hour = new Intl.DateTimeFormat(clock.locale, {
    timeZone: clock.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return `${mode} ${day} ${hour.formatRange(new Date(handover.from), new Date(handover.to))}`
}
