import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type Sku, skusKey } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './move-stock.module.css'

type Place = { id: number; name: string }
type Props = { sku: Sku; from: Place[]; to: Place[]; onClose: () => void }

/** Moves pieces of a SKU from a warehouse in which it lies to another one. */
export function TransferDialog({ sku, from, to, onClose }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const [source, setSource] = useState(from[0]?.id ?? 0)
  const goals = to.filter(({ id }) => id !== source)
  const [chosen, setChosen] = useState(goals[0]?.id ?? 0)
  const goal = goals.some(({ id }) => id === chosen) ? chosen : (goals[0]?.id ?? 0)
  const [pieces, setPieces] = useState('')
  const [reason, setReason] = useState('')
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      api('POST /stock-transfers', {
        body: {
          from_warehouse_id: source,
          to_warehouse_id: goal,
          reason: reason.trim() || undefined,
          lines: [{ sku_id: sku.id, quantity: /^\d{1,7}$/.test(pieces.trim()) ? Number(pieces) : 0 }],
        },
      }),
    onSuccess: async () => {
      showToast({ tone: 'success', message: t('moveStock.done', { name: sku.name }) })
      onClose()
      await queries.invalidateQueries({ queryKey: skusKey })
    },
  })
  const fields = error instanceof ApiError ? error.fields : {}
  const { 'lines.0.quantity': ofPieces, to_warehouse_id: ofGoal, reason: ofReason } = fields
  const general = error && !ofPieces && !ofGoal && !ofReason ? errorMessage(error) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate()
  }

  return (
    <Dialog opened title={t('moveStock.transfer')} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <SelectField
          label={t('moveStock.from')}
          value={source}
          onChange={(event) => setSource(Number(event.currentTarget.value))}
        >
          {from.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('moveStock.to')}
          value={goal}
          error={ofGoal}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        >
          {goals.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('moveStock.transferQuantity')}
          value={pieces}
          maxLength={7}
          inputMode="numeric"
          autoComplete="off"
          error={ofPieces}
          onChange={(event) => setPieces(event.currentTarget.value)}
        />
        <TextField
          label={t('moveStock.reason')}
          optional
          value={reason}
          maxLength={255}
          error={ofReason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {general && (
          <p className={styles['error']} role="alert">
            {general}
          </p>
        )}
        <div className={styles['end']}>
          <Button type="button" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {t('moveStock.transfer')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
