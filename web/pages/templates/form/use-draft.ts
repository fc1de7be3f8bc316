import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { useClock } from '../../../parts/when.tsx'
import type { ForbiddenWord } from '../../../../model/forbidden-words.ts'
import type { TemplateProblem } from '../../../../model/product-template.ts'
import { ruleSettingsOf, templateProblems } from '../../../../model/template-rules.ts'
import { isSame } from './draft-changes.ts'
import type { DraftState, TemplateDraft } from './template-draft.ts'

export type TemplateMode = 'create' | 'edit'

type Frame = {
  draft: TemplateDraft
  id: number
  mode: TemplateMode
  currency: string
  forbiddenWords: readonly ForbiddenWord[]
  isReadOnly: boolean
}

export const FrameContext = createContext<Frame | null>(null)

export function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('A step of a template stands in its frame')
  return frame
}

/** A part of the draft. The reader must answer the same object while nothing in it changed. */
export function useDraft<T>(read: (state: DraftState) => T): T {
  const { draft } = useFrame()
  return useSyncExternalStore(draft.subscribe, () => read(draft.get()))
}

/** Broken rules of the template itself, a moment after the last change. */
export function useTemplateProblems(): TemplateProblem[] {
  const settings = useSettings()
  const content = useDraft((state) => state.calm.content)
  return useMemo(() => check(content, settings).problems, [content, settings])
}

/** The rule that a field breaks, once the field was left. */
export function useFieldProblem(path: string): TemplateProblem | undefined {
  const { draft } = useFrame()
  const settings = useSettings()
  return useSyncExternalStore(draft.subscribe, () => {
    const { left, content } = draft.get()
    if (!left.has(path)) return undefined
    return check(content, settings).byPath.get(path)
  })
}

type Settings = { timeZone: string; currency: string; forbiddenWords: readonly ForbiddenWord[] }

function useSettings(): Settings {
  const { timeZone } = useClock()
  const { currency, forbiddenWords } = useFrame()
  return useMemo(() => ({ timeZone, currency, forbiddenWords }), [timeZone, currency, forbiddenWords])
}

type Checked = {
  content: unknown
  words: readonly ForbiddenWord[]
  problems: TemplateProblem[]
  byPath: Map<string, TemplateProblem>
}
let known: Checked | undefined

/** All fields ask about the same content, so it is checked once. */
function check(
  content: DraftState['content'],
  { timeZone, currency, forbiddenWords: words }: Settings,
): Checked {
  if (known?.content === content && known.words === words) return known
  const byPath = new Map<string, TemplateProblem>()
  const problems = templateProblems(content, ruleSettingsOf(timeZone, currency, new Date(), words))
  for (const problem of problems) {
    const before = known?.byPath.get(problem.path)
    // The same object as before, so that no field is drawn anew for it.
    if (!byPath.has(problem.path))
      byPath.set(problem.path, before && isSame(before, problem) ? before : problem)
  }
  known = { content, words, problems, byPath }
  return known
}
