import { useTranslation } from 'react-i18next'
import type { Return } from '../../../parts/queries/return-queries.ts'
import { ReceiveGoods } from './receive-goods.tsx'
import { useReturnAction } from './use-return-action.ts'

/** Takes in what a buyer sent back. */
export function ReceiveReturn({ one, onClose }: { one: Return; onClose: () => void }) {
  const { t } = useTranslation()
  const action = useReturnAction(one, onClose)
  return (
    <ReceiveGoods
      code={one.order_code}
      lines={one.lines}
      text={t(one.status.code === 'in_transit' ? 'returns.receive.pays' : 'returns.receive.once')}
      busy={action.isPending}
      error={action.error}
      onReceive={(taken) => action.mutate({ kind: 'receive', ...taken })}
      onClose={onClose}
    />
  )
}
