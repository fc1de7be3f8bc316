import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProductTemplate, TemplateProblem } from '../../../../model/product-template.ts'
import { messageOfRule, unitOfLimit } from '../../../../model/template-rules.ts'
import { decimal } from '../../../parts/figures.ts'
import { type Attribute, attributesQuery, categoriesKey } from '../../../parts/queries/category-queries.ts'
import { nameKeyOf } from '../name-of-field.ts'
import { useDraft } from './use-draft.ts'

type Told = Pick<TemplateProblem, 'path' | 'rule' | 'values'>

/** Answers the message of a broken rule. */
export function useProblemText(): (problem: Told) => string {
  const { t } = useTranslation()
  return (problem) => {
    const { rule, values } = problem
    const unit = unitOfLimit(problem)
    const figures = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? [decimal(value), unit].filter(Boolean).join(' ') : value,
    ])
    return t(
      `templates.rule.${messageOfRule(rule, values) as 'min'}`,
      Object.fromEntries(figures) as { min: string },
    )
  }
}

/** Answers the server's message about a field; that of a category speaks of a choice and not of a number. */
export function useServerText(): (problem: { path: string; rule: string; message: string }) => string {
  const { t } = useTranslation()
  return ({ path, message }) => (path === 'platform_category_id' ? t('templates.chooseCategory') : message)
}

/** Reads the names of the attributes at these places, for `useFieldName`: nobody may have opened their steps. */
export function useAttributeNames(places: { path: string; shop_id: number | null }[]): void {
  const shops = useDraft((state) => state.shops)
  const named = new Set(
    places.filter(({ path }) => path.startsWith('required_attributes.')).map(({ shop_id: id }) => id),
  )
  useQueries({
    queries: shops
      .filter(({ shop_id: id, platform_category_id: category }) => named.has(id) && category !== '')
      .map(({ shop_id: id, platform_category_id: category }) => attributesQuery(id, category)),
  })
}

/** Answers how a field is called: "Rose · 3 tiers: Special price". */
export function useFieldName(): (path: string, content: ProductTemplate) => string {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return (path, content) => {
    const parts = path.split('.')
    const [field0, attributeId] = parts
    if (field0 === 'required_attributes' && attributeId !== undefined) {
      const known = queries.getQueriesData<Attribute[]>({
        queryKey: categoriesKey,
        predicate: ({ queryKey }) => queryKey[2] === 'attributes',
      })
      const found = known.flatMap(([, list]) => list ?? []).find((one) => one.attribute_id === attributeId)
      if (found) return found.label
      return /^\d+$/.test(attributeId) ? t('templates.field.required_attributes') : attributeId
    }
    const name = t(nameKeyOf(path))
    if (parts[0] !== 'skus' || parts[1] === undefined) return name
    const variant = content.skus[Number(parts[1])]?.variants.join(' · ')
    return variant ? `${variant}: ${name}` : name
  }
}
