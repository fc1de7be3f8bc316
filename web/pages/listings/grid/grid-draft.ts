/**
 * Edits of the grid that are not sent yet, as texts: what was typed stays, right or wrong. An edit, a paste or a fill is one step
 * of undo. The draft is plain data, so that the browser can keep it.
 */

export const gridFields = ['price', 'special', 'from', 'to', 'threshold', 'status'] as const
export type GridField = (typeof gridFields)[number]

/** By the id of the variant. */
export type Edits = Record<number, Partial<Record<GridField, string>>>

type CellChange = {
  id: number
  field: GridField
  /** Undefined: not edited. */
  before: string | undefined
  after: string | undefined
}

export type GridDraft = { edits: Edits; past: CellChange[][]; future: CellChange[][] }

export const emptyDraft: GridDraft = { edits: {}, past: [], future: [] }

const mostSteps = 100

/**
 * Takes the new texts of cells as one step. A text that is the stored one is no edit.
 *
 * @param storedText text of the cell as the console has it
 */
export function edit(
  draft: GridDraft,
  texts: { id: number; field: GridField; text: string }[],
  storedText: (id: number, field: GridField) => string,
): GridDraft {
  const step = texts.flatMap(({ id, field, text }): CellChange[] => {
    const before = draft.edits[id]?.[field]
    const after = text === storedText(id, field) ? undefined : text
    return before === after ? [] : [{ id, field, before, after }]
  })
  if (step.length === 0) return draft
  return {
    edits: applied(draft.edits, step, 'after'),
    past: [...draft.past, step].slice(-mostSteps),
    future: [],
  }
}

export function undo({ edits, past, future }: GridDraft): GridDraft {
  const step = past.at(-1)
  if (!step) return { edits, past, future }
  return { edits: applied(edits, step, 'before'), past: past.slice(0, -1), future: [step, ...future] }
}

export function redo({ edits, past, future }: GridDraft): GridDraft {
  const [step, ...rest] = future
  if (!step) return { edits, past, future }
  return { edits: applied(edits, step, 'after'), past: [...past, step], future: rest }
}

/** Forgets edits that the channel has taken. They cannot be undone here any more. */
export function settle(draft: GridDraft, cells: { id: number; field: GridField }[]): GridDraft {
  const step = cells.map((cell) => ({ ...cell, before: undefined, after: undefined }))
  return { edits: applied(draft.edits, step, 'after'), past: [], future: [] }
}

function applied(edits: Edits, step: CellChange[], side: 'before' | 'after'): Edits {
  const next = { ...edits }
  for (const change of step) {
    const { [change.field]: _, ...others } = next[change.id] ?? {}
    const text = change[side]
    const row = text === undefined ? others : { ...others, [change.field]: text }
    if (Object.keys(row).length > 0) next[change.id] = row
    else delete next[change.id]
  }
  return next
}
