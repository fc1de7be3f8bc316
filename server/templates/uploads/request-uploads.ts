/** Requests of uploads: which shops of a template they are for, and the draft that each is sent. */
import type { Body } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { findAccount } from '../../settings/account-store.ts'
import type { Checked } from '../check-template.ts'
import { draftOfShop } from '../draft-of-shop.ts'
import { uploadStatusOf } from '../present-template.ts'
import { listShopTemplates, type StoredShopTemplate } from '../shop-template-store.ts'
import { listContents, refreshTemplateStatus } from '../template-store.ts'
import { saveUploads } from './upload-store.ts'

type Chosen = Body<'POST /product-template/{id}/upload-to-platform'>

/** Shops of a template that the user may see and that a request names; all of them where it names none. */
export async function chosenShops(
  tx: Tx,
  { ownerId, shopIds }: Pick<Session, 'ownerId' | 'shopIds'>,
  templateId: number,
  { platform_id: platformId, shop_ids: wanted }: Chosen,
): Promise<StoredShopTemplate[]> {
  const shops = (await listShopTemplates(tx, ownerId, [templateId], shopIds)).filter(
    (shop) => platformId === undefined || shop.platformId === platformId,
  )
  return wanted === undefined ? shops : shops.filter(({ shopId }) => wanted.includes(shopId))
}

/** Somebody may have sent the template meanwhile, or kept the listing as it is: a page that was left open does not know. */
export function hasSomethingToSend(shop: StoredShopTemplate): boolean {
  return uploadStatusOf(shop) !== 'uploaded'
}

export function problemsOf({ problems }: Checked, shops: StoredShopTemplate[]): Checked['problems'] {
  const chosen = new Set(shops.map(({ shopId }) => shopId))
  return problems.filter(({ shopId }) => shopId === null || chosen.has(shopId))
}

export async function requestUploads(
  tx: Tx,
  session: Pick<Session, 'ownerId' | 'userId' | 'name'>,
  templateId: number,
  shops: StoredShopTemplate[],
): Promise<number[]> {
  const { ownerId } = session
  const template = (await listContents(tx, ownerId, [templateId])).get(templateId)
  if (!template) throw new AppError('not_found')
  const { timezone } = await findAccount(tx, ownerId)
  const queued = await saveUploads(
    tx,
    ownerId,
    session,
    shops.map((shop) => ({
      shopTemplateId: shop.id,
      templateId,
      shopId: shop.shopId,
      draft: draftOfShop(template, shop, timezone),
      channelProductId: shop.channelProductId,
    })),
  )
  await refreshTemplateStatus(tx, ownerId, [templateId])
  for (const { id, shopId } of shops) if (queued.includes(id)) announce(tx, ownerId, templateId, shopId)
  return queued
}

export function announce(tx: Tx, ownerId: string, templateId: number, shopId: number): void {
  saveEvent(tx, {
    ownerId,
    shopId,
    channel: 'template.upload',
    value: { template_ids: [templateId], shop_id: shopId },
  })
}
