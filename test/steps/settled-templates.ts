/** Templates of an owner, with what his channels tell of categories. */
import { emptyTemplate } from '../../model/product-template.ts'
import { addOwnCategory, saveCategories, saveMapping } from '../../server/catalog/category-store.ts'
import { saveFact } from '../../server/catalog/channel-facts-store.ts'
import { draftOfShop } from '../../server/templates/draft-of-shop.ts'
import { keepListing, listShopTemplates, saveUploaded } from '../../server/templates/shop-template-store.ts'
import { saveChannelImages, saveUploads } from '../../server/templates/uploads/upload-store.ts'
import { claimUse } from '../../server/templates/writing/writing-store.ts'
import type { Account, TestConsole } from '../start-test-console.ts'

export type SettledTemplates = {
  /** Adds a template of the shop, and answers it; for calls that cancel, its upload is queued. */
  addTemplate(key: string): Promise<{ id: number; step: number }>
  /** A bulk publish of one of them, which no worker has taken. */
  bulkPublish: number
}

export async function settleTemplates(
  running: TestConsole,
  account: Account,
  { name, shopId }: { name: string; shopId: number },
): Promise<SettledTemplates> {
  const { ownerId } = account
  const addTemplate = async (key: string) => {
    const body = {
      platform_ids: [2],
      shop_ids: [shopId],
      name: `${name} template`,
      long_description: 'Enough to be read. '.repeat(10),
    }
    const made = await account.call('POST /product-template', body)
    const id = made.at<number>('data.id')
    const step = made.at<number>('data.shops.0.id')
    await running.db.asOwner(ownerId, async (tx) => {
      const [stored] = await listShopTemplates(tx, ownerId, [id], [])
      const draft = stored && draftOfShop(emptyTemplate([2]), stored, 'Asia/Kuala_Lumpur')
      if (draft) await saveUploaded(tx, ownerId, step, draft, `${name}-${step}`)
      if (draft && key.includes('undo-keep')) await keepListing(tx, ownerId, step, draft)
      await saveChannelImages(tx, { ownerId, shopId }, [[`${step}`, { id: null, url: name }]])
      const by = { userId: 1, name }
      if (draft && key.includes('cancel')) {
        const upload = { shopTemplateId: step, templateId: id, shopId, draft }
        await saveUploads(tx, ownerId, by, [{ ...upload, channelProductId: null }])
      }
    })
    return { id, step }
  }
  const { id: bulky } = await addTemplate('cancel')
  const bulk = await account.call('POST /product-template/bulk-upload', { template_ids: [bulky] })
  await running.db.asOwner(ownerId, async (tx) => {
    const place = { ownerId, shopId }
    const leaf = { channelCategoryId: name, parentId: null, name, isLeaf: true, isDisabled: false }
    await saveCategories(tx, place, 'en', [leaf])
    await saveFact(tx, place, { kind: 'brands', key: name, language: '' }, [{ channelBrandId: name, name }])
    await claimUse(tx, ownerId, 10, new Date())
    const own = await addOwnCategory(tx, ownerId, name, 10)
    const mapping = { categoryId: own?.id ?? 0, platformId: 2, channelCategoryId: name, path: name }
    await saveMapping(tx, ownerId, mapping)
  })
  return { addTemplate, bulkPublish: bulk.at<number>('data.id') }
}
