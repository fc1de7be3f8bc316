import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { amountIn } from '../../../parts/figures.ts'
import type { Sku } from '../../../parts/queries/sku-queries.ts'
import { TextField } from '../../../ui/text-field.tsx'
import {
  helpOf,
  type Place,
  StockMoveForm,
  useOnHandAfter,
  useStockMove,
  WarehouseField,
} from './stock-move-form.tsx'

type Props = { sku: Sku; from: Place[]; to: Place[]; onClose: () => void }

/** Moves pieces of a SKU from a warehouse in which it lies to another one. */
export function TransferDialog({ sku, from, to, onClose }: Props) {
  const { t } = useTranslation()
  const [source, setSource] = useState(from[0]?.id ?? 0)
  const goals = to.filter(({ id }) => id !== source)
  const [chosen, setChosen] = useState(goals[0]?.id ?? 0)
  const goal = goals.some(({ id }) => id === chosen) ? chosen : (goals[0]?.id ?? 0)
  const [pieces, setPieces] = useState('')
  const [reason, setReason] = useState('')
  const send = (confirmed: { allow_negative?: true }) =>
    api('POST /stock-transfers', {
      once: true,
      body: {
        from_warehouse_id: source,
        to_warehouse_id: goal,
        reason: reason.trim() || undefined,
        lines: [{ sku_id: sku.id, quantity: amountIn(pieces) ?? 0 }],
        ...confirmed,
      },
    })
  const move = useStockMove({ sku, onClose, about: `${source} ${pieces}`, send })
  const { fields } = move
  const after = useOnHandAfter(sku, source, -(amountIn(pieces) ?? 0))

  return (
    <StockMoveForm
      title={t('moveStock.transfer')}
      move={move}
      shown={['lines.0.quantity', 'to_warehouse_id', 'reason']}
      typed={[pieces, reason]}
      onClose={onClose}
    >
      <WarehouseField label={t('moveStock.from')} places={from} value={source} onChange={setSource} />
      <WarehouseField
        label={t('moveStock.to')}
        places={goals}
        value={goal}
        error={fields['to_warehouse_id']}
        onChange={setChosen}
      />
      <TextField
        label={t('moveStock.transferQuantity')}
        {...helpOf(after)}
        value={pieces}
        maxLength={9}
        inputMode="numeric"
        autoComplete="off"
        error={fields['lines.0.quantity']}
        onChange={(event) => setPieces(event.currentTarget.value)}
      />
      <TextField
        label={t('moveStock.reason')}
        optional
        value={reason}
        maxLength={255}
        error={fields['reason']}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </StockMoveForm>
  )
}
