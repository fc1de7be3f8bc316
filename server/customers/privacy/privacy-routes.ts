/** Personal data of a buyer: handing all of it out, erasing it, and how long it is kept. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import { orderStatusOf } from '../../../model/order-status.ts'
import type { OrderAddress } from '../../../model/order.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersion, findVersion } from '../../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { cancelWordsOf } from '../../i18n/cancel-reason-label.ts'
import { translate } from '../../i18n/translate.ts'
import { lockRanksForUpdate } from '../customer-rank-store.ts'
import { getIdentities } from '../customers-routes.ts'
import type { Identity } from '../persons/identities-store.ts'
import { lockPersons } from '../persons/persons-store.ts'
import { eraseCustomers, eraseFromOrders, expireFiles, lockOrdersOf } from './erase-buyers-store.ts'
import { eraseTraces, findPersonWords } from './erase-traces-store.ts'
import { findBuyerMonths, saveBuyerMonths } from './old-buyers-store.ts'
import { findPersonalData, type OrderOfBuyer } from './personal-data-store.ts'

type PersonalDataReply = Reply<'GET /customers/{id}/personal-data'>['data']

export function privacyRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /settings/buyer-data', ({ session: { ownerId } }) =>
    db.read(ownerId, async (tx) => ({ data: await retentionOf(tx, ownerId) })),
  )

  serve('PUT /settings/buyer-data', ({ body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      // Buyers of every shop are erased by it.
      if (session.shopIds.length > 0) throw new AppError('forbidden')
      await claimVersion(tx, session, ['buyer_data'], body.updated_at)
      await saveBuyerMonths(tx, session.ownerId, body.months)
      return { data: await retentionOf(tx, session.ownerId) }
    }),
  )

  serve('GET /customers/{id}/personal-data', async ({ params, session, language }) => {
    const { ownerId, shopIds } = session
    const found = await db.read(ownerId, async (tx) => {
      const one = await findPersonalData(tx, ownerId, params.id, shopIds)
      if (one) nameTarget(tx, ...one.identities.map(({ id }) => id))
      return one
    })
    if (!found) throw new AppError('not_found')
    const data: PersonalDataReply = {
      name: found.name,
      phone: found.phone,
      email: found.email,
      shop: found.systemName,
      platform_id: found.platformId,
      identities: found.identities.map(presentIdentity),
      first_seen_at: found.createdAt.toISOString(),
      note: found.note,
      level: found.level,
      segments: found.segments.map(({ name }) => name),
      orders: found.orders.map((order) => presentOrder(order, language)),
      records: found.records,
    }
    return { data }
  })

  serve('POST /customers/{id}/erase', ({ params: { id }, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      await lockPersons(tx, ownerId)
      const customers = await getIdentities(tx, session, id)
      nameTarget(tx, ...customers)
      await lockOrdersOf(tx, ownerId, customers)
      await lockRanksForUpdate(tx, ownerId)
      // Orders that were being saved are there by now.
      const { ids, open } = await lockOrdersOf(tx, ownerId, customers)
      if (open > 0) throw new AppError('customer_has_open_orders')
      await eraseTraces(tx, ownerId, await findPersonWords(tx, ownerId, { customers, orders: ids }))
      const now = new Date()
      await eraseFromOrders(tx, ownerId, ids, now)
      await eraseCustomers(tx, ownerId, customers, now)
      return { data: { orders: ids.length, files: await expireFiles(tx, ownerId, now) } }
    }),
  )
}

async function retentionOf(tx: Tx, ownerId: string): Promise<Reply<'GET /settings/buyer-data'>['data']> {
  return {
    months: await findBuyerMonths(tx, ownerId),
    updated_at: await findVersion(tx, ownerId, 'buyer_data'),
  }
}

function presentIdentity(one: Identity): PersonalDataReply['identities'][number] {
  const { name, phone, email, note } = one
  return {
    shop: one.systemName,
    platform_id: one.platformId,
    channel_buyer_id: one.channelBuyerId,
    name,
    phone,
    email,
    note,
  }
}

/** Shows the address as it is stored, hidden parts included. */
function presentOrder(order: OrderOfBuyer, language: Language): PersonalDataReply['orders'][number] {
  const { address, currency } = order
  return {
    code: order.code,
    placed_at: order.placedAt.toISOString(),
    status: translate(language, `status.${orderStatusOf(order.status)}`),
    total: fromMinor(order.total, currency as Currency),
    currency,
    address: address && pick(address),
    buyer_message: order.buyerMessage,
    cancel_reason: cancelWordsOf(order, language),
    note: order.note,
    items: order.items,
    tracking_numbers: order.trackingNumbers,
    returns: order.returns.map(({ requestedAt, reason, images }) => ({
      requested_at: new Date(requestedAt).toISOString(),
      reason,
      images,
    })),
  }
}

function pick(address: OrderAddress) {
  const { name, phone, email = null, street, ward, district, city, province, postcode, country } = address
  return { name, phone, email, street, ward, district, city, province, postcode, country }
}
