/** Finds out by its heading where a column goes: headings of our exports in four languages, and some that sellers use. */
import type { ImportKind } from '../../../model/import.ts'
import { languages, type Language } from '../../../model/language.ts'
import { templateFields } from '../../../model/template-import.ts'
import { translate } from '../../i18n/translate.ts'

export type ImportColumn = { field: string | null; isGuess: boolean }

/** Columns of the file that hold dates. */
export const momentColumns = (columns: ImportColumn[]): number[] =>
  columns.flatMap(({ field }, at) => (field === 'special_from' || field === 'special_to' ? [at] : []))

type Place = { id: number; name: string; isDefault: boolean }

/** Headings of exports, by the field that takes them back. */
const exported: Record<string, string> = {
  seller_code: 'products.seller_code',
  shop: 'products.shop',
  channel_id: 'products.channel_id',
  channel_variant_id: 'products.channel_variant_id',
  sku_code: 'products.sku_code',
  price: 'products.price',
  special_price: 'products.special_price',
  special_from: 'products.special_from',
  special_to: 'products.special_to',
  sku_name: 'skus.name',
  barcode: 'skus.barcode',
  bin: 'skus.bin',
  threshold: 'skus.threshold',
  cost: 'skus.cost',
  cost_currency: 'skus.cost_currency',
}

/** Fields of templates that are named as in the exports of products. */
const templateLabels: Record<string, string> = {
  ...Object.fromEntries(templateFields.map((field) => [field, `import_field.${field}`])),
  seller_code: 'export.products.seller_code',
  price: 'export.products.price',
  special_price: 'export.products.special_price',
  special_from: 'export.products.special_from',
  special_to: 'export.products.special_to',
  template_sku_name: 'export.skus.name',
  template_threshold: 'export.skus.threshold',
}

const guessedOfTemplates: Record<string, string[]> = {
  product_key: [
    'parent sku',
    'product code',
    'product id',
    'group',
    'kod produk',
    'mã sản phẩm',
    '親sku',
    '商品番号',
  ],
  template_name: ['name', 'title', 'product', 'nama', 'nama produk', 'tên', 'tên sản phẩm', '商品名', '名称'],
  long_description: [
    'description',
    'product description',
    'penerangan',
    'mô tả',
    'mô tả sản phẩm',
    '説明',
    '商品説明',
  ],
  photos: ['images', 'image', 'photo', 'pictures', 'gambar', 'hình ảnh', 'ảnh', '画像', '写真'],
  own_category: ['category', 'kategori', 'danh mục', 'ngành hàng', 'カテゴリー', 'カテゴリ'],
  shops: ['shop', 'kedai', 'gian hàng', 'ショップ'],
  variant_1_name: ['variation name 1', 'variation name1', 'option 1 name', 'option1 name'],
  variant_1: [
    'variation 1',
    'option for variation 1',
    'option 1 value',
    'option1 value',
    'variant',
    'varian',
  ],
  variant_2_name: ['variation name 2', 'variation name2', 'option 2 name', 'option2 name'],
  variant_2: ['variation 2', 'option for variation 2', 'option 2 value', 'option2 value'],
  weight: ['weight (kg)', 'berat', 'cân nặng', '重量', '重さ'],
  quantity: ['stock', 'qty', 'stok', 'kuantiti', 'tồn kho', 'số lượng', '在庫', '在庫数', '数量'],
  seller_code: ['sku', 'seller code', 'sellersku', 'kod penjual', 'mã người bán', 'mã sku', '販売者コード'],
  price: ['harga', 'harga jualan', 'giá', 'giá bán', '価格', '販売価格'],
}

