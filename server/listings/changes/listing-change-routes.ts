/** Endpoints that request changes of listings. None waits for a channel. */
import { AppError } from '../../../model/errors.ts'
import { permissionOfChange } from '../../../model/listing-change.ts'
import { can } from '../../../model/permissions.ts'
import { productStatusIds } from '../../../model/product.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { findProduct, type ProductDetail } from '../detail/product-detail-store.ts'
import { isExpected, standsSo } from './expected-fields.ts'
import {
  dismissChange,
  listChanges,
  lockChange,
  removeChange,
  type StoredChange,
} from './listing-change-store.ts'
import { presentChange } from './present-listing-change.ts'
import { requestChanges } from './request-changes.ts'

export function listingChangeRoutes(serve: Serve, { db, channels }: WebContext): void {
  /** A channel without the capability takes no change, so none is saved. */
  async function getChangeable(tx: Tx, session: Session, id: number, field: string): Promise<ProductDetail> {
    const product = await getProduct(tx, session, id)
    if (!channels.connectorOf(product.platformId)?.listings)
      throw new AppError('validation_failed', { invalidFields: { [field]: 'field.channel_not_editable' } })
    return product
  }

  serve('PATCH /products/{id}/status', ({ params, body, session, language, translate }) =>
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
      return requestChanges(tx, { session, language, translate }, changes)
    }),
  )

  serve('GET /products/{id}/changes', ({ params, session, language }) =>
    db.read(session.ownerId, async (tx) => {
      await getProduct(tx, session, params.id)
      const changes = await listChanges(tx, session.ownerId, params.id)
      return { data: changes.map((change) => presentChange(change, language)) }
    }),
  )

  serve('POST /products/changes/{id}/retry', ({ params, session, language, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const change = await getChange(tx, session, params.id)
      if (change.state !== 'failed' || change.isAnswered) throw new AppError('conflict')
      const { data } = await requestChanges(tx, { session, language, translate }, [change])
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
