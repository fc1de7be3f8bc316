/**
 * The job that sends templates to their channels: look for a listing with the same seller code, upload the pictures, send the
 * listing. After a lost answer the listing is looked for by its seller codes, so that there is never a second one.
 */
import { ChannelError, ownMessage } from '../../../connectors/channel-error.ts'
import type { Connector } from '../../../connectors/connector.ts'
import { createsListings, type Listings } from '../../../connectors/listings.ts'
import type { Session } from '../../../connectors/session.ts'
import type { ListingDraft, ListingImage, PublishedListing } from '../../../model/listing.ts'
import { listingParts } from '../../../model/listing-parts.ts'
import type { ChannelCalls, Command, CommandKind } from '../../outbox/command.ts'
import { commandWorks } from '../../outbox/due-work-store.ts'
import { retryPolicies } from '../../outbox/retry-policies.ts'
import { createRunCommands, type CommandEnd } from '../../outbox/run-commands.ts'
import type { OutboxTools } from '../../outbox/run-due-work.ts'
import type { ShopKey, Tx } from '../../db/database.ts'
import { saveEvent } from '../../notifications/events-store.ts'
import { saveNotifications } from '../../notifications/notifications-store.ts'
import { enqueueSync, markStale } from '../../syncs/sync-store.ts'
import { saveUploaded } from '../shop-template-store.ts'
import { markOutdated } from '../mark-outdated.ts'
import { listContents, lockTemplates, refreshTemplateStatus } from '../template-store.ts'
import type { ChannelImages } from './channel-images.ts'
import { listFreeStock, type FreeStock } from './free-stock-store.ts'
import { refusedImage } from './refused-image.ts'
import { refuseUnlistedBrand } from './refuse-unlisted-brand.ts'
import {
  endCanceled,
  enterStep,
  markConfirmed,
  readRequestedUploads,
  removeChannelImages,
  saveChannelImages,
  saveUploadFields,
  type RequestedUpload,
} from './upload-store.ts'
import { templatePathOf } from './template-path.ts'

type Upload = Command & RequestedUpload

/** Once it has been sent, a channel may be at it for so long after we have stopped listening. */
const settleMs = 60_000

/** Ends an upload that was canceled before its channel had it; never shown. */
const canceled = new ChannelError('refused', 'canceled')

export function createRunUploads(tools: OutboxTools, images: ChannelImages) {
  const { db } = tools

  async function enter(upload: Upload, ownerId: string, step: 'check' | 'images' | 'listing'): Promise<void> {
    // An upload that was sent cannot be canceled any more, so it does not step back.
    const reached = mayArrive(upload) ? 'listing' : step
    if (!(await db.asOwner(ownerId, (tx) => enterStep(tx, ownerId, upload.id, reached)))) throw canceled
  }

  const upload: CommandKind<RequestedUpload, PublishedListing> = {
    async send([one], calls) {
      if (!one) return new Map()
      const { ownerId, id: shopId } = calls.shop
      try {
        await enter(one, ownerId, 'check')
        const known = one.channelProductId === null ? await findListed(one, calls) : null
        const isOwn = known !== null && mayArrive(one)
        if (isOwn && isWhole(known, one.draft)) return new Map([[one, { state: 'done', result: known }]])
        if (known && !isOwn) refuseKnown(one, known)
        await refuseUnlistedBrand(db, one.draft, calls)
        await enter(one, ownerId, 'images')
        const pictures = await images.upload(calls, imagesOf(one.draft))
        const stock = await db.read(ownerId, (tx) =>
          listFreeStock(tx, { ownerId, shopId, channelProductId: one.channelProductId }, codesOf(one.draft)),
        )
        await enter(one, ownerId, 'listing')
        const draft = withPictures(withStock(one.draft, stock), pictures)
        const result = await calls.send((session, connector) =>
          sendDraft(listingsOf(connector), session, one, known, draft),
        )
        return new Map([[one, { state: 'done', result }]])
      } catch (caught) {
        const error = isGivenUp(caught, one) ? refusedImage(caught.message) : caught
        if (error instanceof ChannelError && error.kind === 'refused' && error.fields.length > 0)
          await db.asOwner(ownerId, async (tx) => {
            const fields = await fieldsOfTemplate(tx, ownerId, one, error.fields)
            await saveUploadFields(tx, ownerId, one.id, fields)
            if (fields.some(({ field }) => /^images$|^skus\.\d+\.images$/.test(field)))
              await removeChannelImages(
                tx,
                { ownerId, shopId },
                imagesOf(one.draft).map(({ url }) => url),
              )
          })
        throw error
      }
    },
    async isFulfilled(one, calls) {
      // Making a listing like its draft is harmless when repeated.
      if (!mayArrive(one) || one.channelProductId !== null) return false
      const found = await findListed(one, calls)
      return found && isWhole(found, one.draft) ? found : false
    },
    isRefusalFinal: true,
    settleMs,
  }

  return createRunCommands<RequestedUpload, PublishedListing>(
    {
      work: commandWorks.templateUploads,
      policy: retryPolicies.templateUpload,
      // A worker that dies leaves the outcome of one open, and not of those behind it.
      batchSize: 1,
      read: readRequestedUploads,
      kindOf: () => upload,
      saveEnds,
    },
    tools,
  )
}

/** The host of a photo has never answered: not the channel is to be told of, which was not asked for anything. */
function isGivenUp(error: unknown, { attempts }: Command): error is ChannelError {
  const isOfPhoto = error instanceof ChannelError && error.kind === 'try-later' && error.fields.length > 0
  return isOfPhoto && attempts >= retryPolicies.templateUpload.maxAttempts
}

