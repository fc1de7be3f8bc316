/** Categories of a site: those of the sample, and what callers made of them. Source: "Product categories" of REST API v3. */
import { z } from 'zod'
import { answerBatch, requireForce } from './batch.ts'
import { readInput } from './read-input.ts'
import { listTerms } from './taxonomy.ts'
import type { Row, Store } from './types.ts'
import { ApiError, type Reply } from './wire.ts'

const categorySchema = z.strictObject({
  id: z.number(),
  name: z.string(),
  slug: z.string().optional(),
  parent: z.number().default(0),
  description: z.string().default(''),
})
type Category = z.infer<typeof categorySchema>

/** For state files, by store and number; null for one that was deleted. */
export const categoryListSchema = z.array(z.tuple([z.string(), categorySchema.nullable()])).default([])

/** WordPress writes names as HTML. 15 is the category of products that nobody put into another one. */
const USUAL = 15
const SAMPLE: readonly [id: number, name: string, parent: number][] = [
  [USUAL, 'Gifts', 0],
  [21, 'Home &amp; Living', 0],
  [22, 'Tableware', 21],
  [23, 'Cups &amp; Mugs', 22],
  [24, 'Plates &amp; Bowls', 22],
  [25, 'Lamps', 21],
  [26, 'Stationery', 0],
]
const FIRST_OWN = 2_001

const inputSchema = z.looseObject({
  name: z.string().min(1),
  slug: z.string().optional(),
  parent: z.int().optional(),
  description: z.string().optional(),
})

export function createCategories() {
  const written = new Map<string, Category | null>()

  function all({ slug }: Store): Category[] {
    const own = [...written].filter(([key]) => key.startsWith(`${slug}/`))
    const byId = new Map<number, Category | null>([
      ...SAMPLE.map(([id, name, parent]): [number, Category] => [id, { id, name, parent, description: '' }]),
      ...own.map(([key, one]): [number, Category | null] => [Number(key.slice(slug.length + 1)), one]),
    ])
    return [...byId.values()].filter((one) => one !== null)
  }

  const find = (store: Store, id: number): Category | undefined => all(store).find((one) => one.id === id)

  function get(store: Store, id: number): Category {
    const found = find(store, id)
    if (!found) throw new ApiError(404, 'woocommerce_rest_term_invalid', 'Resource does not exist.')
    return found
  }

  function write(store: Store, before: Category | undefined, body: unknown): Category {
    const input = before ? readInput(inputSchema.partial(), body) : readInput(inputSchema, body)
    const { name = before?.name ?? '', parent = before?.parent ?? 0 } = input
    const twin = all(store).find((one) => one.name === name && one.parent === parent && one.id !== before?.id)
    if (twin)
      throw new ApiError(
        400,
        'term_exists',
        'A term with the name provided already exists with this parent.',
        { resource_id: twin.id },
      )
    if (parent !== 0 && !find(store, parent))
      throw new ApiError(400, 'woocommerce_rest_term_invalid', 'Parent is invalid.')
    const { slug = before?.slug, description = before?.description ?? '' } = input
    const id = before?.id ?? Math.max(FIRST_OWN, ...all(store).map((one) => one.id + 1))
    const category = { id, name, parent, description, ...(slug !== undefined && { slug }) }
    written.set(`${store.slug}/${id}`, category)
    return category
  }

  function remove(store: Store, id: number): Category {
    const category = get(store, id)
    if (id === USUAL)
      throw new ApiError(500, 'woocommerce_rest_cannot_delete', 'Default product category cannot be deleted.')
    written.set(`${store.slug}/${id}`, null)
    // Categories below it move up.
    for (const one of all(store).filter(({ parent }) => parent === id))
      written.set(`${store.slug}/${one.id}`, { ...one, parent: category.parent })
    return category
  }

  return {
    nameOf: (store: Store, id: number): string | undefined => find(store, id)?.name,
    all,
    get,
    write,
    remove,
    dump: (): [string, Category | null][] => [...written],
    restore(rows: readonly [string, Category | null][]): void {
      for (const [key, one] of rows) written.set(key, one)
    },
    clear: () => written.clear(),
  }
}

export type Categories = ReturnType<typeof createCategories>

const rowOf = ({ id, name, slug = `term-${id}`, parent, description }: Category): Row => ({
  id,
  name,
  slug,
  parent,
  description,
  display: 'default',
  image: null,
  menu_order: 0,
  count: 1,
})

/** Answers a call about categories; undefined for any other. */
export function answerCategoryCall(
  name: string,
  {
    categories,
    store,
    query,
    body,
  }: { categories: Categories; store: Store; query: URLSearchParams; body: unknown },
): Reply | undefined {
  const [, method = '', id = ''] = /^([A-Z]+) \/products\/categories(?:\/(\d+|batch))?$/.exec(name) ?? []
  const success = (one: Category, status = 200): Reply => ({ status, body: rowOf(one) })
  switch (`${method} ${id === '' || id === 'batch' ? id : 'one'}`) {
    case 'GET ':
      return listTerms(categories.all(store), query, rowOf)
    case 'POST ':
      return success(categories.write(store, undefined, body), 201)
    case 'POST batch':
      return answerBatch(body, {
        create: (row) => rowOf(categories.write(store, undefined, row)),
        update: (one, row) => rowOf(categories.write(store, categories.get(store, one), row)),
        remove: (one) => rowOf(categories.remove(store, one)),
      })
    case 'GET one':
      return success(categories.get(store, Number(id)))
    case 'PUT one':
    case 'POST one':
    case 'PATCH one':
      return success(categories.write(store, categories.get(store, Number(id)), body))
    case 'DELETE one':
      requireForce(query, 'Terms')
      return success(categories.remove(store, Number(id)))
    default:
      return undefined
  }
}
