/** Brands and attributes of a site. Source: "Product brands" and "Product attributes" of REST API v3. */
import { choiceParam, isNamed, pageOf } from './paging.ts'
import type { Row } from './types.ts'
import { ApiError, type Reply } from './wire.ts'

interface Term {
  id: number
  name: string
  parent?: number
}

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

export const brandName = (id: number): string | undefined => BRANDS.find((one) => one.id === id)?.name

/** Answers a call about them; undefined for any other. */
export function answerTaxonomyCall(name: string, query: URLSearchParams): Reply | undefined {
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

const ORDERS = ['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'] as const

export function listTerms<T extends Term>(
  all: readonly T[],
  query: URLSearchParams,
  show: (term: T) => Row,
): Reply {
  const by = choiceParam(query, 'orderby', ORDERS, 'name')
  const sign = choiceParam(query, 'order', ['asc', 'desc'], 'asc') === 'asc' ? 1 : -1
  const word = query.get('search')?.toLowerCase() ?? ''
  const parent = query.get('parent')
  const isChosen = isNamed(query)
  const found = all
    .filter((term) => term.name.toLowerCase().includes(word) && isChosen(term))
    .filter((term) => parent === null || (term.parent ?? 0) === Number(parent))
    .toSorted((a, b) => sign * (by === 'id' ? a.id - b.id : a.name.localeCompare(b.name)))
  return pageOf(found, query, show)
}
