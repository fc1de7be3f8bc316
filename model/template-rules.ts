/** Rules of product templates. */
import type { ProductTemplate, ShopTemplate, TemplateProblem } from './product-template.ts'

export type RuleSettings = { timezone: string; now: Date }

export function templateProblems(template: ProductTemplate, _settings: RuleSettings): TemplateProblem[] {
  return template.name === ''
    ? [
        {
          path: 'name',
          rule: 'required',
          key: 'error.name.required',
          values: {},
          platformId: null,
          shopId: null,
        },
      ]
    : []
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
