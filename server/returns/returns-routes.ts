/** Endpoints of returns: reading, answering and receiving them. Nothing here waits for a channel. */
import { ChannelError } from '../../connectors/channel-error.ts'
import type { Body, Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import {
  isAwaited,
  type ReturnAction,
  type ReturnRefusal,
  type ReturnActionKind,
} from '../../model/return-action.ts'
import { returnStatusIds, returnStatusOf } from '../../model/return-case.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import { notifyOrderChanges } from '../orders/intake/order-notifications-store.ts'
import { saveActions, type ActionDetails } from '../orders/actions/order-action-store.ts'
import { inTime } from '../http/patience.ts'
import { readCursor } from '../http/read-cursor.ts'
import type { Call, Serve, ServerContext } from '../http/serve-endpoint.ts'
import type { ChannelSessions } from '../syncs/channel-session.ts'
import { asAppError } from '../syncs/channel-app-error.ts'
import { findShop } from '../shops/shops-store.ts'
import { shopsToList } from '../http/shops-to-list.ts'
import { takeBack } from '../stock/ledger/take-back-store.ts'
import { acceptReturns, readRejectReasons, rejectReturns } from './answer-returns.ts'
import { presentReturn, refusalFor } from './present-return.ts'
import { receivedLines } from './received-lines.ts'
import {
  findReturn,
  listBack,
  listReturns,
  lockReturn,
  saveReceived,
  saveReceivedHistory,
  type ReturnRow,
} from './return-store.ts'
import { followReturns } from './returned-orders-store.ts'

type Asking = Pick<Call<'POST /returns/{id}/accept'>, 'session' | 'language' | 'translate'>

export function returnsRoutes(serve: Serve, { db }: ServerContext, channels: ChannelSessions): void {
  serve('GET /returns', async ({ query, session, language }) => {
    const { ownerId, shopIds } = session
    const after = query.after === undefined ? undefined : readCursor(query.after)
    const filter = {
      ownerId,
      shops: shopsToList(query.shop_id, shopIds),
      statuses: (query.status ?? []).map((status) => returnStatusIds[status]),
      orderId: query.order_id,
    }
    const page = { limit: query.limit, after: after && { requestedAt: after.at, id: after.id } }
    const rows = await db.read(ownerId, (tx) => listReturns(tx, filter, page))
    const last = rows.at(-1)
    return {
      data: rows.map((row) => present(row, { session, language })),
      meta: {
        next_after: last && rows.length === query.limit ? [last.requestedAt, last.id].join('~') : null,
      },
    }
  })

  serve('GET /returns/{id}', async ({ params, session, language }) => {
    const found = await db.read(session.ownerId, (tx) => get(tx, session, params.id, findReturn))
    return { data: present(found, { session, language }) }
  })

  serve('GET /returns/{id}/reject-reasons', async ({ params, session, translate }) => {
    const { ownerId } = session
    const { row, shop } = await db.asOwner(ownerId, async (tx) => {
      const found = await get(tx, session, params.id, findReturn)
      refuse(refusal('reject', session, found), found, translate)
      return { row: found, shop: await findShop(tx, ownerId, found.shopId) }
    })
    if (!shop) throw new AppError('not_found')
    const asked = channels.use(shop, async (channel, { returns }) => {
      if (!returns) throw new ChannelError('refused', 'this channel takes no answers to returns')
      return returns.rejectReasons(channel, row.channelReturnId)
    })
    return { data: await inTime(asked).catch(asAppError) }
  })

  serve('POST /orders/bulk-accept-return', (call) => acceptReturns({ db, channels }, call))
  serve('GET /orders/return-reject-reasons', (call) => readRejectReasons({ db, channels }, call))
  serve('POST /orders/bulk-reject-return', (call) => rejectReturns({ db, channels }, call))
  serve('POST /returns/{id}/accept', ({ params, ...asking }) =>
    answer(params.id, 'accept', 'accept_return', {}, asking),
  )
  serve('POST /returns/{id}/reject', ({ params, body, ...asking }) => {
    const { reason_id: channelReasonId, note } = body
    const { email } = asking.session
    return answer(params.id, 'reject', 'reject_return', { channelReasonId, note, email }, asking)
  })
  serve('POST /returns/{id}/receive', ({ params, body, ...asking }) => receive(params.id, body, asking))

  /** Saves what the channel is to be told, or says why it cannot be. */
  function answer(
    returnId: number,
    action: ReturnAction,
    kind: ReturnActionKind,
    details: ActionDetails,
    asking: Asking,
  ): Promise<Reply<'GET /returns/{id}'>> {
    const { session, translate } = asking
    return db.asOwner(session.ownerId, async (tx) => {
      const found = await get(tx, session, returnId, lockReturn)
      refuse(refusal(action, session, found), found, translate)
      await ask(tx, session, found, kind, details)
      return { data: present(await get(tx, session, returnId, findReturn), asking) }
    })
  }

  async function receive(
    returnId: number,
    body: Body<'POST /returns/{id}/receive'>,
    asking: Asking,
  ): Promise<Reply<'GET /returns/{id}'>> {
    const { session, translate } = asking
    const { ownerId } = session
    return db.asOwner(ownerId, async (tx) => {
      const row = await get(tx, session, returnId, lockReturn)
      const { action } = row
      const { lines, isAsReceived } = receivedLines(row.lines, body.lines, await listBack(tx, ownerId, row))
      if (row.receivedAt !== null) {
        if (!isAsReceived) throw new AppError('return_received')
        // Pressed twice, or once more because the channel did not want to hear of it.
        if (action?.kind === 'receive_return' && action.state === 'failed')
          await notifyReceived(tx, session, row)
        return { data: present(await get(tx, session, returnId, findReturn), asking) }
      }
      refuse(refusal('receive', session, row), row, translate)
      const { shopId, orderId } = row
      if (orderId === null) throw new Error('the order of a return that may be received is known')
      const shop = { ownerId, shopId }
      const note = body.note?.trim() || null
      await saveReceived(tx, ownerId, returnId, { by: session, note, lines })
      await saveReceivedHistory(tx, ownerId, orderId, { name: session.name, note })
      const moved = await followReturns(tx, shop, [orderId])
      const back = lines.map((line) => ({ ...line, shopSku: skuOf(row, line.position) }))
      await takeBack(tx, shop, orderId, back, { reason: note })
      await notifyReceived(tx, session, row)
      const notifications = moved.map((id) => ({ orderId: id, what: 'returned' as const }))
      await notifyOrderChanges(tx, shop, { notifications, updated: [orderId] })
      return { data: present(await get(tx, session, returnId, findReturn), asking) }
    })
  }

  /** Requests `receive_return` where the channel waits for the parcel before it refunds the buyer. */
  async function notifyReceived(tx: Tx, session: Session, row: ReturnRow): Promise<void> {
    const connector = channels.connectorOf(row.platformId)
    if (!connector?.returns || row.shopStatus !== 1 || !isAwaited(returnStatusOf(row.status))) return
    await ask(tx, session, row, 'receive_return', {})
  }

  function refusal(action: ReturnAction, session: Session, row: ReturnRow): ReturnRefusal | null {
    return refusalFor(action, session, row, channels.connectorOf(row.platformId))
  }

  function present(
    row: ReturnRow,
    { session, language }: Pick<Asking, 'session' | 'language'>,
  ): Reply<'GET /returns/{id}'>['data'] {
    return presentReturn(row, session, channels.connectorOf(row.platformId), language)
  }
}

async function get(
  tx: Tx,
  { ownerId, shopIds }: Session,
  returnId: number,
  read: typeof findReturn,
): Promise<ReturnRow> {
  const row = await read(tx, ownerId, returnId, shopIds)
  if (!row) throw new AppError('not_found')
  return row
}

async function ask(
  tx: Tx,
  { ownerId, userId, name }: Session,
  { id: returnId, orderId, shopId }: ReturnRow,
  kind: ReturnActionKind,
  details: ActionDetails,
): Promise<void> {
  if (orderId === null) throw new Error('the order of a return that may be answered is known')
  const action = { orderId, returnId, shopId, kind, details, refusal: null }
  await saveActions(tx, ownerId, { userId, name }, [action])
}

function refuse(refusal: ReturnRefusal | null, { action }: ReturnRow, translate: Asking['translate']): void {
  if (refusal === null) return
  if (refusal === 'forbidden') throw new AppError('forbidden')
  if (refusal === 'action_open' && action) {
    const names = { name: action.requestedByName, what: translate(`action.${action.kind}`) }
    throw new AppError('order_action_open', { message: translate('error.return_action_open', names) })
  }
  throw new AppError('order_action_refused', { message: translate(`return_error.${refusal}`) })
}

function skuOf({ lines }: ReturnRow, position: number): string {
  return lines.find((line) => line.position === position)?.shopSku ?? ''
}
