/** Parts that the dialogs about movements of a SKU's stock have in common. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { LaterConfirmLeave } from '../../../parts/later-confirm-leave.tsx'
import { type Sku, skusKey } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './move-stock.module.css'

export type Place = { id: number; name: string }
export type StockMove = ReturnType<typeof useStockMove>

type Sent = {
  sku: Sku
  onClose: () => void
  /** The figure and its place: another one is confirmed anew. */
  about: string
  send: (confirmed: { allow_negative?: true }) => Promise<unknown>
}

/** Sends a movement, says that it is done, and closes the dialog. */
export function useStockMove({ sku, onClose, about, send }: Sent) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [confirmation, setConfirmation] = useState<{ about: string; isGiven: boolean } | null>(null)
  const allowsNegative = confirmation?.about === about ? confirmation.isGiven : null
  const setAllowsNegative = (isGiven: boolean) => setConfirmation({ about, isGiven })
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => send(allowsNegative ? { allow_negative: true } : {}),
    onError: (refusal) => {
      if (refusal instanceof ApiError && isBelowReserved(refusal)) setAllowsNegative(false)
    },
    onSuccess: async () => {
      showToast({ tone: 'success', message: t('moveStock.done', { name: sku.name }) })
      onClose()
      await queries.invalidateQueries({ queryKey: skusKey })
    },
  })
  return {
    submit: () => mutate(),
    error,
    isPending,
    fields: error instanceof ApiError ? error.fields : {},
    /** Null: open orders still have enough, as far as is known. */
    allowsNegative,
    setAllowsNegative,
  }
}

/** Answers what a typed figure makes of the pieces in a warehouse, so that a digit too many is seen before it is sent. */
export function useOnHandAfter(sku: Sku, warehouse: number, change: number): string | undefined {
  const { t } = useTranslation()
  const now = sku.warehouses.data.find(({ warehouse_id: id }) => id === warehouse)?.on_hand
  if (now === undefined || change === 0 || !Number.isInteger(change) || now + change < 0) return undefined
  return t('moveStock.after', { now: count(now), after: count(now + change) })
}

export const helpOf = (help: string | undefined): { help?: string } => (help === undefined ? {} : { help })

/** Units that are gone are gone, whatever orders need: the person confirms it. */
const isBelowReserved = ({ fieldCodes }: ApiError): boolean =>
  Object.values(fieldCodes).includes('stock_below_zero')

type FormProps = {
  /** Also the label of the button. */
  title: string
  move: StockMove
  /** Names of the fields that show their own error. */
  shown: string[]
  /** Texts of the fields that a person types into. */
  typed: string[]
  onClose: () => void
  children: ReactNode
}

export function StockMoveForm({ title, move, shown, typed, onClose, children }: FormProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { error, fields, isPending, submit, allowsNegative, setAllowsNegative } = move
  const general = error && !shown.some((name) => fields[name]) ? errorMessage(error) : null
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {children}
        {allowsNegative !== null && (
          <label className={styles['confirm']}>
            <input
              type="checkbox"
              checked={allowsNegative}
              onChange={(event) => setAllowsNegative(event.currentTarget.checked)}
            />
            {t('moveStock.allowNegative')}
          </label>
        )}
        {general && (
          <p className={styles['error']} role="alert">
            {general}
          </p>
        )}
        <LaterConfirmLeave
          when={typed.some((text) => text.trim() !== '')}
          isSaving={isPending}
          text={t('moveStock.leaveText')}
        />
        <div className={styles['end']}>
          <Button type="button" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type PlaceProps = {
  label: string
  places: Place[]
  value: number
  error?: string | undefined
  onChange: (id: number) => void
}

export function WarehouseField({ label, places, value, error, onChange }: PlaceProps) {
  return (
    <SelectField
      label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {places.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
