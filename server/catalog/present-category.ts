import type { Reply } from '../../contract/endpoints.ts'
import type { CategoryAttribute } from '../../model/category.ts'
import type { Catalog } from '../../connectors/catalog.ts'
import type { Language } from '../../model/language.ts'
import { translate } from '../i18n/translate.ts'
import type { Age } from './cached-catalog.ts'
import type { OwnCategory } from './category-mapping-store.ts'
import type { StoredCategory } from './category-tree-store.ts'
import type { Named } from './tree-rows.ts'

type CategoryRow = Reply<'GET /categories'>['data'][number]
type Attribute = Reply<'GET /categories/{id}/attributes'>['data'][number]
type Option = Attribute['options']['data'][number]

const optionsShown = 50

/** In the language, or in English, or as the channel has it. */
export function wordIn<T>(named: Named<T>, language: Language): T | undefined {
  return named[language] ?? named.en ?? Object.values(named)[0]
}

export const pathIn = (paths: Named<string[]>, language: Language) =>
  (wordIn(paths, language) ?? []).join(' > ')

export function presentCategory(row: StoredCategory | OwnCategory, language: Language): CategoryRow {
  const { id, names, paths } = row
  const own = 'channelCategoryId' in row ? row : undefined
  return {
    id,
    platform_category_id: own?.channelCategoryId ?? null,
    parent_id: own?.parentId ?? null,
    name: wordIn(names, language) ?? '',
    cate_name_en: names.en ?? '',
    cate_name_my: names.my ?? names.en ?? '',
    cate_name_vn: names.vn ?? null,
    path: pathIn(paths, language),
    level: own?.level ?? 1,
    is_leaf: own?.isLeaf ?? true,
    has_children: own ? !own.isLeaf : false,
    is_disabled: own?.isDisabled ?? false,
  }
}

export function presentAge({ fetchedAt, failure }: Age, language: Language) {
  return {
    fetched_at: fetchedAt?.toISOString() ?? null,
    failure: failure === null ? null : translate(language, failure),
  }
}

/** The ids of values in the form in which the channel's payloads have them. */
export function presentOption(
  { valueIds }: Catalog,
  { id, name }: CategoryAttribute['options'][number],
): Option {
  if (valueIds === 'none') return { value_id: null, name: id ?? name, label: name }
  const isNumber = valueIds === 'number' && id !== null && /^\d{1,15}$/.test(id)
  return { value_id: isNumber ? Number(id) : id, name, label: name }
}

export function presentAttribute(catalog: Catalog, attribute: CategoryAttribute): Attribute {
  const { channelAttributeId, name, isRequired, isVariant, isFreeText, input, options } = attribute
  return {
    attribute_id: channelAttributeId,
    name,
    label: name,
    is_required: isRequired,
    is_sale_prop: isVariant,
    is_custom_allowed: isFreeText,
    input_type: input,
    unit: attribute.units,
    max_values: attribute.mostValues,
    max_length: null,
    options: { data: options.slice(0, optionsShown).map((one) => presentOption(catalog, one)) },
    has_more_options: options.length > optionsShown,
  }
}
