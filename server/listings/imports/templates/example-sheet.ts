/** The Excel file that people fill in: headings that an import knows again, and a product with two variants. */
import { writeXlsx } from 'hucre/xlsx'
import type { Language } from '../../../../model/language.ts'
import { currencies, type Currency } from '../../../../model/money.ts'
import type { TemplateField } from '../../../../model/template-import.ts'
import { translate } from '../../../i18n/translate.ts'
import { fieldLabels } from '../match-columns.ts'

/** The columns that an example needs, in the order in which people write a product. */
const shown: TemplateField[] = [
  'product_key',
  'template_name',
  'long_description',
  'photos',
  'own_category',
  'shops',
  'variant_1_name',
  'variant_1',
  'variant_2_name',
  'variant_2',
  'seller_code',
  'price',
  'special_price',
  'special_from',
  'special_to',
  'cost_price',
  'quantity',
  'variant_photo',
  'weight',
  'length',
  'width',
  'height',
]

export async function exampleSheet(language: Language, currency: Currency): Promise<Uint8Array<ArrayBuffer>> {
  const labels = new Map(fieldLabels('templates', [], language).map(({ field, label }) => [field, label]))
  const say = (name: string) => translate(language, `import_example.${name}`)
  const price =
    currencies[currency].decimals > 0 ? 39.9 : currency === 'VND' || currency === 'IDR' ? 99_000 : 990
  const product: Partial<Record<TemplateField, string | number>> = {
    product_key: 'TEAPOT',
    template_name: say('name'),
    long_description: say('description'),
    photos: 'https://example.com/teapot-1.jpg https://example.com/teapot-2.jpg',
    variant_1_name: say('axis'),
    weight: 0.8,
    length: 20,
    width: 15,
    height: 15,
  }
  const variant = (code: string, option: string) => ({
    product_key: 'TEAPOT',
    variant_1: say(option),
    seller_code: `TEAPOT-${code}`,
    price,
    quantity: 20,
  })
  const rows: Partial<Record<TemplateField, string | number>>[] = [
    { ...product, ...variant('R', 'red') },
    variant('B', 'blue'),
  ]
  const sheet = [
    shown.map((field) => labels.get(field) ?? field),
    ...rows.map((row) => shown.map((field) => row[field] ?? null)),
  ]
  const name = translate(language, 'import_example.sheet')
  return new Uint8Array(await writeXlsx({ sheets: [{ name, rows: sheet }] }))
}
