/** Publishing templates: all chosen shops are checked together, and each is then sent by its own job. */
import { draftDifferences, type DraftDifference } from '../../../model/draft-differences.ts'
import { AppError } from '../../../model/errors.ts'
import { fromMinor, type Currency } from '../../../model/money.ts'
import { specialPriceRuleOf, variantPictureRuleOf } from '../../../model/selling-rules.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import { requireVersion } from '../../http/edit-versions-store.ts'
import type { Call, Serve } from '../../http/serve-endpoint.ts'
import { findAccount } from '../../settings/account-store.ts'
import { askChannels } from '../ask-channels.ts'
import { checkTemplate, presentProblem, type Checked } from '../check-template.ts'
import { draftOfShop } from '../draft-of-shop.ts'
import { presentUpload } from '../present-template.ts'
import { markOutdated } from '../mark-outdated.ts'
import {
  keepListing,
  listShopTemplates,
  undoKeepListing,
  type StoredShopTemplate,
} from '../shop-template-store.ts'
import { getShopTemplate } from '../shop-templates-routes.ts'
import { listContents, refreshTemplateStatus } from '../template-store.ts'
import { getTemplate, refuseOpen } from '../templates-routes.ts'
import { announce, chosenShops, hasSomethingToSend, problemsOf, requestUploads } from './request-uploads.ts'
import { cancelUploads, lockForUploads } from './upload-store.ts'

/** The rows of uploads are locked before those of their templates. */
const unsaved = { isSaved: false }

export function uploadRoutes(serve: Serve, context: WebContext): void {
  const { db } = context
  serve('POST /product-template/{id}/upload-to-platform', async ({ params, body, session, language }) => {
    const { ownerId } = session
    await db.read(ownerId, (tx) => getTemplate(tx, session, params.id, false))
    await askChannels(context, ownerId, [params.id], language)
    return db.asOwner(ownerId, async (tx) => {
      await getTemplate(tx, session, params.id, false)
      await lockForUploads(tx, ownerId, params.id)
      await requireVersion(tx, ownerId, ['product_template', params.id], body.updated_at)
      const chosen = await chosenShops(tx, session, params.id, body)
      if (chosen.length === 0)
        throw new AppError('validation_failed', { invalidFields: { shop_ids: 'field.no_shop_to_publish' } })
      const shops = chosen.filter(hasSomethingToSend)
      if (shops.length === 0) throw new AppError('nothing_to_send')
      refuseProblems(await checkTemplate(tx, session, params.id, unsaved), shops, language)
      const queued = await requestUploads(tx, session, params.id, shops)
      if (queued.length === 0) throw new AppError('upload_open')
      const now = await listShopTemplates(tx, ownerId, [params.id], session.shopIds)
      return {
        data: now.filter(({ id }) => queued.includes(id)).map((shop) => presentUpload(shop, language)),
      }
    })
  })

  serve('POST /product-template/{id}/cancel-upload-to-platform', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      await getTemplate(tx, session, params.id, false)
      const shops = await chosenShops(tx, session, params.id, body)
      const open = shops.filter(({ upload }) => upload?.state === 'queued' || upload?.state === 'running')
      const canceled = await cancelShops(tx, session, open)
      const shopOf = (id: number) => shops.find((shop) => shop.id === id)?.shopId ?? 0
      return {
        data: {
          canceled: canceled.map(({ shopTemplateId }) => shopOf(shopTemplateId)),
          too_late: shops
            .filter(({ id }) => !canceled.some(({ shopTemplateId }) => shopTemplateId === id))
            .filter(({ upload, channelProductId }) => upload !== null || channelProductId !== null)
            .map(({ shopId }) => shopId),
        },
      }
    }),
  )

  serve('POST /shop-product-template/{id}/cancel-upload-to-platform', ({ params, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const shop = await getShopTemplate(tx, session, params.id)
      const canceled = await cancelShops(tx, session, [shop])
      if (canceled.length === 0) throw new AppError('already_uploaded')
      return { data: presentUpload(await getShopTemplate(tx, session, params.id), language) }
    }),
  )

  serve('GET /shop-product-template/{id}/differences', ({ params, session, translate }) =>
    db.read(session.ownerId, async (tx) => {
      const shop = await getShopTemplate(tx, session, params.id)
      const differences = await differencesOf(tx, session.ownerId, shop)
      return { data: differences.map((one) => presentDifference(one, shop, translate)) }
    }),
  )

  serve('POST /shop-product-template/{id}/keep-listing', ({ params, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { templateId } = await getShopTemplate(tx, session, params.id)
      await getTemplate(tx, session, templateId)
      const shop = await getShopTemplate(tx, session, params.id)
      if (shop.uploaded === null) throw new AppError('conflict')
      // It would find nothing left to send.
      refuseOpen(shop)
      await keepListing(tx, session.ownerId, shop.id, await nextDraft(tx, session.ownerId, shop))
      await refreshTemplateStatus(tx, session.ownerId, [templateId])
      return { data: presentUpload(await getShopTemplate(tx, session, params.id), language) }
    }),
  )

  serve('POST /shop-product-template/{id}/undo-keep-listing', ({ params, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { templateId } = await getShopTemplate(tx, session, params.id)
      await getTemplate(tx, session, templateId)
      const shop = await getShopTemplate(tx, session, params.id)
      if (!shop.isKept) throw new AppError('conflict')
      // It compares the listing with the draft that is kept.
      refuseOpen(shop)
      await undoKeepListing(tx, session.ownerId, params.id)
      await markOutdated(tx, session.ownerId, [templateId])
      await refreshTemplateStatus(tx, session.ownerId, [templateId])
      return { data: presentUpload(await getShopTemplate(tx, session, params.id), language) }
    }),
  )
}

