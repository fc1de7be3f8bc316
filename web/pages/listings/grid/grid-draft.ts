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
  overBefore: string | undefined
  overAfter: string | undefined
}

export type GridDraft = {
  edits: Edits
  /** Texts of the store that the edits were made over. */
  over: Edits
  past: CellChange[][]
  future: CellChange[][]
}

export const emptyDraft: GridDraft = { edits: {}, over: {}, past: [], future: [] }

const mostSteps = 100

/**
 * Takes the new texts of cells as one step. A text that is the stored one is no edit; one that was there already is made over what is
 * stored now.
 *
 * @param storedText text of the cell as the console has it
 */
export function edit(
  draft: GridDraft,
  texts: { id: number; field: GridField; text: string }[],
  storedText: (id: number, field: GridField) => string,
): GridDraft {
  const step = texts.flatMap(({ id, field, text }): CellChange[] => {
    const stored = storedText(id, field)
    const [before, overBefore] = [draft.edits[id]?.[field], draft.over[id]?.[field]]
    const after = text === stored ? undefined : text
    const overAfter = after === undefined ? undefined : stored
    return before === after && overBefore === overAfter
      ? []
      : [{ id, field, before, after, overBefore, overAfter }]
  })
  if (step.length === 0) return draft
  return {
    ...both(draft, step, 'After'),
    past: [...draft.past, step].slice(-mostSteps),
    future: [],
  }
}

export function undo(draft: GridDraft): GridDraft {
  const { past, future } = draft
  const step = past.at(-1)
  if (!step) return draft
  return { ...both(draft, step, 'Before'), past: past.slice(0, -1), future: [step, ...future] }
}

export function redo(draft: GridDraft): GridDraft {
  const { past, future } = draft
  const [step, ...rest] = future
  if (!step) return draft
  return { ...both(draft, step, 'After'), past: [...past, step], future: rest }
}

/**
 * Forgets edits that the channel has taken. They cannot be undone here any more. What was typed since is an edit over the text that
 * was sent.
 */
export function settle(
  draft: GridDraft,
  cells: readonly { id: number; field: GridField; text: string }[],
): GridDraft {
  const step = cells.map(({ id, field, text }): CellChange => {
    const now = draft.edits[id]?.[field]
    const [after, overAfter] = now === undefined || now === text ? [undefined, undefined] : [now, text]
    return { id, field, before: undefined, after, overBefore: undefined, overAfter }
  })
  return { ...both(draft, step, 'After'), past: [], future: [] }
}

/** Brings back what was discarded, beside what was edited since. */
export function restore(now: GridDraft, discarded: GridDraft): GridDraft {
  return {
    edits: joined(discarded.edits, now.edits),
    over: joined(discarded.over, now.over),
    past: [...discarded.past, ...now.past].slice(-mostSteps),
    future: [],
  }
}

function joined(before: Edits, since: Edits): Edits {
  const rows = Object.entries(since).map(([id, row]) => [id, { ...before[Number(id)], ...row }])
  return { ...before, ...(Object.fromEntries(rows) as Edits) }
}

function both(
  { edits, over }: GridDraft,
  step: CellChange[],
  side: 'Before' | 'After',
): Pick<GridDraft, 'edits' | 'over'> {
  return {
    edits: applied(edits, step, side === 'After' ? 'after' : 'before'),
    over: applied(over, step, `over${side}`),
  }
}

function applied(
  edits: Edits,
  step: CellChange[],
  side: 'before' | 'after' | 'overBefore' | 'overAfter',
): Edits {
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
