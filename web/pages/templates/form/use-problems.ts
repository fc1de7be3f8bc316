import { useQuery } from '@tanstack/react-query'
import type { TemplateProblem } from '../../../../model/product-template.ts'
import { templateProblemsQuery } from '../../../parts/queries/template-queries.ts'
import { useDraft, useFrame, useTemplateProblems } from './use-draft.ts'
import { useAttributeNames, useFieldName, useProblemText, useServerText } from './use-problem-text.ts'

export type StepProblem = {
  path: string
  /** Name of the field. */
  field: string
  message: string
  platform_id: number | null
  shop_id: number | null
}

/** Rules of photos at addresses elsewhere, which the server alone reads. */
const photoRules: readonly string[] = ['picture_gone', 'picture_sides']

/**
 * Broken rules in the order of the steps: the template's own as it stands on screen, and those of its shops and of photos elsewhere as
 * it was last saved.
 */
export function useProblems(): StepProblem[] {
  const { id } = useFrame()
  const own = useTemplateProblems()
  const problemText = useProblemText()
  const serverText = useServerText()
  const fieldName = useFieldName()
  const content = useDraft((state) => state.calm.content)
  const version = useDraft((state) => state.version)
  const { data } = useQuery(templateProblemsQuery(id, version))
  useAttributeNames(data?.errors ?? [])
  const told = (problem: TemplateProblem): StepProblem => ({
    path: problem.path,
    field: fieldName(problem.path, content),
    message: problemText(problem),
    platform_id: problem.platformId,
    shop_id: problem.shopId,
  })
  const ofServer = (data?.errors ?? []).filter(
    ({ shop_id: shop, rule }) => shop !== null || photoRules.includes(rule),
  )
  return [
    ...own.map(told),
    ...ofServer.map(({ path, rule, message, platform_id, shop_id }) => ({
      path,
      field: fieldName(path, content),
      message: serverText({ path, rule, message }),
      platform_id,
      shop_id,
    })),
  ]
}

/** Photos of a field that are gone from their address or have the wrong size, as it was last saved. */
export function usePhotoErrors(field: string): string[] {
  const { id } = useFrame()
  const version = useDraft((state) => state.version)
  const { data } = useQuery(templateProblemsQuery(id, version))
  return (data?.errors ?? [])
    .filter(({ path, rule }) => path === field && photoRules.includes(rule))
    .map(({ message }) => message)
}
