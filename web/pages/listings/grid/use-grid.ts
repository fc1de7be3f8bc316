/** The grid's rows with their edits, what is wrong with each, and what can be sent. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '../../../../model/permissions.ts'
import { useShopNames } from '../../../parts/use-channel-names.ts'
import { useNow } from '../../../parts/when.tsx'
import { allows, meQuery } from '../../../session.ts'
import { keep, readStored } from '../../../ui/local-storage.ts'
import type { CellState, SheetEdit, SheetRow } from '../../../ui/sheet.tsx'
import { emptyDraft, type GridField, gridFields } from './grid-draft.ts'
import { checkRow, type GridRow, openEdits, type Reader, storedText, tidyText, twinsOf } from './grid-rows.ts'
import { cellKey, reduceGrid, startState, withTaken } from './grid-state.ts'
import type { GridData } from './use-grid-rows.ts'

/** Permission that a change of a column needs. */
const rights: Record<GridField, Permission> = {
  price: 'products.edit',
  special: 'products.edit',
  from: 'products.edit',
  to: 'products.edit',
  threshold: 'sku.edit',
  status: 'products.status',
}

export type Grid = ReturnType<typeof useGrid>

export const isField = (key: string): key is GridField => (gridFields as readonly string[]).includes(key)

export function useGrid({ rows: stored, shops, gone: goneIds }: GridData) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const storageKey = `listing-grid-${me.id}`
  const [state, act] = useReducer(reduceGrid, undefined, () =>
    startState({ ...emptyDraft, ...readStored(storageKey, emptyDraft) }),
  )
  const { draft, results, taken } = state
  useEffect(() => {
    // The steps of undo are the most of it.
    if (!keep(storageKey, draft)) keep(storageKey, { ...draft, past: [], future: [] })
  }, [storageKey, draft])

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
  const rows = useMemo(() => stored.map((row) => withTaken(row, taken.get(row.id))), [stored, taken])
  const storedById = useMemo(() => new Map(stored.map((row) => [row.id, row])), [stored])
  const gone = useMemo(
    () => new Set([...goneIds, ...rows.flatMap(({ id, is_deleted: isDeleted }) => (isDeleted ? id : []))]),
    [goneIds, rows],
  )
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows])
  const shopName = useShopNames()
  const ofShops = useMemo(
    () => new Map(shops.map((shop) => [shop.id, { ...shop, system_name: shopName(shop) }])),
    [shops, shopName],
  )
  const checked = useMemo(() => {
    const found = rows.flatMap((row) => {
      const edits = gone.has(row.id) ? {} : openEdits(row, draft.edits[row.id], reader)
      if (Object.keys(edits).length === 0) return []
      return [[row.id, { row, edits, ...checkRow(row, edits, reader, draft.over[row.id]) }] as const]
    })
    return new Map(found)
  }, [rows, gone, draft.edits, draft.over, reader])

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
      if (gone.has(row.id)) return t('grid.gone')
      if (!allows(me, rights[field])) return t('error.forbidden')
      const locks = ofShops.get(row.shop_id)?.locks
      if (field === 'threshold') return row.sku_id === null ? t('grid.notLinked') : null
      if (field === 'price' || field === 'status') return locks?.[field] ?? null
      return locks?.special_price ?? null
    },
    [ofShops, gone, me, t],
  )

  const stateOf = useCallback(
    (row: GridRow, key: string): CellState | undefined => {
      if (!isField(key)) {
        if (key !== 'product') return undefined
        return gone.has(row.id) ? 'gone' : row.is_pending ? 'pending' : undefined
      }
      if (lockOf(row, key) !== null) return 'locked'
      const result = results.get(cellKey({ id: row.id, field: key }))
      if (result) return result.state
      const error = checked.get(row.id)?.errors[key]
      if (error) return error === 'overtaken' ? error : 'error'
      return checked.get(row.id)?.edits[key] === undefined ? undefined : 'changed'
    },
    [lockOf, results, checked, gone],
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
  const errors = found.flatMap((one) => Object.values(one.errors))
  const overtaken = found.flatMap(({ row, errors: ofRow }) =>
    gridFields.filter((field) => ofRow[field] === 'overtaken').map((field) => ({ row, field })),
  )
  /** Gives cells and their twins a text each, as one step. */
  const putAll = (cells: { row: GridRow; field: GridField; text: string }[]) =>
    takeEdits(
      cells.map(({ field, text }, at) => ({ row: at, key: field, text })),
      cells.map(({ row }) => row),
    )
  return {
    rows,
    sheet,
    words: { active: reader.active, inactive: reader.inactive },
    ofShops,
    checked,
    canUndo: draft.past.length > 0,
    canRedo: draft.future.length > 0,
    counts: {
      changes: found.reduce((sum, { edits }) => sum + Object.keys(edits).length, 0),
      listings: found.length,
      errors: errors.length - overtaken.length,
      overtaken: overtaken.length,
      refused: [...results.values()].filter((one) => one.state === 'refused').length,
    },
    draft,
    act,
    textOf,
    storedTextOf: (row: GridRow, field: GridField) => storedText(row, field, reader),
    lockOf,
    stateOf,
    isRefused,
    put: (row: GridRow, field: GridField, text: string) => putAll([{ row, field, text }]),
    /** Ends what stands against values that were stored meanwhile: by the edits, or by those. */
    settleOvertaken: (by: 'mine' | 'theirs') =>
      putAll(
        overtaken.map(({ row, field }) => ({
          row,
          field,
          text: by === 'mine' ? textOf(row, field) : storedText(row, field, reader),
        })),
      ),
    /** Without what was sent since. */
    storedRow: (id: number) => storedById.get(id),
    resultOf: (row: GridRow, field: GridField) => results.get(cellKey({ id: row.id, field })),
    takeEdits,
  }
}
