/** State of the grid beside its rows: the draft, what became of the cells that were sent, and values that channels have taken. */
import {
  edit,
  emptyDraft,
  type GridDraft,
  type GridField,
  redo,
  restore,
  settle,
  undo,
} from './grid-draft.ts'
import type { GridRow } from './grid-rows.ts'

export type GridCell = { id: number; field: GridField }
/** With the text that was sent. */
export type SentCell = GridCell & { text: string }
export type CellResult = { state: 'sending' | 'sent' | 'refused'; message: string | null }
/** Values of a row as they were sent. */
export type SentValues = Partial<Pick<GridRow, 'price' | 'special_price' | 'threshold' | 'is_active'>>
/** `over`: what the store had instead. */
export type SentRow = { values: SentValues; over: SentValues }

export type GridState = {
  draft: GridDraft
  /** By `cellKey`. */
  results: ReadonlyMap<string, CellResult>
  /** By the id of the variant. */
  taken: ReadonlyMap<number, SentRow>
}

export type GridAction =
  | {
      type: 'edit'
      texts: (GridCell & { text: string })[]
      storedText: (id: number, field: GridField) => string
    }
  | { type: 'undo' | 'redo' | 'discard' }
  | { type: 'restore'; draft: GridDraft }
  | { type: 'sending'; cells: GridCell[] }
  /** The call failed as a whole: nobody knows of an end. */
  | { type: 'unsent' }
  | { type: 'answer'; cells: SentCell[]; message: string | null; sent: ReadonlyMap<number, SentRow> }

export const cellKey = ({ id, field }: GridCell) => `${id} ${field}`

export function startState(draft: GridDraft): GridState {
  return { draft, results: new Map(), taken: new Map() }
}

export function reduceGrid(state: GridState, action: GridAction): GridState {
  const { draft } = state
  switch (action.type) {
    case 'edit':
      return {
        ...state,
        draft: edit(draft, action.texts, action.storedText),
        results: without(state.results, action.texts),
      }
    case 'undo':
      return { ...state, draft: undo(draft), results: new Map() }
    case 'redo':
      return { ...state, draft: redo(draft), results: new Map() }
    case 'discard':
      return { ...state, draft: emptyDraft, results: new Map() }
    case 'restore':
      return { ...state, draft: restore(draft, action.draft) }
    case 'sending':
      return { ...state, results: noted(state.results, action.cells, { state: 'sending', message: null }) }
    case 'unsent':
      return { ...state, results: new Map([...state.results].filter(([, one]) => one.state !== 'sending')) }
    case 'answer':
      return answered(state, action)
  }
}

function answered(
  state: GridState,
  { cells, message, sent }: Extract<GridAction, { type: 'answer' }>,
): GridState {
  // The answer is about what was sent, and not about what was typed since.
  const meant = cells.filter(({ id, field, text }) => state.draft.edits[id]?.[field] === text)
  if (message !== null)
    return { ...state, results: noted(state.results, meant, { state: 'refused', message }) }
  const taken = new Map(state.taken)
  for (const { id, field } of cells) {
    const row = sent.get(id)
    if (!row) continue
    const before = taken.get(id)
    taken.set(id, {
      values: { ...before?.values, ...valueOf(row.values, field) },
      over: { ...before?.over, ...valueOf(row.over, field) },
    })
  }
  return {
    draft: settle(state.draft, cells),
    results: noted(state.results, meant, { state: 'sent', message: null }),
    taken,
  }
}

function valueOf(of: SentValues, field: GridField): SentValues {
  const name = ({ price: 'price', threshold: 'threshold', status: 'is_active' } as const)[field as 'price']
  const key = name ?? 'special_price'
  return of[key] === undefined ? {} : { [key]: of[key] }
}

/** A row with the values that its channel has taken, until the store has others than those that they were sent over. */
export function withTaken(row: GridRow, taken: SentRow | undefined): GridRow {
  if (!taken) return row
  const { values, over } = taken
  const names = Object.keys(values) as (keyof SentValues)[]
  const standing = names.filter((name) => JSON.stringify(row[name]) === JSON.stringify(over[name]))
  return standing.length === 0
    ? row
    : { ...row, ...Object.fromEntries(standing.map((name) => [name, values[name]])) }
}

function noted(results: GridState['results'], cells: GridCell[], result: CellResult): GridState['results'] {
  return new Map([...results, ...cells.map((cell) => [cellKey(cell), result] as const)])
}

function without(results: GridState['results'], cells: GridCell[]): GridState['results'] {
  if (results.size === 0) return results
  const keys = new Set(cells.map(cellKey))
  return new Map([...results].filter(([key]) => !keys.has(key)))
}
