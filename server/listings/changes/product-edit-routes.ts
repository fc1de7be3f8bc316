/** `PUT /products/{id}`: prices, texts, images, package and alert levels of a listing and of its siblings, in one request. */
import type { Body } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { ChangeableField } from '../../../model/listing-change.ts'
import { listingHtml } from '../../../model/listing-html.ts'
import { can } from '../../../model/permissions.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import { claimVersion, claimVersions } from '../../http/edit-versions-store.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { saveThresholdLevels } from '../../stock/ledger/stock-level-store.ts'
import { listForbiddenWords } from '../../templates/forbidden-words/forbidden-words-store.ts'
import { listSkusOfOtherShops, saveThresholds } from '../bulk/bulk-change-store.ts'
import { findProduct, listVariants, type VariantDetail } from '../detail/product-detail-store.ts'
import { touchListingImages } from '../../images/listing-image-store.ts'
import { unchangeableFields } from './changeable-fields.ts'
import { brokenEdits, editChangesOf, type WantedEdit } from './edit-changes-of.ts'
import { isExpected } from './expected-fields.ts'
import { listChanges, type NewChange } from './listing-change-store.ts'
import { priceChangesOf } from './price-changes-of.ts'
import { requestChanges } from './request-changes.ts'
import { siblingsOf, type Target } from './sibling-listings.ts'

type Wanted = Body<'PUT /products/{id}'>

export function productEditRoutes(serve: Serve, { db, channels }: WebContext): void {
  serve('PUT /products/{id}', ({ params, body, session, language, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      const product = await findProduct(tx, ownerId, params.id, session.shopIds)
      if (!product) throw new AppError('not_found')
      const wanted = (body.variants ?? []).filter(
        (one) => one.price !== undefined || one.special_price !== undefined,
      )
      const own: Target = {
        prefix: '',
        product,
        variants: await listVariants(tx, ownerId, product.id),
        wanted,
      }
      const targets = [own, ...(await siblingsOf(tx, session, own, body))]
      refuseUnchangeable(targets, body)
      await claimTargets(tx, session, targets, body.updated_at)
      const changes = await changesOf(tx, ownerId, targets, body)
      const answer = await requestChanges(tx, { session, language, translate }, changes)
      await changeThresholds(tx, session, own.variants, body)
      return answer
    }),
  )

  /** A channel that keeps a field elsewhere takes no change of it, so none is saved. */
  function refuseUnchangeable(targets: Target[], body: Wanted): void {
    const invalidFields: Record<string, string> = {}
    for (const { prefix, product, wanted } of targets) {
      const closed = unchangeableFields(product.platformId, channels.connectorOf(product.platformId))
      const given: [string, ChangeableField | undefined][] = [
        ['variants', wanted.length > 0 ? 'price' : undefined],
        ...(['name', 'description', 'images', 'package'] as const).map(
          (field): [string, ChangeableField | undefined] => [
            field,
            body[field] === undefined ? undefined : field,
          ],
        ),
      ]
      for (const [path, field] of given) {
        const reason = field && closed.get(field)
        if (reason) invalidFields[`${prefix}${path}`] = reason
      }
      if (prefix !== '' && body.images) invalidFields['images'] = 'field.images_of_one_listing'
    }
    if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  }
}

/** In one order everywhere, so that two changes of the same siblings cannot lock each other out. */
async function claimTargets(
  tx: Tx,
  session: Session,
  targets: Target[],
  read: Wanted['updated_at'],
): Promise<void> {
  for (const { prefix, product } of targets.toSorted((a, b) => a.product.id - b.product.id))
    await claimVersion(tx, session, ['product', product.id], prefix === '' ? read : undefined)
}

/** All rules that are broken are told at once. */
async function changesOf(tx: Tx, ownerId: string, targets: Target[], body: Wanted): Promise<NewChange[]> {
  const invalidFields: Record<string, string> = {}
  const changes: NewChange[] = []
  const place = { ownerId, shopId: targets[0]?.product.shopId ?? 0 }
  const uploaded = new Set(
    await touchListingImages(
      tx,
      place,
      (body.images ?? []).flatMap(({ id }) => id ?? []),
    ),
  )
  const forbiddenWords = await listForbiddenWords(tx, ownerId)
  const edit: WantedEdit = {
    name: body.name,
    description: body.description === undefined ? undefined : listingHtml(body.description),
    images: body.images,
    package: body.package,
  }
  for (const { prefix, product, variants, wanted } of targets) {
    const requested = (await listChanges(tx, ownerId, product.id)).filter(isExpected)
    const found = brokenEdits(product, edit, requested, { uploaded, forbiddenWords })
    for (const [path, rule] of Object.entries(found)) invalidFields[`${prefix}${path}`] = rule
    if (Object.keys(found).length === 0) changes.push(...editChangesOf(product, edit, requested))
    try {
      changes.push(...priceChangesOf(product, variants, wanted, requested, new Date()))
    } catch (error) {
      if (!(error instanceof AppError) || !error.details.invalidFields) throw error
      for (const [path, rule] of Object.entries(error.details.invalidFields))
        invalidFields[prefix === '' ? pathOf(path, wanted, body) : `${prefix}${path}`] = rule
    }
  }
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  return changes
}

/** The place of a variant in the request, in which there may be others whose prices stay. */
function pathOf(path: string, wanted: Target['wanted'], { variants = [] }: Wanted): string {
  return path.replace(/^variants\.(\d+)/, (_, at: string) => {
    const one = wanted[Number(at)]
    return `variants.${one ? variants.indexOf(one) : at}`
  })
}

/** The alert level is the SKU's own: it holds in every shop, and no channel knows it. */
async function changeThresholds(
  tx: Tx,
  session: Session,
  variants: VariantDetail[],
  body: Wanted,
): Promise<void> {
  const invalidFields: Record<string, string> = {}
  const levels = new Map<number, number | null>()
  const skuIds = variants.flatMap(({ skuId }) => skuId ?? [])
  const ofOthers = await listSkusOfOtherShops(tx, session.ownerId, skuIds, session.shopIds)
  for (const [at, { id, threshold }] of (body.variants ?? []).entries()) {
    if (threshold === undefined) continue
    const variant = variants.find((one) => one.id === id)
    if (!variant) invalidFields[`variants.${at}.id`] = 'field.no_such_variant'
    else if (variant.skuId === null) invalidFields[`variants.${at}.threshold`] = 'field.not_linked'
    else if (ofOthers.has(variant.skuId))
      invalidFields[`variants.${at}.threshold`] = 'field.sku_of_other_shops'
    else levels.set(variant.skuId, threshold)
  }
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  if (levels.size === 0) return
  if (!can(session, 'sku.edit')) throw new AppError('forbidden')
  const thresholds = [...levels].map(([skuId, threshold]) => ({ skuId, threshold }))
  const changed = await saveThresholds(tx, session.ownerId, thresholds)
  await saveThresholdLevels(tx, session.ownerId, changed)
  await claimVersions(tx, session, 'sku', changed)
}
