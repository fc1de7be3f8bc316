/** Sends the edits of the grid that are right, and writes the answers into their cells. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFarOff } from '../../../../model/money.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { productKeys } from '../../../parts/queries/product-queries.ts'
import { showToast } from '../../../ui/toast.ts'
import type { FarPrice } from '../edit/confirm-prices.tsx'
import type { Edits, GridField } from './grid-draft.ts'
import type { GridRow } from './grid-rows.ts'
import type { SentValues } from './grid-state.ts'
import type { Grid } from './use-grid.ts'
import type { Answer, Progress } from './send-changes.ts'

const priceFields: readonly GridField[] = ['price', 'special', 'from', 'to']

const idle: Progress = { isRunning: false, total: 0, ended: 0, shops: [] }

/** A row that is sent: the fields that were edited, their texts and their values. */
type Sending = { row: GridRow; edits: Edits[number]; fields: GridField[]; values: SentValues }

export function useSendGrid(grid: Grid) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [progress, setProgress] = useState(idle)
  const isSending = useRef(false)
  const ready = [...grid.checked.values()].filter(({ variant, status }) => variant || status !== undefined)
  const sendings = ready.map((one): Sending => ({
    row: one.row,
    edits: one.edits,
    fields: sentFields(one, Object.keys(one.edits) as GridField[]),
    values: valuesOf(one),
  }))

  async function sendAll() {
    if (isSending.current) return
    isSending.current = true
    const variants = ready.flatMap(({ variant }) => variant ?? [])
    const statuses = new Map(
      ready.flatMap(({ row, status }) => (status === undefined ? [] : [[row.product_id, status] as const])),
    )
    const sent = new Map(
      sendings.map(({ row, values }) => [row.id, { values, over: grid.storedRow(row.id) ?? row }]),
    )
    const cellsOf = (isMeant: (row: GridRow) => boolean, among: readonly GridField[]) =>
      sendings
        .filter(({ row }) => isMeant(row))
        .flatMap(({ row, edits, fields }) =>
          fields
            .filter((field) => among.includes(field))
            .map((field) => ({ id: row.id, field, text: edits[field] ?? '' })),
        )
    grid.act({ type: 'sending', cells: cellsOf(() => true, [...priceFields, 'threshold', 'status']) })
    try {
      const products = [...statuses].map(([id, status]) => ({ id, status }))
      const { sendChanges } = await import('./send-changes.ts')
      const onAnswers = (answers: Answer[]) => {
        for (const { variantId, productId, fields, message } of answers) {
          const cells =
            variantId === null
              ? cellsOf((row) => row.product_id === productId, ['status'])
              : cellsOf((row) => row.id === variantId, fields)
          if (cells.length > 0) grid.act({ type: 'answer', cells, message, sent })
        }
      }
      await sendChanges({ variants, products }, onAnswers, setProgress)
    } catch (error) {
      showToast({ tone: 'error', title: t('grid.sendFailed'), message: errorMessage(error) })
    } finally {
      // A batch that could not be followed to its end goes on without this page.
      grid.act({ type: 'unsent' })
      isSending.current = false
      await queries.invalidateQueries({ queryKey: productKeys.lists })
    }
  }

  const far = ready.flatMap(({ row, variant }): FarPrice[] => {
    const { id, price: before, currency } = row
    const after = variant?.price
    if (after === undefined || !isFarOff(before, after)) return []
    const shop = grid.ofShops.get(row.shop_id)?.system_name
    const name = [shop, row.product_name, row.variant].filter(Boolean).join(' · ')
    return [{ id, name, before, after, currency }]
  })

  return {
    progress,
    send: sendAll,
    far,
    cells: sendings.reduce((sum, { fields }) => sum + fields.length, 0),
    shops: new Set(sendings.map(({ row }) => row.shop_id)).size,
  }
}

type Checked = Grid['checked'] extends Map<number, infer C> ? C : never

function sentFields({ variant, status }: Checked, edited: GridField[]): GridField[] {
  const hasPrices = variant?.price !== undefined || variant?.special_price !== undefined
  return edited.filter((field) =>
    field === 'status'
      ? status !== undefined
      : field === 'threshold'
        ? variant?.threshold !== undefined
        : hasPrices,
  )
}

function valuesOf({ variant, status }: Checked): SentValues {
  return {
    ...(variant?.price !== undefined && { price: variant.price }),
    ...(variant?.special_price !== undefined && { special_price: variant.special_price }),
    ...(variant?.threshold != null && { threshold: variant.threshold }),
    ...(status !== undefined && { is_active: status === 1 }),
  }
}
