/**
 * Categories of ours, and the category of each shop that they stand for, as listings of the same SKU show them: two shops that
 * list a SKU mean the same category by two names.
 */
import type { Tx } from '../db/database.ts'
import {
  countOwnCategories,
  listMappings,
  listPairs,
  listUsedCategories,
  saveOwnCategories,
  type NewMapping,
} from './category-mapping-store.ts'

/** Beyond this a person chooses; each is a row that every reader of the list gets. */
export const mostOwnCategories = 2000

type Leaf = { shopId: number; channelCategoryId: string }
const keyOf = ({ shopId, channelCategoryId }: Leaf) => `${shopId}/${channelCategoryId}`

export async function learnCategories(tx: Tx, ownerId: string): Promise<void> {
  const used = await listUsedCategories(tx, ownerId)
  const mappings = await listMappings(tx, ownerId)
  const groupOf = new Map(mappings.map((one) => [keyOf(one), `${one.categoryId}`]))
  const taken = new Set(mappings.map(({ categoryId, shopId }) => `${categoryId}/${shopId}`))
  const fresh: NewMapping[] = []
  const put = (group: string, leaf: Leaf, confidence: number) => {
    groupOf.set(keyOf(leaf), group)
    taken.add(`${group}/${leaf.shopId}`)
    fresh.push({ ...leaf, group, confidence })
  }
  let room = mostOwnCategories - (await countOwnCategories(tx, ownerId))
  let groups = 0
  const open = () => (room-- > 0 ? `new${++groups}` : undefined)
  const pairs = await listPairs(tx, ownerId)
  // SKUs of a category that another shop lists at all.
  const shared = new Map<string, number>()
  for (const { a, b, skus } of pairs) {
    const both = `${keyOf(a)}>${b.shopId}`
    shared.set(both, (shared.get(both) ?? 0) + skus)
  }
  // Each pair comes in both directions, so that either of the two can be the known one.
  for (const { a, b, skus } of pairs) {
    if (groupOf.has(keyOf(b))) continue
    const group = groupOf.get(keyOf(a)) ?? open()
    if (group === undefined) break
    if (!groupOf.has(keyOf(a))) put(group, a, 100)
    // One SKU alone says little: its confidence is a half.
    const of = (shared.get(`${keyOf(a)}>${b.shopId}`) ?? skus) + 1
    if (!taken.has(`${group}/${b.shopId}`)) put(group, b, Math.round((100 * skus) / of))
  }
  for (const leaf of used) {
    if (groupOf.has(keyOf(leaf))) continue
    const group = open()
    if (group === undefined) break
    put(group, leaf, 100)
  }
  await saveOwnCategories(tx, ownerId, fresh)
}
