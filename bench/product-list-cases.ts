/** The requests of the bench about products, with values that are really in the data, and what each is compared with. */
import { keywordQuery } from '../server/db/search-terms.ts'
import { madeBarcode, madeCode, madeName } from './seed-products.ts'

/** `bare`: paths of the bare server for the same rows; none: compared with page 1 alone. */
export type ProductCase = { name: string; paths: string[]; bare: string[] }

const products = '/api/v2/products/filter?limit=20'
const skus = '/api/v2/sku-centers?limit=20'
const values = 100

export const firstPages = {
  products: { name: 'products, page 1', paths: [products], bare: ['/products'] },
  skus: { name: 'SKUs, page 1', paths: [skus], bare: ['/skus'] },
} as const satisfies Record<string, ProductCase>

export function productCases(ownerNumber: number, count: number, shopIds: number[]): ProductCase[] {
  const [shop, other] = shopIds
  const spread = Array.from({ length: values }, (_, at) => Math.floor((at * count) / values))
  const inLanguage = (language: number) =>
    spread
      .map((at) => madeName(Math.floor(at / 32) * 32 + language * 8))
      .map((name) => name.replace(/ \d cm$/, ''))
  const keywords: Record<string, string[]> = {
    'English name': inLanguage(0),
    'Japanese name': inLanguage(1),
    'Vietnamese name': inLanguage(2),
    'Malay name': inLanguage(3),
    code: spread.map(madeCode),
    barcode: spread.map(madeBarcode),
  }
  const search = (list: string, bare: string, of: string) =>
    Object.entries(keywords).map(([kind, words]) => ({
      name: `${of}, keyword: ${kind}`,
      paths: words.map((word) => `${list}&keyword=${encodeURIComponent(word)}`),
      bare: words.map((word) => `/${bare}/${encodeURIComponent(keywordQuery(ownerNumber, word) ?? '')}`),
    }))
  /** Pages that lie beyond the data of a small run are left out of it. */
  const deep = (list: string, of: string, pages: number[], rows: number): ProductCase[] =>
    pages
      .filter((page) => page * 20 <= rows)
      .map((page) => ({
        name: `${of}, page ${page.toLocaleString('en')}`,
        paths: Array.from({ length: 16 }, (_, at) => `${list}&page=${page - at * 3}`),
        bare: [],
      }))
  return [
    { name: 'products, one status', paths: [`${products}&status=1`], bare: ['/products-of-status/1'] },
    { name: 'products, rare status', paths: [`${products}&status=4`], bare: ['/products-of-status/4'] },
    {
      name: 'products, one shop',
      paths: [`${products}&shop_id=${shop}`],
      bare: [`/products-of-shop/${shop}`],
    },
    { name: 'products, two shops', paths: [`${products}&shop_id=${shop},${other}`], bare: [] },
    { name: 'products, low or out', paths: [`${products}&stock=low,out`], bare: ['/products-short'] },
    { name: 'products, not linked', paths: [`${products}&linked=0`], bare: ['/products-unlinked'] },
    { name: 'products, refused', paths: [`${products}&refused=1`], bare: ['/products-refused'] },
    { name: 'products, by price', paths: [`${products}&sort=price`], bare: ['/products-by-price'] },
    ...search(products, 'products-found', 'products'),
    ...deep(products, 'products', [100, 1000, 5000, 45_000], count * 5),
    ...deep(`${products}&status=1`, 'products, one status', [1000], count * 4),
    ...deep(`${products}&shop_id=${shop}`, 'products, one shop', [1000], count),
    { name: 'SKUs, low or out', paths: [`${skus}&stock=low,out`], bare: ['/skus-short'] },
    { name: 'SKUs, one shop', paths: [`${skus}&shop_id=${shop}`], bare: [`/skus-of-shop/${shop}`] },
    { name: 'SKUs, two shops', paths: [`${skus}&shop_id=${shop},${other}`], bare: [] },
    { name: 'SKUs, without a listing', paths: [`${skus}&shop_count=0`], bare: [] },
    { name: 'SKUs, by code', paths: [`${skus}&sort=prime_sku`], bare: ['/skus-by-code'] },
    ...search(skus, 'skus-found', 'SKUs'),
    ...deep(skus, 'SKUs', [100, 1000, 9000], count),
    {
      name: 'SKU with its listings',
      paths: spread.map((at) => `/api/v2/sku-centers/${10_000_000 + at}`),
      bare: [],
    },
    {
      name: 'timeline of a SKU',
      paths: spread.map((at) => `/api/v2/sku-centers/${10_000_000 + at}/timeline`),
      bare: [],
    },
    {
      name: 'product with its variants',
      paths: spread.map((at) => `/api/v2/products/${20_000_000 + at * 5 + 1}`),
      bare: [],
    },
  ]
}

/** One of each kind of work, for the growth. */
export const grownCases: readonly string[] = [
  'products, one status',
  'products, one shop',
  'products, low or out',
  'products, keyword: Japanese name',
  'products, keyword: code',
  'products, page 100',
  'products, page 1,000',
  'SKUs, low or out',
  'SKUs, keyword: barcode',
  'SKUs, page 100',
  'SKU with its listings',
]
