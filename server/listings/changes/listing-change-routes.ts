/** Endpoints that request changes of listings. None waits for a channel. */
import { AppError } from '../../../model/errors.ts'
import { permissionOfChange } from '../../../model/listing-change.ts'
import { can } from '../../../model/permissions.ts'
import { productStatusIds } from '../../../model/product.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import { claimVersion } from '../../http/edit-versions-store.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { findProduct, listVariants, type ProductDetail } from '../detail/product-detail-store.ts'
import { isExpected, standsSo } from './expected-fields.ts'
import {
  dismissChange,
  listChanges,
  lockChange,
  removeChange,
  saveChanges,
  type NewChange,
  type StoredChange,
} from './listing-change-store.ts'
import { presentChange } from './present-listing-change.ts'
import { priceChangesOf } from './price-changes-of.ts'

type Asking = { session: Session; translate: (key: string, values?: Record<string, string>) => string }

export function listingChangeRoutes(serve: Serve, { db, channels }: WebContext): void {
  /** A channel without the capability takes no change, so none is saved. */
  async function getChangeable(tx: Tx, session: Session, id: number, field: string): Promise<ProductDetail> {
    const product = await getProduct(tx, session, id)
    if (!channels.connectorOf(product.platformId)?.listings)
      throw new AppError('validation_failed', { invalidFields: { [field]: 'field.channel_not_editable' } })
    return product
  }

  serve('PUT /products/{id}', ({ params, body, session, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      const product = await getChangeable(tx, session, params.id, 'variants')
      await claimVersion(tx, session, ['product', product.id], body.updated_at)
      const variants = await listVariants(tx, ownerId, product.id)
      const requested = (await listChanges(tx, ownerId, product.id)).filter(isExpected)
      const changes = priceChangesOf(product, variants, body.variants, requested, new Date())
      return request(tx, { session, translate }, product.id, changes)
    }),
  )

  serve('PATCH /products/{id}/status', ({ params, body, session, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const product = await getChangeable(tx, session, params.id, 'status')
      const { id: productId, shopId, channelProductId, status } = product
      const before = { isActive: status === productStatusIds.active }
      const after = { isActive: body.status === 1 }
      const requested = (await listChanges(tx, session.ownerId, productId)).filter(isExpected)
      const ofStatus = requested.filter(({ kind }) => kind === 'set_active')
      const whole = { variantId: 0, channelSkuId: null, kind: 'set_active' as const }
      const change = { productId, shopId, channelProductId, before, after, ...whole }
      const changes = standsSo('isActive', after.isActive, before, ofStatus) ? [] : [change]
      return request(tx, { session, translate }, productId, changes)
    }),
  )

  serve('GET /products/{id}/changes', ({ params, session }) =>
    db.read(session.ownerId, async (tx) => {
      await getProduct(tx, session, params.id)
      return { data: (await listChanges(tx, session.ownerId, params.id)).map(presentChange) }
    }),
  )

  serve('POST /products/changes/{id}/retry', ({ params, session, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const change = await getChange(tx, session, params.id)
      if (change.state !== 'failed' || change.isAnswered) throw new AppError('conflict')
      const { data } = await request(tx, { session, translate }, change.productId, [change])
      const [again] = data
      if (!again) throw new AppError('conflict')
      return { data: again }
    }),
  )

  serve('DELETE /products/changes/{id}', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const change = await getChange(tx, session, params.id)
      if (change.state === 'queued') await removeChange(tx, session.ownerId, change)
      else if (change.state === 'failed') await dismissChange(tx, session.ownerId, change)
      else throw new AppError('conflict')
      return undefined
    }),
  )
}

async function getProduct(tx: Tx, { ownerId, shopIds }: Session, id: number): Promise<ProductDetail> {
  const product = await findProduct(tx, ownerId, id, shopIds)
  if (!product) throw new AppError('not_found')
  return product
}

async function getChange(tx: Tx, session: Session, id: number): Promise<StoredChange> {
  const change = await lockChange(tx, session.ownerId, id, session.shopIds)
  if (!change) throw new AppError('not_found')
  if (!can(session, permissionOfChange[change.kind])) throw new AppError('forbidden')
  return change
}

async function request(
  tx: Tx,
  { session, translate }: Asking,
  productId: number,
  changes: NewChange[],
): Promise<{ data: ReturnType<typeof presentChange>[] }> {
  const { ownerId } = session
  const ids = await saveChanges(tx, ownerId, session, changes)
  const stored = await listChanges(tx, ownerId, productId)
  if (ids.length < changes.length) {
    const name = stored.find(({ state }) => state === 'running')?.requestedByName ?? ''
    throw new AppError('listing_change_open', { message: translate('error.listing_change_open', { name }) })
  }
  return { data: stored.filter(({ id }) => ids.includes(id)).map(presentChange) }
}
