import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { addressOfProblem, focusField, withoutRepeats } from './field-path.ts'
import { useFrame } from './use-draft.ts'
import { type StepProblem, useProblems } from './use-problems.ts'

/** Answers how to go to the field of a problem, on this step or another. */
export function useGoToProblem(): (problem: StepProblem) => void {
  const { draft, id, mode } = useFrame()
  const navigate = useNavigate()
  return (problem) => {
    const { to, search } = addressOfProblem(id, mode, problem)
    draft.leaveAll([problem.path])
    // The same address again would lead nowhere.
    void navigate({ to, search }).then(() => focusField(problem.path, String(problem.shop_id ?? '')))
  }
}

/** F8 leads to the next error, through all steps. */
export function useNextError(): void {
  const problems = withoutRepeats(useProblems())
  const go = useGoToProblem()
  const at = useRef(-1)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F8' || problems.length === 0) return
    event.preventDefault()
    const by = event.shiftKey ? -1 : 1
    const focused = document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field']
    const known = problems.findIndex(({ path }) => path === focused)
    at.current = ((known === -1 ? at.current : known) + by + problems.length) % problems.length
    const next = problems[at.current]
    if (next) go(next)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
