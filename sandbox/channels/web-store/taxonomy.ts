/** Categories, collections, types and tags of a store, neutral in what they sell. A product may name those that there are. */
import type { Listed } from './lists.ts'
import { named } from './stores.ts'
import type { Row, Store } from './types.ts'
import { invalid, missing } from './wire.ts'

/** Products are in it until somebody puts them into another one. */
export const USUAL_CATEGORY = 'pcat_01K00000000000000000000001'

const CATEGORIES: readonly [name: string, parent?: string][] = [
  ['Gifts'],
  ['Home'],
  ['Tableware', 'Home'],
  ['Cups & mugs', 'Tableware'],
  ['Plates & bowls', 'Tableware'],
  ['Lighting', 'Home'],
  ['Stationery'],
]
const COLLECTIONS = ['Aoi House', 'Batik Studio', 'Coral Works', 'Lotus Lane']
const TYPES = ['Ceramics', 'Paper', 'Textiles']
/** More than one page holds. */
const TAGS = Array.from({ length: 130 }, (_, at) => `tag ${at + 1}`)

type Term = Listed & { row: Row }

const termOf = (id: string, row: Row): Term => ({ id, created: 0, updated: 0, row: { id, ...row } })

const categoryId = ({ slug }: Store, name: string): string =>
  name === 'Gifts' ? USUAL_CATEGORY : named('pcat', `${slug}:${name}`)

export const categoriesOf = (store: Store): Term[] =>
  CATEGORIES.map(([name, parent]) =>
    termOf(categoryId(store, name), {
      name,
      parent_category_id: parent === undefined ? null : categoryId(store, parent),
      is_active: true,
      is_internal: false,
    }),
  )
export const collectionsOf = ({ slug }: Store): Term[] =>
  COLLECTIONS.map((title) =>
    termOf(named('pcol', `${slug}:${title}`), { title, handle: title.toLowerCase() }),
  )
export const typesOf = ({ slug }: Store): Term[] =>
  TYPES.map((value) => termOf(named('ptyp', `${slug}:${value}`), { value }))
export const tagsOf = ({ slug }: Store): Term[] =>
  TAGS.map((value) => termOf(named('ptag', `${slug}:${value}`), { value }))

type Named = {
  categories?: { id: string }[] | undefined
  collection_id?: string | null | undefined
  type_id?: string | null | undefined
  tags?: { id: string }[] | undefined
}

/** Links to rows that are not there fail as foreign keys do; tags are looked up before. */
export function checkTaxonomy(store: Store, { categories, collection_id, type_id, tags }: Named): void {
  const known = new Set(tagsOf(store).map(({ id }) => id))
  const tag = tags?.find(({ id }) => !known.has(id))
  if (tag)
    throw invalid(
      `Tag with id ${tag.id} not found. Please create the tag before associating it with the product.`,
    )
  const check = (what: string, rows: Term[], ids: string[]) => {
    const unknown = ids.find((id) => !rows.some((one) => one.id === id))
    if (unknown !== undefined)
      throw missing(`You tried to set relationship ${what}: ${unknown}, but such entity does not exist`)
  }
  check(
    'product_category_id',
    categoriesOf(store),
    (categories ?? []).map(({ id }) => id),
  )
  check('collection_id', collectionsOf(store), collection_id ? [collection_id] : [])
  check('type_id', typesOf(store), type_id ? [type_id] : [])
}
