/** Rules of product templates. */
import type { ProductTemplate, ShopTemplate, TemplateProblem } from './product-template.ts'

export type RuleSettings = { timezone: string; now: Date }

export function templateProblems(template: ProductTemplate, _settings: RuleSettings): TemplateProblem[] {
  const problem = (path: string, rule: string): TemplateProblem => ({
    path,
    rule,
    key: `error.${path}.${rule}`,
    values: {},
    platformId: null,
    shopId: null,
  })
  return [
    ...(template.name === '' ? [problem('name', 'required')] : []),
    ...(template.long_description_content.length < 100 ? [problem('long_description_content', 'min')] : []),
  ]
}

export function shopTemplateProblems(
  _template: ProductTemplate,
  _shop: ShopTemplate,
  _platformId: number,
  _settings: RuleSettings,
  _category: null,
  _at: number,
): TemplateProblem[] {
  return []
}
