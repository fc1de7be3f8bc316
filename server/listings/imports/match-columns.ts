/** Finds out by its heading where a column goes: headings of our exports in four languages, and some that sellers use. */
import { languages, type Language } from '../../../model/language.ts'
import { translate } from '../../i18n/translate.ts'

export type ImportColumn = { field: string | null; isGuess: boolean }
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
  threshold: 'skus.threshold',
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
  price: ['price', 'harga', 'harga jualan', 'giá', 'giá bán', '価格', '販売価格'],
  special_price: ['special price', 'sale price', 'harga promosi', 'giá khuyến mãi', 'セール価格'],
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

export function matchColumns(headings: string[], places: Place[]): ImportColumn[] {
  const exact = exactHeadings(places)
  const taken = new Set<string>()
  const claim = (field: string | undefined) => {
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const known = headings.map((heading) => claim(exact.get(plain(heading))))
  const home = places.find(({ isDefault }) => isDefault)
  return headings.map((heading, at) => {
    const field = known[at]
    if (field) return { field, isGuess: false }
    // "Harga (RM)": the unit says nothing about where it goes.
    const short = plain(heading.replaceAll(/\s*[([（].*?[)\]）]/g, ''))
    const kind = Object.keys(guessed).find((one) => guessed[one]?.includes(short))
    const guess = claim(kind === 'on_hand' ? home && `on_hand:${home.id}` : kind)
    return { field: guess, isGuess: guess !== null }
  })
}

/** Fields with the headings that our exports give them. */
export function fieldLabels(places: Place[], language: Language): { field: string; label: string }[] {
  return [
    ...Object.entries(exported).map(([field, key]) => ({
      field,
      label: translate(language, `export.${key}`),
    })),
    ...places.map(({ id, name }) => ({
      field: `on_hand:${id}`,
      label: translate(language, 'export.skus.on_hand_in', { warehouse: name }),
    })),
  ]
}

function exactHeadings(places: Place[]): Map<string, string> {
  const headings = new Map<string, string>()
  for (const language of Object.keys(languages) as Language[]) {
    for (const [field, key] of Object.entries(exported))
      headings.set(plain(translate(language, `export.${key}`)), field)
    for (const { id, name } of places)
      headings.set(plain(translate(language, 'export.skus.on_hand_in', { warehouse: name })), `on_hand:${id}`)
  }
  return headings
}

function plain(heading: string): string {
  return heading.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