/** Headings of sellers' own lists, in lower case. */
const guessed: Record<string, string[]> = {
  seller_code: [
    'seller code',
    'seller sku',
    'sellersku',
    'kod penjual',
    'mã người bán',
    '販売者コード',
    '商品コード',
  ],
  sku_code: ['sku', 'code', 'kod', 'mã sku', 'mã', 'コード'],
  barcode: ['gtin', 'ean', 'upc', 'jan', 'jan code', 'janコード', '商品バーコード'],
  bin: ['shelf', 'bin', 'bin location', 'rak', 'kệ', 'vị trí kệ', '棚', '棚番', 'ロケーション'],
  price: ['price', 'harga', 'harga jualan', 'giá', 'giá bán', '価格', '販売価格'],
  special_price: ['special price', 'sale price', 'harga promosi', 'giá khuyến mãi', 'セール価格'],
  cost: [
    'cost',
    'cost price',
    'unit cost',
    'kos',
    'harga kos',
    'giá vốn',
    'giá nhập',
    '原価',
    '仕入値',
    '仕入価格',
  ],
  on_hand: [
    'on hand',
    'stock',
    'quantity',
    'qty',
    'stok',
    'kuantiti',
    'tồn kho',
    'số lượng',
    '在庫',
    '在庫数',
    '実在庫',
  ],
}

const listingKeys: ReadonlySet<string | null> = new Set(['seller_code', 'channel_id', 'channel_variant_id'])
const unread: ImportColumn = { field: null, isGuess: false }

export function matchColumns(kind: ImportKind, headings: string[], places: Place[]): ImportColumn[] {
  const exact = exactHeadings(kind, places)
  const guesses = kind === 'templates' ? guessedOfTemplates : guessed
  const taken = new Set<string>()
  const claim = (field: string | undefined) => {
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const known = headings.map((heading) => claim(exact.get(plain(heading))))
  const home = places.find(({ isDefault }) => isDefault)
  const columns = headings.map((heading, at): ImportColumn => {
    const field = known[at]
    if (field) return { field, isGuess: false }
    // "Harga (RM)": the unit says nothing about where it goes.
    const short = plain(heading.replaceAll(/\s*[([（].*?[)\]）]/g, ''))
    const found = Object.keys(guesses).find((one) =>
      [short, plain(heading)].some((name) => guesses[one]?.includes(name)),
    )
    const guess = claim(found === 'on_hand' ? home && `on_hand:${home.id}` : found)
    return { field: guess, isGuess: guess !== null }
  })
  // Beside the codes of listings it is the listing's, as in an export of products.
  const isOfListings = columns.some(({ field }) => listingKeys.has(field))
  const own = columns.map((one) => (isOfListings && one.field === 'barcode' ? unread : one))
  const names = new Set(own.map(({ field }) => field))
  if (names.has('seller_code') || !(names.has('price') || names.has('special_price'))) return own
  // Prices are of listings, so a guessed code beside them is the one that listings have.
  return own.map((column) =>
    column.isGuess && column.field === 'sku_code' ? { ...column, field: 'seller_code' } : column,
  )
}

/** Fields with the headings that our exports give them. */
export function fieldLabels(
  kind: ImportKind,
  places: Place[],
  language: Language,
): { field: string; label: string }[] {
  if (kind === 'templates')
    return templateFields.map((field) => ({ field, label: translate(language, templateLabels[field] ?? '') }))
  return [
    ...Object.entries(exported).map(([field, key]) => ({
      field,
      label: translate(language, `export.${key}`),
    })),
    ...places.flatMap(({ id, name }) => [
      { field: `on_hand:${id}`, label: translate(language, 'export.skus.on_hand_in', { warehouse: name }) },
      {
        field: `exported_on_hand:${id}`,
        label: translate(language, 'export.skus.exported_in', { warehouse: name }),
      },
    ]),
  ]
}

function exactHeadings(kind: ImportKind, places: Place[]): Map<string, string> {
  const labels = (Object.keys(languages) as Language[]).flatMap((language) =>
    fieldLabels(kind, places, language),
  )
  return new Map(labels.map(({ field, label }) => [plain(label), field]))
}

function plain(heading: string): string {
  return heading.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
