/** Categories, brands and attributes of a site. Source: "Product categories", "Product brands" and "Product attributes" of REST API v3. */
import { invalid } from './lists.ts'
import type { Row } from './types.ts'
import { ApiError, type Reply } from './wire.ts'

interface Term {
  id: number
  name: string
  parent?: number
}

/** WordPress writes names as HTML. 15 is the category of products that nobody put into another one. */
const CATEGORIES: readonly Term[] = [
  { id: 15, name: 'Gifts', parent: 0 },
  { id: 21, name: 'Home &amp; Living', parent: 0 },
  { id: 22, name: 'Tableware', parent: 21 },
  { id: 23, name: 'Cups &amp; Mugs', parent: 22 },
  { id: 24, name: 'Plates &amp; Bowls', parent: 22 },
  { id: 25, name: 'Lamps', parent: 21 },
  { id: 26, name: 'Stationery', parent: 0 },
]
const BRANDS: readonly Term[] = ['Aoi House', 'Batik Studio', 'Coral Works', 'Lotus Lane'].map(
  (name, at) => ({
    id: 41 + at,
    name,
  }),
)
const ATTRIBUTES: readonly (Term & { terms: readonly string[] })[] = [
  { id: 1, name: 'Color', terms: ['Red', 'Blue', 'Green', 'White', 'Black', 'Pink'] },
  // More than a page holds.
  { id: 2, name: 'Material', terms: Array.from({ length: 120 }, (_, at) => `Material ${at + 1}`) },
]
const FIRST_TERM = 500

export const categoryName = (id: number): string | undefined => CATEGORIES.find((one) => one.id === id)?.name
export const brandName = (id: number): string | undefined => BRANDS.find((one) => one.id === id)?.name

/** Answers a call about them; undefined for any other. */
export function answerTaxonomyCall(name: string, query: URLSearchParams): Reply | undefined {
  if (name === 'GET /products/categories')
    return listTerms(CATEGORIES, query, ({ id, name: shown, parent = 0 }) => ({
      id,
      name: shown,
      slug: `term-${id}`,
      parent,
      description: '',
      display: 'default',
      menu_order: 0,
      count: 1,
    }))
  if (name === 'GET /products/brands')
    return listTerms(BRANDS, query, ({ id, name: shown }) => ({
      id,
      name: shown,
      slug: `term-${id}`,
      parent: 0,
    }))
  // The list of attributes has no pages.
  if (name === 'GET /products/attributes')
    return {
      status: 200,
      body: ATTRIBUTES.map(({ id, name: shown }) => ({
        id,
        name: shown,
        slug: `pa_${shown.toLowerCase()}`,
        type: 'select',
        order_by: 'menu_order',
        has_archives: false,
      })),
    }
  const [, id] = /^GET \/products\/attributes\/(\d+)\/terms$/.exec(name) ?? []
  if (id === undefined) return undefined
  const attribute = ATTRIBUTES.find((one) => one.id === Number(id))
  if (!attribute) throw new ApiError(404, 'woocommerce_rest_taxonomy_invalid', "Taxonomy doesn't exist.")
  const terms = attribute.terms.map((shown, at) => ({
    id: FIRST_TERM + attribute.id * 1000 + at,
    name: shown,
  }))
  return listTerms(terms, query, (term) => ({ ...term, slug: `term-${term.id}`, menu_order: 0, count: 0 }))
}

function listTerms(all: readonly Term[], query: URLSearchParams, show: (term: Term) => Row): Reply {
  const number = (name: string, fallback: number, most: number): number => {
    const value = Number(query.get(name) ?? fallback)
    if (!Number.isInteger(value) || value < 1 || value > most) throw invalid(name)
    return value
  }
  const [perPage, page] = [number('per_page', 10, 100), number('page', 1, 1e9)]
  const by = query.get('orderby') ?? 'name'
  if (!['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'].includes(by))
    throw invalid('orderby')
  const order = query.get('order') ?? 'asc'
  if (!['asc', 'desc'].includes(order)) throw invalid('order')
  const word = query.get('search')?.toLowerCase() ?? ''
  const sign = order === 'asc' ? 1 : -1
  const found = all
    .filter(({ name }) => name.toLowerCase().includes(word))
    .toSorted((a, b) => sign * (by === 'id' ? a.id - b.id : a.name.localeCompare(b.name)))
  return {
    status: 200,
    headers: {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / perPage)),
    },
    body: found.slice((page - 1) * perPage, page * perPage).map(show),
  }
}
