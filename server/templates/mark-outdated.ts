/** Marks shops whose listing is no longer what their template asks for, in the transaction that changes the template. */
import { draftDifferences } from '../../model/draft-differences.ts'
import type { Tx } from '../db/database.ts'
import { findAccount } from '../settings/account-store.ts'
import { draftOfShop } from './draft-of-shop.ts'
import { listShopTemplates, saveOutdated } from './shop-template-store.ts'
import { listContents } from './template-store.ts'

export async function markOutdated(tx: Tx, ownerId: string, templateIds: number[]): Promise<void> {
  const shops = (await listShopTemplates(tx, ownerId, templateIds, [])).filter(
    ({ uploaded }) => uploaded !== null,
  )
  if (shops.length === 0) return
  const contents = await listContents(tx, ownerId, templateIds)
  const { timezone } = await findAccount(tx, ownerId)
  await saveOutdated(
    tx,
    ownerId,
    shops.flatMap((shop) => {
      const template = contents.get(shop.templateId)
      if (!template || !shop.uploaded) return []
      const next = draftOfShop(template, shop, timezone)
      return { id: shop.id, isOutdated: draftDifferences(shop.uploaded, next).length > 0 }
    }),
  )
}
