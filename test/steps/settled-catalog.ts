import { saveAttributes, saveBrands, saveRules } from '../../server/catalog/category-needs-store.ts'
import { learnCategories } from '../../server/catalog/learn-categories.ts'
import { findChannelCategory, saveTree } from '../../server/catalog/category-tree-store.ts'
import { treeRows } from '../../server/catalog/tree-rows.ts'
import { addOwnCategory, chooseMapping } from '../../server/catalog/category-mapping-store.ts'
import { findOwnerNumber } from '../../server/settings/owners-store.ts'
import type { TestConsole } from '../start-test-console.ts'

/** A category of the shop with everything that is kept of one, and answers its id. */
export function settleCatalog({ db }: TestConsole, ownerId: string, shopId: number): Promise<number> {
  const channelCategoryId = '100637'
  const key = { ownerId, shopId, channelCategoryId }
  return db.asOwner(ownerId, async (tx) => {
    const category = { channelCategoryId, parentId: null, name: 'Gift Sets', isLeaf: true, isDisabled: false }
    const rows = treeRows(await findOwnerNumber(tx, ownerId), [['en', [category]]])
    await saveTree(tx, key, rows, [])
    await saveAttributes(tx, key, 'en', [
      {
        channelAttributeId: '1',
        name: 'Material',
        isRequired: true,
        isVariant: false,
        input: 'text',
        isFreeText: true,
        options: [],
        units: [],
        mostValues: 1,
      },
    ])
    await saveRules(tx, key, {
      name: { min: 20, max: 120 },
      description: null,
      images: null,
      price: null,
      mostSkus: null,
      mostVariantAttributes: null,
      variantValueLength: null,
      isBrandRequired: false,
      isPackageSizeRequired: false,
      isCashOnDeliveryPossible: false,
    })
    const brand = { channelBrandId: '1', name: 'Aoi', folded: 'aoi' }
    await saveBrands(tx, key, [brand], { nextCursor: null, isWhole: true })
    const stored = await findChannelCategory(tx, key, channelCategoryId)
    if (!stored) throw new Error('the category was not saved')
    await chooseMapping(tx, key, await addOwnCategory(tx, ownerId, stored), channelCategoryId)
    await learnCategories(tx, ownerId)
    return stored.id
  })
}
