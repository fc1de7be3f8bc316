import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { AmountField } from '../../../parts/amount-field.tsx'
import { amountIn, signedAmountIn } from '../../../parts/figures.ts'
import type { Sku } from '../../../parts/queries/sku-queries.ts'
import { activeWarehousesQuery } from '../../../parts/queries/stock-take-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import {
  helpOf,
  type Place,
  StockMoveForm,
  useOnHandAfter,
  useStockMove,
  WarehouseField,
} from './stock-move-form.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import styles from './move-stock.module.css'

type Action = 'adjust' | 'receive' | 'transfer'

/** Buttons that correct the stock of a SKU or take in what has arrived, for users who may. */
export function MoveStock({ sku }: { sku: Sku }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [action, setAction] = useState<Action | null>(null)
  const { data: active = [] } = useQuery({
    ...activeWarehousesQuery,
    enabled: allows(me, 'stock.adjust'),
  })
  // The SKU may lie in one that is no longer active.
  const own = sku.warehouses.data.map(({ warehouse_id: id, name }) => ({ id, name }))
  const warehouses = [...active, ...own.filter(({ id }) => active.every((one) => one.id !== id))]
  const mayTransfer = own.length > 0 && warehouses.length > 1
  if (!allows(me, 'stock.adjust') || warehouses.length === 0) return null
  return (
    <div className={styles['buttons']}>
      <Button onClick={() => setAction('adjust')}>{t('moveStock.adjust')}</Button>
      <Button onClick={() => setAction('receive')}>{t('moveStock.receive')}</Button>
      {mayTransfer && <Button onClick={() => setAction('transfer')}>{t('moveStock.transfer')}</Button>}
      {action === 'transfer' && (
        <TransferDialog sku={sku} from={own} to={warehouses} onClose={() => setAction(null)} />
      )}
      {action && action !== 'transfer' && (
        <MoveDialog sku={sku} action={action} warehouses={warehouses} onClose={() => setAction(null)} />
      )}
    </div>
  )
}

type DialogProps = { sku: Sku; action: 'adjust' | 'receive'; warehouses: Place[]; onClose: () => void }

function MoveDialog({ sku, action, warehouses, onClose }: DialogProps) {
  const { t } = useTranslation()
  const [warehouse, setWarehouse] = useState(warehouses[0]?.id ?? 0)
  const [pieces, setPieces] = useState('')
  const [reason, setReason] = useState('')
  const [cost, setCost] = useState('')
  const { data: me } = useSuspenseQuery(meQuery)
  const mayCost = action === 'receive' && sku.may_edit && allows(me, 'sku.edit')
  // Text that is no number is sent as none, so that the field says so.
  const number = signedAmountIn(pieces) ?? 0
  const send = (confirmed: { allow_negative?: true }) =>
    action === 'adjust'
      ? api('POST /stock-adjustments', {
          once: true,
          body: {
            warehouse_id: warehouse,
            reason,
            lines: [{ sku_id: sku.id, change: number }],
            ...confirmed,
          },
        })
      : api('POST /stock-receipts', {
          once: true,
          body: {
            warehouse_id: warehouse,
            note: reason.trim() || undefined,
            lines: [{ sku_id: sku.id, quantity: number, ...unitCostOf(cost) }],
          },
        })
  const move = useStockMove({ sku, onClose, about: `${warehouse} ${number}`, send })
  const { fields } = move
  const after = useOnHandAfter(sku, warehouse, number)

  return (
    <StockMoveForm
      title={t(`moveStock.${action}`)}
      move={move}
      shown={['lines.0.change', 'lines.0.quantity', 'lines.0.unit_cost', 'reason', 'note']}
      typed={[pieces, cost, reason]}
      onClose={onClose}
    >
      <WarehouseField
        label={t('skus.warehouse')}
        places={warehouses}
        value={warehouse}
        onChange={setWarehouse}
      />
      <TextField
        label={t(action === 'adjust' ? 'moveStock.change' : 'moveStock.quantity')}
        {...helpOf(after ?? (action === 'adjust' ? t('moveStock.changeHelp') : undefined))}
        value={pieces}
        maxLength={10}
        inputMode="numeric"
        autoComplete="off"
        error={fields['lines.0.change'] ?? fields['lines.0.quantity']}
        onChange={(event) => setPieces(event.currentTarget.value)}
      />
      {mayCost && (
        <AmountField
          label={t('cost.each')}
          optional
          unit={me.currency}
          currency={me.currency}
          maxLength={20}
          value={cost}
          error={fields['lines.0.unit_cost']}
          onChange={(event) => setCost(event.currentTarget.value)}
        />
      )}
      <TextField
        label={t(action === 'adjust' ? 'moveStock.reason' : 'moveStock.note')}
        optional={action === 'receive'}
        value={reason}
        maxLength={255}
        error={fields['reason'] ?? fields['note']}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </StockMoveForm>
  )
}

/** Text that is no amount is sent as one that the server refuses, so that the field says so. */
function unitCostOf(cost: string): { unit_cost?: number } {
  return cost.trim() === '' ? {} : { unit_cost: amountIn(cost) ?? -1 }
}