/** Nothing is sent to any shop while one of them has a problem. */
const mostProblems = 50

function refuseProblems(
  checked: Checked,
  shops: StoredShopTemplate[],
  language: Call<'GET /faq'>['language'],
): void {
  const found = problemsOf(checked, shops).slice(0, mostProblems)
  if (found.length === 0) return
  const problems = found.map((problem) => presentProblem(problem, language))
  // The first of several at a field stands there.
  const invalidFields = Object.fromEntries(
    problems
      .toReversed()
      .map(({ shop_id: shopId, path, message }) => [
        shopId === null ? path : `shop_${shopId}.${path}`,
        message,
      ]),
  )
  throw new AppError('validation_failed', { invalidFields, problems })
}

async function cancelShops(tx: Tx, { ownerId }: Session, shops: StoredShopTemplate[]) {
  const canceled = await cancelUploads(
    tx,
    ownerId,
    shops.map(({ id }) => id),
  )
  await refreshTemplateStatus(tx, ownerId, [...new Set(shops.map(({ templateId }) => templateId))])
  for (const { templateId, shopId } of shops) announce(tx, ownerId, templateId, shopId)
  return canceled
}

async function nextDraft(tx: Tx, ownerId: string, shop: StoredShopTemplate) {
  const template = (await listContents(tx, ownerId, [shop.templateId])).get(shop.templateId)
  if (!template) throw new AppError('not_found')
  return draftOfShop(template, shop, (await findAccount(tx, ownerId)).timezone)
}

async function differencesOf(tx: Tx, ownerId: string, shop: StoredShopTemplate): Promise<DraftDifference[]> {
  if (shop.uploaded === null) return []
  return draftDifferences(shop.uploaded, await nextDraft(tx, ownerId, shop))
}

function presentDifference(
  { field, sku, uploaded, next }: DraftDifference,
  { platformId, currency }: StoredShopTemplate,
  translate: Call<'GET /faq'>['translate'],
) {
  const refusal =
    field === 'special_price'
      ? specialPriceRuleOf(platformId)
      : field === 'sku_image'
        ? variantPictureRuleOf(platformId, next === null)
        : null
  const shown = (value: string | null) => {
    if (value === null || (field !== 'price' && field !== 'special_price')) return value
    const [price, ...days] = value.split(' ').map(Number)
    const moments = days.map((day) => new Date(day).toISOString())
    return [fromMinor(price ?? 0, currency as Currency), ...moments].join(' ')
  }
  return {
    field,
    sku,
    uploaded: shown(uploaded),
    next: shown(next),
    is_sent: refusal === null,
    reason: refusal && translate(refusal),
  }
}
