import { type ColumnRegular, RevoGrid } from '@revolist/react-datagrid'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { CellEditor } from './cell-editor.ts'
import { cellsIn } from './pasted-cells.ts'
import styles from './sheet.module.css'
import { useSheetKeys } from './use-sheet-keys.ts'

export type SheetColumn = {
  key: string
  title: string
  width: number
  /** Stays in sight while the others scroll, and cannot be edited. */
  isPinned?: boolean
  isRight?: boolean
}
/** Texts of a row by the keys of the columns. */
export type SheetRow = Record<string, string>
export type SheetCell = { row: number; key: string }
export type SheetEdit = SheetCell & { text: string }
export type CellState =
  | 'changed'
  | 'overtaken'
  | 'locked'
  | 'error'
  | 'sending'
  | 'sent'
  | 'refused'
  | 'pending'
  | 'gone'

/** Numbers of the rows. The library gives them no role. */
const rowHeads = {
  prop: '',
  cellProperties: () => ({ role: 'rowheader' }),
  columnProperties: () => ({ role: 'columnheader' }),
}

export type SheetHandle = {
  /** Cells of the range that is selected, without those of pinned columns. */
  selectedCells: () => Promise<SheetCell[]>
}

const clipboard = { rangeFill: true }
type Pasted = { parsed: string[][]; dataText: string }

type Props = {
  label: string
  handle?: RefObject<SheetHandle | null>
  /** Given to the library when they change, as are the rows: the caller keeps both, and `stateOf`, while they are the same. */
  columns: SheetColumn[]
  rows: SheetRow[]
  /** Titles of cells by their states. */
  titles: Partial<Record<CellState, string>>
  isReadOnly?: boolean
  stateOf: (row: number, key: string) => CellState | undefined
  /** Reports an edit, a paste or a fill: all its cells at once. */
  onEdit: (edits: SheetEdit[]) => void
  /** Reports rows of a paste that lie behind the last one of the sheet, and are left out. */
  onPasteOver: (rows: number) => void
  onFocus: (cell: SheetCell) => void
  onUndo: () => void
  onRedo: () => void
}

/** A spreadsheet: arrows, Enter, Tab, ranges, fill, and the clipboard of Excel. Its texts belong to the caller. */
export function Sheet({ label, handle, columns, rows, titles, isReadOnly = false, stateOf, ...act }: Props) {
  const grid = useRef<HTMLRevoGridElement>(null)
  const keys = columns.filter(({ isPinned }) => !isPinned).map(({ key }) => key)
  const { editing, frame, listeners } = useSheetKeys(grid, ({ x, y }, text) => {
    const edit = { row: y, key: keys[x] ?? '', text: text.trim() }
    if (isEditable(edit)) act.onEdit([edit])
  })
  // The library asks for the states of the cells that it draws, by columns that stay the same.
  const asked = useRef({ stateOf, titles })
  const shown = useMemo(
    () =>
      columns.map(({ key, title, width, isPinned, isRight }): ColumnRegular => {
        const stateAt = (row: number) => asked.current.stateOf(row, key)
        return {
          prop: key,
          name: title,
          size: width,
          filter: false,
          editor: () => new CellEditor(editing, grid),
          readonly: ({ rowIndex }) => isReadOnly || isPinned === true || stateAt(rowIndex) === 'locked',
          columnProperties: () => ({ class: { [styles['right'] ?? '']: isRight === true } }),
          cellProperties: ({ rowIndex }) => {
            const state = stateAt(rowIndex)
            return {
              class: { [styles['right'] ?? '']: isRight === true },
              'data-state': state,
              title: state && asked.current.titles[state],
              'aria-invalid': state === 'error' || state === 'refused' ? 'true' : undefined,
            }
          },
          ...(isPinned && { pin: 'colPinStart' as const }),
        }
      }),
    [columns, isReadOnly, editing],
  )
  useLayoutEffect(() => {
    asked.current = { stateOf, titles }
    void grid.current?.refresh('rgRow')
  }, [stateOf, titles])

  const onPaste = useEffectEvent(async ({ detail: { parsed, dataText } }: CustomEvent<Pasted>) => {
    // The library would move what stands beside a merged cell, and part one with a line break in it.
    if (dataText !== '') parsed.splice(0, parsed.length, ...cellsIn(dataText))
    const size = parsed.length
    const range = await grid.current?.getSelectedRange()
    const over = range ? range.y + size - rows.length : 0
    if (over > 0 && !isReadOnly) act.onPasteOver(over)
  })
  useEffect(() => {
    const element = grid.current
    const listen = (event: Event) => void onPaste(event as CustomEvent<Pasted>)
    element?.addEventListener('beforepasteapply', listen)
    return () => element?.removeEventListener('beforepasteapply', listen)
  }, [])

  /** The library leaves header rows without a role. */
  function completeRoles() {
    for (const row of grid.current?.querySelectorAll('.header-rgRow') ?? []) row.setAttribute('role', 'row')
  }

  async function selectedCells(): Promise<SheetCell[]> {
    const range = await grid.current?.getSelectedRange()
    if (!range || range.colType !== 'rgCol') return []
    return keys
      .slice(range.x, range.x1 + 1)
      .flatMap((key) => rows.slice(range.y, range.y1 + 1).map((_, at) => ({ row: range.y + at, key })))
  }
  useImperativeHandle(handle, () => ({ selectedCells }))

  async function fillDown() {
    const cells = await selectedCells()
    const top = cells[0]?.row ?? 0
    const edits = cells
      .filter(({ row }) => row > top)
      .map((cell) => ({ ...cell, text: rows[top]?.[cell.key] ?? '' }))
    act.onEdit(edits.filter(({ row, key }) => stateOf(row, key) !== 'locked'))
  }

  function onKey(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || isReadOnly) return
    const key = event.key.toLowerCase()
    const run = { d: () => void fillDown(), z: event.shiftKey ? act.onRedo : act.onUndo, y: act.onRedo }[key]
    if (!run) return
    event.preventDefault()
    run()
  }

  return (
    <div className={styles['sheet']} ref={frame}>
      <RevoGrid
        ref={grid}
        onKeyDown={onKey}
        aria-label={label}
        columns={shown}
        source={rows}
        rowSize={32}
        range
        rowHeaders={rowHeads}
        canFocus
        useClipboard={clipboard}
        hideAttribution
        filter={false}
        onAftergridrender={completeRoles}
        theme="compact"
        onBeforeedit={(event) => {
          event.preventDefault()
          const { rowIndex, prop, val } = event.detail
          act.onEdit([{ row: rowIndex, key: String(prop), text: textOf(val) }])
        }}
        onBeforerangeedit={(event) => {
          event.preventDefault()
          const edits = Object.entries(event.detail.data).flatMap(([row, cells]) =>
            Object.entries(cells as object).map(([key, value]) => ({
              row: Number(row),
              key,
              text: textOf(value),
            })),
          )
          act.onEdit(edits.filter((edit) => isEditable(edit)))
        }}
        {...listeners}
        onAfterfocus={(event) => {
          const { rowIndex, column } = event.detail
          act.onFocus({ row: rowIndex, key: String(column?.prop ?? '') })
        }}
      />
    </div>
  )

  function isEditable({ row, key }: SheetCell): boolean {
    const column = columns.find((one) => one.key === key)
    return column !== undefined && !column.isPinned && stateOf(row, key) !== 'locked'
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
