/** The grid's rows with their edits, what is wrong with each, and what can be sent. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { useShopNames } from '../../../parts/use-channel-names.ts'
import { useNow } from '../../../parts/when.tsx'
import { meQuery } from '../../../session.ts'
import { keep, readStored } from '../../../ui/local-storage.ts'
import type { CellState, SheetEdit, SheetRow } from '../../../ui/sheet.tsx'
import { emptyDraft, type GridField, gridFields } from './grid-draft.ts'
import {
  checkRow,
  type GridRow,
  type GridShop,
  type Reader,
  storedText,
  tidyText,
  twinsOf,
} from './grid-rows.ts'
import { cellKey, reduceGrid, startState } from './grid-state.ts'

export type Grid = ReturnType<typeof useGrid>

export const isField = (key: string): key is GridField => (gridFields as readonly string[]).includes(key)

export function useGrid(stored: GridRow[], shops: GridShop[]) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const storageKey = `listing-grid-${me.id}`
  const [state, act] = useReducer(reduceGrid, undefined, () => startState(readStored(storageKey, emptyDraft)))
  const { draft, results, taken } = state
  useEffect(() => keep(storageKey, draft), [storageKey, draft])

  const now = useNow(60_000)
  const words = useMemo(
    () => ({
      timeZone: me.timezone,
      active: t('productStatus.active'),
      inactive: t('productStatus.inactive'),
    }),
    [me.timezone, t],
  )
  const reader: Reader = useMemo(() => ({ ...words, now }), [words, now])
  const rows = useMemo(() => stored.map((row) => ({ ...row, ...taken.get(row.id) })), [stored, taken])
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const shopName = useShopNames()
  const ofShops = useMemo(
    () => new Map(shops.map((shop) => [shop.id, { ...shop, system_name: shopName(shop) }])),
    [shops, shopName],
  )
  const checked = useMemo(() => {
    const edited = rows.filter(({ id }) => draft.edits[id])
    return new Map(
      edited.map((row) => [row.id, { row, ...checkRow(row, draft.edits[row.id] ?? {}, reader) }]),
    )
  }, [rows, draft.edits, reader])

  const textOf = (row: GridRow, field: GridField) =>
    draft.edits[row.id]?.[field] ?? storedText(row, field, reader)
  const storedSheet = useMemo(
    () =>
      rows.map((row): SheetRow => ({
        product: [row.product_name, row.variant].filter(Boolean).join(' · '),
        shop: ofShops.get(row.shop_id)?.system_name ?? '',
        code: row.seller_sku ?? '–',
        currency: row.currency,
        ...Object.fromEntries(gridFields.map((field) => [field, storedText(row, field, words)])),
      })),
    [rows, ofShops, words],
  )
  const sheet = useMemo(
    () =>
      storedSheet.map((texts, at) => {
        const edits = draft.edits[rows[at]?.id ?? 0]
        return edits ? { ...texts, ...edits } : texts
      }),
    [storedSheet, rows, draft.edits],
  )

  /** Says why a cell cannot be changed. */
  const lockOf = useCallback(
    (row: GridRow, field: GridField): string | null => {
      const locks = ofShops.get(row.shop_id)?.locks
      if (field === 'threshold') return row.sku_id === null ? t('grid.notLinked') : null
      if (field === 'price' || field === 'status') return locks?.[field] ?? null
      return locks?.special_price ?? null
    },
    [ofShops, t],
  )

  const stateOf = useCallback(
    (row: GridRow, key: string): CellState | undefined => {
      if (!isField(key)) return key === 'product' && row.is_pending ? 'pending' : undefined
      if (lockOf(row, key) !== null) return 'locked'
      const result = results.get(cellKey({ id: row.id, field: key }))
      if (result) return result.state
      if (checked.get(row.id)?.errors[key]) return 'error'
      return draft.edits[row.id]?.[key] === undefined ? undefined : 'changed'
    },
    [lockOf, results, checked, draft.edits],
  )

  const isRefused = useCallback(
    (id: number) => gridFields.some((field) => results.get(cellKey({ id, field }))?.state === 'refused'),
    [results],
  )

  /** @param shown the rows that the positions of the edits count in */
  function takeEdits(edits: SheetEdit[], shown: GridRow[]) {
    const texts = edits.flatMap(({ row: at, key, text }) => {
      const row = shown[at]
      if (!row || !isField(key)) return []
      return twinsOf(row, key, rows).map(({ id }) => ({
        id,
        field: key,
        text: tidyText(row, key, text, reader),
      }))
    })
    const textOfStored = (id: number, field: GridField) => {
      const row = byId.get(id)
      return row ? storedText(row, field, reader) : ''
    }
    act({ type: 'edit', texts, storedText: textOfStored })
  }

  const found = [...checked.values()]
  return {
    rows,
    sheet,
    words: { active: reader.active, inactive: reader.inactive },
    ofShops,
    checked,
    canUndo: draft.past.length > 0,
    canRedo: draft.future.length > 0,
    counts: {
      changes: found.reduce((sum, { row }) => sum + Object.keys(draft.edits[row.id] ?? {}).length, 0),
      listings: found.length,
      errors: found.reduce((sum, { errors }) => sum + Object.keys(errors).length, 0),
      refused: [...results.values()].filter((one) => one.state === 'refused').length,
    },
    draft,
    act,
    textOf,
    storedTextOf: (row: GridRow, field: GridField) => storedText(row, field, reader),
    lockOf,
    stateOf,
    isRefused,
    /** Gives a cell and its twins a text. */
    put: (row: GridRow, field: GridField, text: string) => takeEdits([{ row: 0, key: field, text }], [row]),
    resultOf: (row: GridRow, field: GridField) => results.get(cellKey({ id: row.id, field })),
    takeEdits,
  }
}
