import { useQuery } from '@tanstack/react-query'
import type { TemplateProblem } from '../../../../model/product-template.ts'
import { templateProblemsQuery } from '../../../parts/queries/template-queries.ts'
import { useDraft, useFrame, useTemplateProblems } from './use-draft.ts'
import { useFieldName, useProblemText, useServerText } from './use-problem-text.ts'

export type StepProblem = {
  path: string
  /** Name of the field. */
  field: string
  message: string
  platform_id: number | null
  shop_id: number | null
}

/** Broken rules in the order of the steps: the template's own as it stands on screen, and those of its shops as it was last saved. */
export function useProblems(): StepProblem[] {
  const { id } = useFrame()
  const own = useTemplateProblems()
  const problemText = useProblemText()
  const serverText = useServerText()
  const fieldName = useFieldName()
  const content = useDraft((state) => state.calm.content)
  const version = useDraft((state) => state.version)
  const { data } = useQuery(templateProblemsQuery(id, version))
  const told = (problem: TemplateProblem): StepProblem => ({
    path: problem.path,
    field: fieldName(problem.path, content),
    message: problemText(problem),
    platform_id: problem.platformId,
    shop_id: problem.shopId,
  })
  const ofShops = (data?.errors ?? []).filter(({ shop_id: shop }) => shop !== null)
  return [
    ...own.map(told),
    ...ofShops.map(({ path, rule, message, platform_id, shop_id }) => ({
      path,
      field: fieldName(path, content),
      message: serverText({ path, rule, message }),
      platform_id,
      shop_id,
    })),
  ]
}
