import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '../../model/order-status.ts'
import { Pill, type PillHue } from '../ui/pill.tsx'

const hues: Record<OrderStatus, PillHue> = {
  unpaid: 'grey',
  pending: 'amber',
  confirmed: 'blue',
  ready_to_ship: 'indigo',
  shipped: 'cyan',
  delivered: 'green',
  canceled: 'grey',
  returned: 'orange',
  failed: 'red',
}

export function StatusPill({ status }: { status: OrderStatus }) {
  const { t } = useTranslation()
  return <Pill hue={hues[status]}>{t(`status.${status}`)}</Pill>
}
