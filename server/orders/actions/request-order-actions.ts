/** Saves requests for order actions: checks that the order allows them, and answers how they stand. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { ActionKind } from '../../../model/order-action.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { drawIds, type Database, type Tx } from '../../db/database.ts'
import { inSavepoint } from '../../db/savepoint.ts'
import type { Call } from '../../http/serve-endpoint.ts'
import { inTime } from '../../http/patience.ts'
import { asAppError } from '../../syncs/channel-app-error.ts'
import { findShop } from '../../shops/shops-store.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { getBatch, presentBatch, type BatchReply } from './present-action-batch.ts'
import { presentAction } from './present-order-action.ts'
import { listLatestActions, saveActions, type ActionDetails, type NewAction } from './order-action-store.ts'
import { refusalFor } from './order-actions-of.ts'
import { lockOrdersToAct, readOrderToAct, type OrderToAct } from './order-to-act-store.ts'
import { refuse } from './refuse-action.ts'

export type ActionTools = { db: Database; channels: ChannelSessions }
/** Session of the caller, and the language of the answer. */
export type ActionCall = Pick<Call<'POST /orders/{id}/confirm'>, 'session' | 'language' | 'translate'>
type DetailsOf = (order: OrderToAct, tx: Tx) => ActionDetails | Promise<ActionDetails>

/** Saves one action. A refusal is answered before mistakes in the details. */
export async function requestAction(
  { db, channels }: ActionTools,
  call: ActionCall,
  orderId: number,
  kind: ActionKind,
  detailsOf: DetailsOf = () => ({}),
): Promise<Reply<'POST /orders/{id}/confirm'>> {
  const { ownerId, userId, name, shopIds } = call.session
  const save = async (tx: Tx) => {
    const [locked] = await lockOrdersToAct(tx, ownerId, [orderId], shopIds)
    const order = await checkAllowed(tx, channels, call, locked, kind)
    const { shopId } = order
    const action = { orderId, shopId, kind, details: await detailsOf(order, tx), refusal: null }
    const [saved] = await saveActions(tx, ownerId, { userId, name }, [action])
    if (!saved) throw new Error('the action was not saved')
    return { data: presentAction(saved, order.updatedAt, call.language) }
  }
  return db.asOwner(ownerId, save, { isSmall: true })
}

/** Saves an action for each order; those that cannot be done end at once, with the reason. */
export async function requestActions(
  { db, channels }: ActionTools,
  call: ActionCall,
  orderIds: number[],
  kind: ActionKind,
  detailsOf: DetailsOf,
): Promise<BatchReply> {
  const { session } = call
  const { ownerId, userId, name } = session
  const [batchId, saved] = await db.asOwner(ownerId, async (tx) => {
    const orders = await lockOrdersToAct(tx, ownerId, [...new Set(orderIds)], session.shopIds)
    if (orders.length === 0) throw new AppError('not_found')
    const ids = orders.map(({ id }) => id)
    const latest = new Map((await listLatestActions(tx, ownerId, ids)).map((one) => [one.orderId, one]))
    const [drawn = 0] = await drawIds(tx, 1)
    const actions: NewAction[] = []
    for (const order of orders) {
      const { id: orderId, shopId, platformId } = order
      const refused = refusalFor(kind, session, order, channels.connectorOf(platformId), latest.get(orderId))
      const details = refused === null ? await detailsOrNull(detailsOf, order, tx) : {}
      // A mistake in a parcel needs a person: the form of the single order shows the field.
      const refusal = refused ?? (details === null ? 'needs_choice' : null)
      actions.push({ orderId, shopId, kind, details: details ?? {}, refusal })
    }
    await saveActions(tx, ownerId, { userId, name }, actions, drawn)
    return [drawn, await getBatch(tx, session, drawn)] as const
  })
  return presentBatch(batchId, saved, call)
}

/** Null for a field that is wrong, which would otherwise end the whole batch. Parcels before the wrong one are not kept either. */
async function detailsOrNull(detailsOf: DetailsOf, order: OrderToAct, tx: Tx): Promise<ActionDetails | null> {
  try {
    return await inSavepoint(tx, async () => detailsOf(order, tx))
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return null
    throw error
  }
}

/** Reads an order that allows the action now. */
export async function readAllowed(
  { db, channels }: ActionTools,
  call: Pick<ActionCall, 'session' | 'translate'>,
  orderId: number,
  kind: ActionKind,
): Promise<OrderToAct> {
  const { ownerId, shopIds } = call.session
  return db.read(ownerId, async (tx) => {
    const order = await readOrderToAct(tx, ownerId, orderId, shopIds)
    return checkAllowed(tx, channels, call, order, kind)
  })
}

async function checkAllowed(
  tx: Tx,
  channels: ChannelSessions,
  { session, translate }: Pick<ActionCall, 'session' | 'translate'>,
  order: OrderToAct | undefined,
  kind: ActionKind,
): Promise<OrderToAct> {
  if (!order) throw new AppError('not_found')
  const [latest] = await listLatestActions(tx, session.ownerId, [order.id])
  refuse(refusalFor(kind, session, order, channels.connectorOf(order.platformId), latest), latest, translate)
  return order
}

/** Reads the choices that an order's channel offers, while the caller waits. */
export async function readChoices<T>(
  { db, channels }: ActionTools,
  { ownerId }: Session,
  { shopId }: OrderToAct,
  read: (...channel: Parameters<Parameters<ChannelSessions['use']>[1]>) => Promise<T>,
): Promise<T> {
  const shop = await db.read(ownerId, (tx) => findShop(tx, ownerId, shopId))
  if (!shop) throw new AppError('not_found')
  return inTime(channels.use(shop, read)).catch(asAppError)
}
