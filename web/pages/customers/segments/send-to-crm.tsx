import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { type Segment } from '../../../parts/queries/customer-queries.ts'
import { isConnected, type Shop } from '../../../parts/queries/shop-queries.ts'
import { SpentAmount } from '../../../parts/spent-amount.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { segmentPushQuery, type SegmentPush } from './segment-queries.ts'
import styles from './segments.module.css'

/** `crms`: also those whose access has expired. */
type Props = { segment: Segment; crms: Shop[]; onClose: () => void }

/** Sends the customers of a segment to a CRM, and follows how far that is. */
export function SendToCrm({ segment, crms, onClose }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const connected = crms.filter(isConnected)
  const [chosen, setChosen] = useState<number>()
  const shopId = chosen ?? connected[0]?.id ?? 0
  const asked = segmentPushQuery(segment.id)
  const { data: push } = useQuery(asked)
  const send = useMutation({
    mutationFn: () =>
      api('POST /customers/shortlists/{id}/push', { params: { id: segment.id }, body: { shop_id: shopId } }),
    onSuccess: ({ data }) => queries.setQueryData(asked.queryKey, data),
  })
  const isHeldUp = push?.state === 'stopped' && !connected.some(({ id }) => id === push.shop_id)
  const figures = push
    ? (['sent', 'waiting', 'refused', 'hidden'] as const).filter((one) => push[one] > 0)
    : []
  return (
    <Dialog opened size={560} title={t('segments.sendTitle', { segment: segment.name })} onClose={onClose}>
      <div className={styles['form']}>
        <p>{t('segments.sendText')}</p>
        {connected.length > 1 && (
          <SelectField label="CRM" value={shopId} onChange={({ target }) => setChosen(Number(target.value))}>
            {connected.map(({ id, system_name: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {send.error && <p role="alert">{messageOf(send.error)}</p>}
        {push && (
          <div className={styles['change']} aria-live="polite">
            <p>
              <b>
                {t(`segments.sendState.${isHeldUp ? 'disconnected' : push.state}`, {
                  done: count(push.sent),
                  total: count(push.total),
                })}
              </b>
            </p>
            <ProgressBar
              percent={push.total === 0 ? 100 : (100 * (push.total - push.waiting)) / push.total}
              label={t('segments.sendToCrm')}
            />
            <ul>
              {figures.map((one) => (
                <li key={one}>
                  <span>{t(`segments.sendFigure.${one}`)}</span>
                  <span>{count(push[one])}</span>
                </li>
              ))}
            </ul>
            {push.left > 0 && <LeftSince push={push} />}
          </div>
        )}
        <div className={styles['end']}>
          <span />
          <Button
            variant="primary"
            busy={send.isPending}
            {...(connected.length === 0 && { refusal: t('segments.crmExpired') })}
            onClick={() => send.mutate()}
          >
            {t('segments.sendToCrm')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Names the customers whom the segment has sent and who have left it, as they stay in the CRM. */
function LeftSince({ push }: { push: SegmentPush }) {
  const { t } = useTranslation()
  const { left, customers_left: customers } = push
  return (
    <details className={styles['left']}>
      <summary>{t('segments.leftSince', { count: left, figure: count(left) })}</summary>
      <p>{t('segments.leftStay')}</p>
      <ul>
        {customers.data.map((customer) => (
          <li key={customer.id}>
            <Link to={paths.customer(customer.id)}>{customer.name}</Link>
            <small>{customer.shop.data.system_name}</small>
            <SpentAmount of={customer} />
          </li>
        ))}
        {left > customers.data.length && (
          <li>{t('segments.moreLeaving', { figure: count(left - customers.data.length) })}</li>
        )}
      </ul>
    </details>
  )
}
