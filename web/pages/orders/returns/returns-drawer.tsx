import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { returnStatuses, type ReturnStatus } from '../../../../model/return-case.ts'
import { Money } from '../../../parts/money-amount.tsx'
import { type Return, returnsQuery } from '../../../parts/queries/return-queries.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { DrawerFrame } from '../../../ui/drawer-frame.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { EndlessCards } from '../../../parts/list/endless-cards.tsx'
import { AnswerDeadline } from './answer-deadline.tsx'
import { OrderOfRow } from '../order-of-row.tsx'
import styles from './order-returns.module.css'

/** Everything that buyers give back, the latest first, over the list of orders. */
export function ReturnsDrawer() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [status, setStatus] = useState<ReturnStatus | ''>('')
  const close = () => void navigate({ to: paths.orders(), search: true, resetScroll: false })
  return (
    <DrawerFrame title={<h2>{t('returns.all')}</h2>} onClose={close}>
      <SelectField
        label={t('returns.state')}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value as ReturnStatus | '')}
      >
        <option value="">{t('returns.anyState')}</option>
        {returnStatuses.map((one) => (
          <option key={one} value={one}>
            {t(`returns.status.${one}`)}
          </option>
        ))}
      </SelectField>
      <ReturnList status={status || undefined} />
    </DrawerFrame>
  )
}

function ReturnList({ status }: { status: ReturnStatus | undefined }) {
  const { t } = useTranslation()
  const labels = {
    failed: t('returns.loadFailed'),
    none: t('returns.none'),
    noneText: t('returns.noneText'),
    more: t('returns.more'),
  }
  return (
    <EndlessCards
      pages={useInfiniteQuery(returnsQuery(status))}
      labels={labels}
      help="returns"
      keyOf={({ id }) => id}
    >
      {(one) => <Entry one={one} />}
    </EndlessCards>
  )
}

function Entry({ one }: { one: Return }) {
  const { t } = useTranslation()
  return (
    <div className={styles['entry']}>
      <OrderOfRow row={one} />
      <strong>{t(`returns.status.${one.status.code}`)}</strong>
      <span className={styles['muted']}>
        {t(`returns.kind.${one.kind}`)} · <When at={one.requested_at} />
      </span>
      <Money value={one.refund_value} currency={one.currency} />
      <AnswerDeadline one={one} />
    </div>
  )
}
