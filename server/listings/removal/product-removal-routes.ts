/** Deleting products: here at once, at the channel by a change that a job carries out. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import { productStatusIds } from '../../../model/product.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { listChanges, saveChanges, type StoredChange } from '../changes/listing-change-store.ts'
import { unchangeableFields } from '../changes/changeable-fields.ts'
import type { Asking } from '../changes/request-changes.ts'
import { presentChange } from '../changes/present-listing-change.ts'
import { findProduct, type ProductDetail } from '../detail/product-detail-store.ts'
import { removeProducts } from './product-removal-store.ts'

type Removal = Reply<'DELETE /products'>['data']
type Reader = Omit<Asking, 'session'>

export function productRemovalRoutes(serve: Serve, { db, channels }: WebContext): void {
  async function remove(
    tx: Tx,
    session: Session,
    ids: number[],
    atChannel: boolean,
    { translate, language }: Reader,
  ): Promise<Removal> {
    const { ownerId, shopIds } = session
    const failed: Removal['failed'] = []
    const found: ProductDetail[] = []
    for (const id of new Set(ids)) {
      const product = await findProduct(tx, ownerId, id, shopIds)
      const reason = product ? reasonOf(product) : 'error.not_found'
      if (product && !reason) found.push(product)
      else failed.push({ id, message: translate(reason ?? '') })
    }
    const [there, gone] = [found.filter(isThere), found.filter((product) => !isThere(product))]
    const requested = atChannel
      ? await requestRemoval(tx, session, there, language)
      : { changes: [], open: [] }
    for (const { id, name } of requested.open)
      failed.push({ id, message: translate('error.listing_change_open', { name }) })
    const local = (atChannel ? gone : found).map(({ id }) => id).toSorted((a, b) => a - b)
    if (local.length > 0) await removeProducts(tx, ownerId, local)
    return { deleted: local, requested: requested.changes, failed }

    function reasonOf(product: ProductDetail): string | undefined {
      if (!atChannel || !isThere(product)) return undefined
      return unchangeableFields(product.platformId, channels.connectorOf(product.platformId)).get('remove')
    }
  }

  serve('DELETE /products/{id}', ({ params, query, session, ...reader }) =>
    db.asOwner(session.ownerId, async (tx) => {
      if (!(await findProduct(tx, session.ownerId, params.id, session.shopIds)))
        throw new AppError('not_found')
      const data = await remove(tx, session, [params.id], query.remove_on_channel === 1, reader)
      const [refused] = data.failed
      if (refused) throw new AppError('conflict', { message: refused.message })
      return { data }
    }),
  )

  serve('DELETE /products', ({ body, session, ...reader }) =>
    db.asOwner(session.ownerId, async (tx) => ({
      data: await remove(tx, session, body.products, body.remove_on_channel === 1, reader),
    })),
  )
}

/** A product that its channel has deleted itself is deleted here alone. */
function isThere({ status }: ProductDetail): boolean {
  return status !== productStatusIds.deleted_on_channel
}

async function requestRemoval(
  tx: Tx,
  session: Session,
  products: ProductDetail[],
  language: Language,
): Promise<{ changes: Removal['requested']; open: { id: number; name: string }[] }> {
  const changes = products.map(({ id: productId, shopId, channelProductId }) => ({
    productId,
    shopId,
    channelProductId,
    variantId: 0,
    channelSkuId: null,
    kind: 'remove' as const,
    before: { isRemoved: false },
    after: { isRemoved: true },
  }))
  const ids = await saveChanges(tx, session.ownerId, session, changes)
  const stored: StoredChange[] = []
  for (const { id } of products) stored.push(...(await listChanges(tx, session.ownerId, id)))
  const saved = stored.filter(({ id }) => ids.includes(id))
  const open = products
    .filter(({ id }) => !saved.some(({ productId }) => productId === id))
    .map(({ id }) => {
      const running = stored.find(
        (one) => one.productId === id && one.kind === 'remove' && one.state === 'running',
      )
      return { id, name: running?.requestedByName ?? '' }
    })
  return { changes: saved.map((change) => presentChange(change, language)), open }
}