/** An earlier try sent the listing, and its call may take effect yet: a listing with the same codes is its own. Nothing is sent before that step. */
function mayArrive({ wasSent, step }: Upload): boolean {
  return wasSent && step === 'listing'
}

function findListed({ draft }: Upload, calls: ChannelCalls): Promise<PublishedListing | null> {
  return calls.read((session, connector) => listingsOf(connector).find(session, codesOf(draft)))
}

/** Wrong fields of a draft as fields of its template. */
async function fieldsOfTemplate(
  tx: Tx,
  ownerId: string,
  { templateId, draft }: RequestedUpload,
  wrong: ChannelError['fields'],
): Promise<{ field: string; message: string }[]> {
  if (wrong.length === 0) return []
  const template = (await listContents(tx, ownerId, [templateId])).get(templateId)
  return wrong.map(({ field, message, sellerSku }) => ({
    field: template ? templatePathOf(field, sellerSku, draft, template) : field,
    message,
  }))
}

/** Somebody has listed the product there by hand: a second listing would sell the same pieces twice. */
function refuseKnown({ draft }: Upload, known: PublishedListing): never {
  const codes = codesOf(draft)
  const code = known.skus.find(({ sellerSku }) => sellerSku !== null && codes.includes(sellerSku))?.sellerSku
  throw new ChannelError(
    'refused',
    ownMessage('refusal.already_listed', { code: code ?? codes[0] ?? '', id: known.channelProductId }),
    { fields: [{ field: 'sellerSku', message: 'refusal.already_listed_field' }] },
  )
}

const codesOf = (draft: ListingDraft) => draft.skus.map(({ sellerSku }) => sellerSku)

/** A channel may take a listing and its SKUs by several calls, the last of which never came. */
const isWhole = ({ skus }: PublishedListing, draft: ListingDraft) => skus.length >= draft.skus.length

/** A listing that stands is sent what has changed; `begun` is made whole. */
function sendDraft(
  listings: Listings,
  session: Session,
  { channelProductId, uploaded, draft: wanted }: Upload,
  begun: PublishedListing | null,
  draft: ListingDraft,
): Promise<PublishedListing> {
  if (begun) return listings.update(session, begun.channelProductId, draft, listingParts(null, wanted))
  if (channelProductId === null) return listings.publish(session, draft)
  return listings.update(session, channelProductId, draft, listingParts(uploaded, wanted))
}

function listingsOf({ listings }: Connector): Listings {
  if (!createsListings(listings)) throw new ChannelError('refused', 'refusal.no_publishing')
  return listings
}

function imagesOf(draft: ListingDraft): ListingImage[] {
  return [...draft.images, ...draft.skus.flatMap(({ image }) => image ?? [])]
}

function withPictures(draft: ListingDraft, pictures: ReadonlyMap<string, ListingImage>): ListingDraft {
  const uploaded = ({ alt, ...image }: ListingImage) => ({
    ...(pictures.get(image.url) ?? image),
    ...(alt !== undefined && { alt }),
  })
  return {
    ...draft,
    images: draft.images.map(uploaded),
    skus: draft.skus.map((sku) => ({ ...sku, image: sku.image && uploaded(sku.image) })),
  }
}

/** A SKU that the ledger counts is listed with what is left of it; the template's figure is for what was never counted. */
function withStock(draft: ListingDraft, stock: ReadonlyMap<string, FreeStock>): ListingDraft {
  return {
    ...draft,
    skus: draft.skus.map((sku) => {
      const found = stock.get(sku.sellerSku)
      return found ? { ...sku, quantity: found.stock, isStockKept: found.isKept } : sku
    }),
  }
}

async function saveEnds(
  tx: Tx,
  key: ShopKey,
  ends: CommandEnd<RequestedUpload, PublishedListing>[],
): Promise<void> {
  const { ownerId, shopId } = key
  const failed: Upload[] = []
  const templateIds = [...new Set(ends.map(({ command }) => command.templateId))]
  await lockTemplates(tx, ownerId, templateIds)
  for (const { command, outcome } of ends) {
    if (outcome.state === 'done') {
      const { channelProductId, images = [], kept = [] } = outcome.result
      const { draft } = command
      await saveUploaded(tx, ownerId, command.shopTemplateId, draft, channelProductId)
      if (images.length === draft.images.length)
        await saveChannelImages(
          tx,
          key,
          images.map((image, at) => [draft.images[at]?.url ?? image.url, image]),
        )
      await markConfirmed(tx, ownerId, command.id)
      await saveUploadFields(tx, ownerId, command.id, await fieldsOfTemplate(tx, ownerId, command, kept))
      await markStale(tx, { ...key, kind: 'product' }, [channelProductId])
      await enqueueSync(tx, { ...key, kind: 'product' })
    } else if (outcome.message === canceled.message) await endCanceled(tx, ownerId, [command.id])
    else failed.push(command)
  }
  // The template may have changed while it was under way.
  await markOutdated(tx, ownerId, templateIds)
  await refreshTemplateStatus(tx, ownerId, templateIds)
  for (const { templateId, draft } of failed)
    await saveNotifications(tx, ownerId, [
      {
        ownerId,
        shopId,
        type: 'product_upload_failed',
        // Apart from refused stock of the same shop.
        about: 'templates',
        productName: draft.name,
        url: `/products/template/edit/${templateId}/checkout`,
        urlOfMany: '/products/template?upload_status=failed',
      },
    ])
  saveEvent(tx, {
    ownerId,
    shopId,
    channel: 'template.upload',
    value: { template_ids: templateIds, shop_id: shopId },
  })
}
