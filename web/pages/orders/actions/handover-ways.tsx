import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { firstChoice, missingOf } from './handover-choice.ts'
import { HandoverFields } from './handover-fields.tsx'
import styles from './confirm-panel.module.css'
import type { Choice } from './use-order-action.ts'

type WaysProps = { orderId: number; choice: Choice | undefined; onChange: (choice: Choice) => void }

/** Modes that the channel offers for the first of the orders. Several parcels cannot share a typed tracking number. */
export function HandoverWays({ orderId, choice, onChange }: WaysProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data, error } = useQuery({
    queryKey: ['confirm-info', orderId],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/{id}/confirm-info', { params: { id: orderId }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (error)
    return (
      <p className={styles['error']} role="alert">
        {errorMessage(error)}
      </p>
    )
  if (!data) return <Skeleton width="100%" height={40} />
  const modes = data.modes.filter((mode) => !data.needs[mode]?.includes('tracking-number'))
  const info = { ...data, modes }
  const shown = choice ?? firstChoice(info)
  if (!shown || modes.length === 0) return <p>{t('confirmOrder.nothing')}</p>
  return (
    <div className={styles['fields']}>
      <HandoverFields info={info} choice={shown} missing={missingOf(info, shown)} onChange={onChange} />
    </div>
  )
}
