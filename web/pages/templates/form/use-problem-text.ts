import { useTranslation } from 'react-i18next'
import type { ProductTemplate, TemplateProblem } from '../../../../model/product-template.ts'
import { messageOfRule } from '../../../../model/template-rules.ts'
import { decimal } from '../../../parts/figures.ts'

type Told = Pick<TemplateProblem, 'path' | 'rule' | 'values'>

/** Answers the message of a broken rule. */
export function useProblemText(): (problem: Told) => string {
  const { t } = useTranslation()
  return ({ rule, values }) => {
    const figures = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? decimal(value) : value,
    ])
    return t(
      `templates.rule.${messageOfRule(rule, values) as 'min'}`,
      Object.fromEntries(figures) as { min: string },
    )
  }
}

/** Answers how a field is called: "Rose · 3 tiers: Special price". */
export function useFieldName(): (path: string, content: ProductTemplate) => string {
  const { t } = useTranslation()
  return (path, content) => {
    const parts = path.split('.')
    const field = parts.findLast((part) => !/^\d+$/.test(part)) ?? path
    const name = t(`templates.field.${field as 'name'}`)
    if (parts[0] !== 'skus' || parts[1] === undefined) return name
    const variant = content.skus[Number(parts[1])]?.variants.join(' · ')
    return variant ? `${variant}: ${name}` : name
  }
}
