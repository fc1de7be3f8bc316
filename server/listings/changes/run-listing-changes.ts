/** The job that sends changes of listings to their channels. The product is read again by its sync when a change has ended. */
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { commandWorks } from '../../outbox/due-work-store.ts'
import { retryPolicies } from '../../outbox/retry-policies.ts'
import { createRunCommands } from '../../outbox/run-commands.ts'
import type { OutboxTools } from '../../outbox/run-due-work.ts'
import { enqueueSync, markStale } from '../../syncs/sync-store.ts'
import { markProductsStale } from '../product-columns-store.ts'
import { createImageLinks } from '../../images/image-link.ts'
import { listListingImages } from '../../images/listing-image-store.ts'
import { forgetRemovedUploads } from '../../templates/removed-uploads-store.ts'
import { removeProducts } from '../removal/product-removal-store.ts'
import { sellingKinds, type ListingChangeSender } from './listing-change-kinds.ts'
import { readRequestedChanges, type RequestedChange } from './listing-change-store.ts'
import { createEditKinds, type ReadImages } from './listing-edit-kinds.ts'

type Settings = Pick<Config, 'publicUrl' | 'secretKey' | 'oldSecretKeys'>

export function createRunListingChanges(tools: OutboxTools, settings: Settings) {
  const edits = createEditKinds(createReadImages(tools.db, settings))

  /** A new kind of listing change is an entry here. */
  function kindOf({ kind, after }: RequestedChange): ListingChangeSender {
    switch (kind) {
      case 'set_prices':
        return sellingKinds.setPrices
      case 'set_active':
        return after.isActive ? sellingKinds.show : sellingKinds.hide
      case 'edit_texts':
        return edits.texts
      case 'edit_package':
        return edits.package
      case 'edit_images':
        return edits.images
      case 'remove':
        return edits.remove
    }
  }

  return createRunCommands<RequestedChange, true>(
    {
      work: commandWorks.listingChanges,
      policy: retryPolicies.listingChange,
      batchSize: 100,
      read: readRequestedChanges,
      kindOf,
      async saveEnds(tx, key, ends) {
        const sync = { ...key, kind: 'product' as const }
        const gone = ends.flatMap(({ command, outcome }) =>
          command.kind === 'remove' && outcome.state === 'done' ? command : [],
        )
        const removed = gone.map(({ productId }) => productId)
        await forgetRemovedUploads(
          tx,
          key,
          gone.map(({ channelProductId }) => channelProductId),
        )
        const left = ends
          .map(({ command }) => command)
          .filter(({ productId }) => !removed.includes(productId))
        await markStale(
          tx,
          sync,
          left.map(({ channelProductId }) => channelProductId),
        )
        await markProductsStale(tx, key.ownerId, [...new Set(left.map(({ productId }) => productId))])
        if (removed.length > 0) await removeProducts(tx, key.ownerId, removed)
        await enqueueSync(tx, sync)
      },
    },
    tools,
  )
}

/** Uploaded images as a connector sends them; a channel that fetches them gets a signed address. */
function createReadImages(db: Database, { publicUrl, secretKey, oldSecretKeys }: Settings): ReadImages {
  const links = createImageLinks(publicUrl, [secretKey, ...oldSecretKeys])
  return async (ownerId, ids) => {
    const rows = ids.length === 0 ? [] : await db.read(ownerId, (tx) => listListingImages(tx, ownerId, ids))
    return new Map(
      rows.map(({ id, bytes }) => [
        id,
        {
          bytes: new Uint8Array(bytes),
          mediaType: 'image/jpeg' as const,
          name: `image-${id}.jpg`,
          url: links.linkTo({ ownerId, id }),
        },
      ]),
    )
  }
}
