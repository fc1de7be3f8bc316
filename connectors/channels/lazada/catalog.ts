/** Requirements of Lazada for new listings. Source: "Product API" in Lazada's API reference. */
import type { Session } from '../../session.ts'
import type { Catalog } from '../../catalog.ts'
import { readAgain } from '../../read-again.ts'
import type { Category, CategoryAttribute } from '../../../model/category.ts'
import type { Language } from '../../../model/language.ts'
import { call } from './auth.ts'
import { attributesSchema, brandsSchema, categoriesSchema } from './selling-wire.ts'
import type { LazadaAttribute, LazadaCategory } from './selling-wire.ts'

const brandPageSize = 200
/** Bytes, of which a letter takes one to four. */
const longestName = 255
const mostImages = 8
const mostVariations = 4

export const catalog: Catalog = {
  async categories(session, language) {
    const query = { language_code: languageCode(session, language) }
    const { data } = await readAgain(() =>
      call(callerOf(session), '/category/tree/get', query, categoriesSchema),
    )
    return data.flatMap((root) => flatten(root, null))
  },

  async attributes(session, channelCategoryId, language) {
    const rows = await readAttributes(session, channelCategoryId, language)
    // Attributes with a field of their own in a draft are left out.
    return rows.filter(({ name }) => !ownPlace.test(name)).map(toAttribute)
  },

  async brands(session, { keyword, cursor }) {
    const start = Number(cursor ?? 0)
    const query = { startRow: String(start), pageSize: String(brandPageSize) }
    const { data } = await readAgain(() =>
      call(callerOf(session), '/category/brands/query', query, brandsSchema),
    )
    const rows = data.module ?? []
    const wanted = keyword?.trim().toLowerCase() ?? ''
    const brands = rows.flatMap(({ brand_id: id, name, name_en: english }) => {
      const shown = name || english || ''
      return shown === '' ? [] : [{ channelBrandId: String(id), name: shown }]
    })
    const end = start + rows.length
    const isLast = rows.length === 0 || end >= Number(data.total_record ?? 0)
    return {
      brands: brands.filter(({ name }) => name.toLowerCase().includes(wanted)),
      nextCursor: isLast ? null : String(end),
    }
  },

  async rules(session, channelCategoryId) {
    const rows = await readAttributes(session, channelCategoryId, 'en')
    const isMandatory = (name: string) => rows.some((row) => row.name === name && isYes(row.is_mandatory))
    return {
      name: { min: 1, max: longestName },
      description: null,
      images: { min: 1, max: mostImages },
      price: null,
      mostSkus: null,
      mostVariantAttributes: mostVariations,
      variantValueLength: null,
      isBrandRequired: isMandatory('brand'),
      isPackageSizeRequired: isMandatory('package_length'),
      // Lazada decides about it, and not listing by listing.
      isCashOnDeliveryPossible: false,
    }
  },

  deliveryOptions: () => Promise.resolve([]),
}

const callerOf = (session: Session) => ({ ...session, now: session.now() })

/** A language that a country does not have brings empty names, so only its own is asked for, and English. */
function languageCode({ credentials }: Session, language: Language): string {
  const country = credentials.more?.country
  if (language === 'vn' && country === 'vn') return 'vi_VN'
  return language === 'my' && country === 'my' ? 'ms_MY' : 'en_US'
}

function flatten(row: LazadaCategory, parentId: string | null): Category[] {
  const channelCategoryId = String(row.category_id)
  const children = row.children ?? []
  return [
    {
      channelCategoryId,
      parentId,
      name: row.name || channelCategoryId,
      isLeaf: row.leaf ?? children.length === 0,
      // Lazada reports a category that is closed to the shop only when the shop lists there.
      isDisabled: false,
    },
    ...children.flatMap((child) => flatten(child, channelCategoryId)),
  ]
}

async function readAttributes(
  session: Session,
  categoryId: string,
  language: Language,
): Promise<LazadaAttribute[]> {
  const query = { primary_category_id: categoryId, language_code: languageCode(session, language) }
  const { data } = await readAgain(() =>
    call(callerOf(session), '/category/attributes/get', query, attributesSchema),
  )
  return data
}

const ownPlace =
  /^(name|(short_)?description|brand|SellerSku|price|quantity|special_(price|(from|to)_(date|time))|package_(weight|length|width|height)|(__)?images(__)?|color_thumbnail)$/i

function isYes(value: LazadaAttribute['is_mandatory']): boolean {
  return value === true || Number(value) === 1
}

const inputs: Record<string, CategoryAttribute['input']> = {
  numeric: 'number',
  singleselect: 'select',
  enuminput: 'select',
  multiselect: 'multi',
  multienuminput: 'multi',
  date: 'date',
}

function toAttribute(row: LazadaAttribute): CategoryAttribute {
  const word = (row.input_type ?? '').toLowerCase()
  const input = inputs[word] ?? 'text'
  return {
    channelAttributeId: row.name,
    name: row.label || row.name,
    isRequired: isYes(row.is_mandatory),
    isVariant: isYes(row.is_sale_prop),
    input,
    isFreeText: word.endsWith('input') || !['select', 'multi'].includes(input),
    // A payload names options in English, whatever language they are shown in.
    options: (row.options ?? []).flatMap(({ name, en_name: english }) => {
      const id = english || name
      return id ? [{ id, name: name || id }] : []
    }),
    units: row.unit?.type ?? [],
    mostValues: input === 'multi' ? Math.max(1, row.options?.length ?? 1) : 1,
  }
}
